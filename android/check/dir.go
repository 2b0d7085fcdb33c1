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

// maxFiles is the maximum number of files checked in a directory.
const maxFiles = 10_000

// errTooMany stops the directory walk.
var errTooMany = fmt.Errorf("the directory contains more than %d shared objects, APKs and AARs; check a subdirectory or single files", maxFiles)

// dir checks all shared objects, APKs and AARs below dir. In a project, it checks the build directory only.
func (l *checker) dir(dir string) error {
	l.layersOnly = false
	if _, err := os.Stat(filepath.Join(dir, "gleslayer.yaml")); err == nil {
		dir = filepath.Join(dir, "build")
	}
	files, host, err := l.filesIn(dir)
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

// filesIn returns the files to check, and separately the builds for this host, which are in a directory named
// host.
func (l *checker) filesIn(dir string) (files, host []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err = errors.Join(err, l.ctx.Err()); err != nil {
			return err
		}
		name := d.Name()
		switch {
		case d.IsDir() && path != dir && strings.HasPrefix(name, "."): // .debug has symbol files with the names of their layers
			return filepath.SkipDir
		case !d.Type().IsRegular() || !isArchive(name) && !strings.EqualFold(filepath.Ext(name), ".so"):
		case isHost(dir, filepath.Dir(path)):
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

// whole adds the findings that concern the directory as a whole.
func (l *checker) whole(dir string, host []string) {
	r := &report{file: dir}
	var others []string
	for _, lib := range l.libs {
		if lib.at.Kind == Library {
			others = append(others, lib.base)
		}
	}
	if len(others) > 0 {
		r.add("not-read", fmt.Sprintf("skipped files that are not layers (%d): %s", len(others), some(others)))
	}
	if len(host) > 0 {
		f := r.add("not-read", fmt.Sprintf("skipped files in the directory \"host\" that are built for this machine, not for Android (%d): %s", len(host), some(names(host))))
		f.Remedy = "to run the layer on this machine: gleslayergen run --layer " + host[0] + " -- PROGRAM; to build the layer for devices: gleslayergen build --abi arm64-v8a"
	}
	if !slices.ContainsFunc(l.Checked, func(at Checked) bool { return at.Kind != Library && at.Kind != AAR }) {
		f := r.add("no-layer", "the directory contains no layer and no APK for a device")
		f.Remedy = "build a layer first: gleslayergen build --abi arm64-v8a"
	}
	l.addFindings(r)
	for _, libs := range builds(l.libs) {
		r := &report{file: libs[0].build}
		if f := r.goRuntimes(libs); f != nil {
			f.Severity = Warning // one process may never load both
		}
		r.abiSets(libs)
		l.addFindings(r)
	}
}

// isHost reports whether a directory has the builds for this host.
func isHost(top, dir string) bool {
	parent := filepath.Dir(dir)
	return filepath.Base(dir) == "host" && (parent == filepath.Clean(top) || filepath.Base(parent) == "build")
}

// builds groups libraries by build directory.
func builds(libs []lib) [][]lib {
	var list [][]lib
	at := map[string]int{}
	for _, l := range libs {
		i, ok := at[l.build]
		if !ok {
			i, list = len(list), append(list, nil)
			at[l.build] = i
		}
		list[i] = append(list[i], l)
	}
	return list
}

// names returns the base names of files.
func names(paths []string) []string {
	var list []string
	for _, p := range paths {
		list = append(list, filepath.Base(p))
	}
	return list
}
