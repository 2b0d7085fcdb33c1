package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxFiles is how many files of a folder are looked at.
const maxFiles = 10_000

// errTooMany ends a walk.
var errTooMany = fmt.Errorf("it has more than %d shared objects and APKs", maxFiles)

// folder looks at all shared objects and APKs below dir. In a project, these are what its builds have made.
func (l *look) folder(dir string) error {
	l.layersOnly = false
	if _, err := os.Stat(filepath.Join(dir, "gleslayer.yaml")); err == nil {
		dir = filepath.Join(dir, "build")
	}
	files, host, err := filesIn(dir)
	if errors.Is(err, errTooMany) {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, path := range files {
		if err := l.file(path); err != nil {
			return err
		}
	}
	l.whole(dir, host)
	return nil
}

// filesIn lists files to look at, and those for this machine, which stand in a folder host.
func filesIn(dir string) (files, host []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && strings.HasPrefix(name, "."): // .debug has files of symbols, named like their layers
			return filepath.SkipDir
		case !d.Type().IsRegular() || !slices.Contains([]string{".so", ".apk"}, strings.ToLower(filepath.Ext(name))):
		case filepath.Dir(path) == filepath.Join(dir, "host"):
			host = append(host, path)
		case len(files) == maxFiles:
			return errTooMany
		default:
			files = append(files, path)
		}
		return nil
	})
	return files, host, err
}

// whole reports what concerns the folder as a whole.
func (l *look) whole(dir string, host []string) {
	r := &report{file: dir}
	var others []string
	for _, lib := range l.libs {
		if lib.at.Kind == Library {
			others = append(others, lib.base)
		}
	}
	if len(others) > 0 {
		r.add("not-read", fmt.Sprintf("%d that are no layers: %s", len(others), some(others)))
	}
	if len(host) > 0 {
		f := r.add("not-read", fmt.Sprintf("%d for this machine in host: %s", len(host), some(names(host))))
		f.Remedy = "try it here: gleslayergen run --layer " + host[0] + " -- PROGRAM; for devices: gleslayergen build --abi arm64-v8a"
	}
	if !slices.ContainsFunc(l.Looked, func(at Looked) bool { return at.Kind != Library }) {
		r.add("no-layer", "no layer and no APK for a device is in it")
	}
	if f := r.goRuntimes(l.libs); f != nil {
		f.Severity = Warning // they may never meet in a process
	}
	r.abiSets(l.libs)
	l.take(r)
}

// names are the names of files without their folders.
func names(paths []string) []string {
	var list []string
	for _, p := range paths {
		list = append(list, filepath.Base(p))
	}
	return list
}
