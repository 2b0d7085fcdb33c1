package recorder

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

// shippedDir is the directory beside the program in which a release has the layers for devices, each in a
// directory with the name of its ABI. The file sourcesName has the hash of the sources they were built from.
const shippedDir, sourcesName = "recorder", "SOURCES"

// Ship builds the layers for all ABIs with clang and returns the files of shippedDir, by their slash-separated
// paths. The same version of clang gives the same bytes.
func Ship(ctx context.Context, cache string) (map[string][]byte, error) {
	sources, err := Sources()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{shippedDir + "/" + sourcesName: []byte(hashOf(sources) + "\n")}
	for _, abi := range android.ABIs() {
		path, err := Maker{Cache: cache}.LayerFor(ctx, abi.Name)
		if err != nil {
			return nil, err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files[shippedDir+"/"+abi.Name+"/"+library] = content
	}
	return files, nil
}

// shipped returns the path of the layer that is installed in the directory of the program, or "" if there is none
// or it was built from other sources.
func shipped(beside, abi string, sources []gen.File) string {
	if beside == "" {
		return ""
	}
	dir := filepath.Join(beside, shippedDir)
	hash, err := os.ReadFile(filepath.Join(dir, sourcesName))
	if err != nil || strings.TrimSpace(string(hash)) != hashOf(sources) {
		return ""
	}
	path := filepath.Join(dir, abi, library)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

func hashOf(sources []gen.File) string {
	hash := sha256.New()
	for _, f := range sources {
		fmt.Fprintf(hash, "%s %x\n", f.Path, f.Hash)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
