package apk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// output writes an APK atomically: it writes, signs and verifies the APK in a temporary directory next to path, then renames it.
// Without a key, the APK is not signed.
func output(ctx context.Context, t Tools, k Key, path string, inputs []string, write func(p *packer) error) (*File, error) {
	if err := checkOutput(path, inputs); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(filepath.Dir(path), ".gleslayergen-")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot write: %s", path, reason(err))
	}
	defer os.RemoveAll(work) // apksigner may leave another file next to the APK
	unsigned, signed := filepath.Join(work, "unsigned.apk"), filepath.Join(work, "signed.apk")
	if err := writePacked(unsigned, write); err != nil {
		return nil, err
	}
	if k.Store == "" {
		signed = unsigned
	} else if err := t.sign(ctx, k, unsigned, signed); err != nil {
		return nil, err
	}
	f, err := readBack(signed, k.Store != "")
	if err == nil {
		err = os.Chmod(signed, 0o644)
	}
	if err == nil {
		err = os.Rename(signed, path)
	}
	return f, err
}

// checkOutput rejects a path whose existing file must not be overwritten: anything but an APK, and the input
// files.
func checkOutput(path string, inputs []string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	refuse := func(why string) error {
		return &android.Error{What: path, Why: "cannot write: " + why, Advice: "choose another file with --out", Usage: true}
	}
	if !info.Mode().IsRegular() {
		return refuse("the output path exists and is not a regular file")
	}
	for _, input := range inputs {
		if fsx.SameFile(path, input) {
			return refuse("the output file is also an input file")
		}
	}
	_, f, err := Open(path)
	if err != nil {
		return refuse("the output file exists and is not an APK")
	}
	return f.Close()
}

func writePacked(path string, write func(p *packer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	p := newPacker(f)
	err = write(p)
	if err == nil {
		err = p.close()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// readBack reads an APK, which apksigner has written if it should be signed. It checks that it is, and that uncompressed entries
// are still aligned so that Android can map them.
func readBack(path string, signed bool) (*File, error) {
	f, c, err := Open(path)
	if err != nil && !signed {
		return nil, fmt.Errorf("the APK that was written is invalid: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("apksigner wrote an invalid APK (install a newer version of the Android SDK Build-Tools): %w", err)
	}
	defer c.Close()
	if signed && !f.V2 && !f.V3 {
		return nil, errors.New("apksigner wrote an APK without a v2 or v3 signature; install a newer version of the Android SDK Build-Tools")
	}
	for _, e := range f.Entries {
		if e.Stored && e.Offset%alignment(e.Name) != 0 {
			return nil, fmt.Errorf("apksigner moved %s to byte %d, which is not a multiple of %d; install a newer version of the Android SDK Build-Tools", e.Name, e.Offset, alignment(e.Name))
		}
	}
	return f, nil
}

// compress writes layers, compressed and sorted: the same layers give the same bytes in any order.
func (p *packer) compress(layers []Layer) error {
	for _, l := range slices.SortedFunc(slices.Values(layers), func(a, b Layer) int { return strings.Compare(a.Entry(), b.Entry()) }) {
		data, err := os.ReadFile(l.Path)
		if err == nil {
			err = p.add(l.Entry(), data, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
