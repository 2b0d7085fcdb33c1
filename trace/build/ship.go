package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/gen"
)

// A release has the layers for devices beside the program: in the directory Target.Shipped, each in a directory with the name of
// its ABI. The file sourcesName has the hash of the sources they were built from.
const sourcesName = "SOURCES"

// Ship builds the target for devices with all ABIs, and returns the files of its directory beside the program, by their
// slash-separated paths. The same version of clang gives the same bytes.
func (t Target) Ship(ctx context.Context, c Cache) (map[string][]byte, error) {
	sources, err := t.Sources()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{t.Shipped + "/" + sourcesName: []byte(HashOf(sources) + "\n")}
	abis := android.ABIs()
	built := make([][]byte, len(abis))
	err = gen.InParallel(len(abis), func(i int) error { // a large source file occupies one processor
		path, err := t.makeFor(ctx, c, abis[i].Name, sources)
		if err == nil {
			built[i], err = os.ReadFile(path)
		}
		return err
	})
	for i, abi := range abis {
		files[t.Shipped+"/"+abi.Name+"/"+t.Output] = built[i]
	}
	return files, err
}

// LayerFor returns the path of the target for devices with an ABI: the one that a release has in the directory beside, or one that
// it builds with the compiler of Device, and caches for each compiler and ABI. Without beside it builds.
func (t Target) LayerFor(ctx context.Context, c Cache, beside, abi string) (string, error) {
	if _, err := android.FindABI(abi); err != nil {
		return "", err
	}
	sources, err := t.Sources()
	if err != nil {
		return "", err
	}
	if path := t.shipped(beside, abi, sources); path != "" {
		return path, nil
	}
	return t.makeFor(ctx, c, abi, sources)
}

func (t Target) makeFor(ctx context.Context, c Cache, abi string, sources []gen.File) (string, error) {
	cc, err := Device(ctx, abi)
	if err != nil {
		return "", err
	}
	return t.ForDevice().Make(ctx, c, cc, func() ([]gen.File, error) { return sources, nil })
}

// shipped returns the path of the target in the directory of the program, or "" if there is none or it was built from other
// sources.
func (t Target) shipped(beside, abi string, sources []gen.File) string {
	if beside == "" {
		return ""
	}
	dir := filepath.Join(beside, t.Shipped)
	hash, err := os.ReadFile(filepath.Join(dir, sourcesName))
	if err != nil || strings.TrimSpace(string(hash)) != HashOf(sources) {
		return ""
	}
	path := filepath.Join(dir, abi, t.Output)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// HashOf returns the hash of sources.
func HashOf(sources []gen.File) string {
	hash := sha256.New()
	for _, f := range sources {
		fmt.Fprintf(hash, "%s %x\n", f.Path, f.Hash)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
