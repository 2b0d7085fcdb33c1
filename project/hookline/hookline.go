// Package hookline finds the line where the author of a project wrote a hook. It needs no compiler and takes the files
// of every build, and files with faults in them as far as they can be read.
package hookline

import (
	"errors"
	"fmt"
	"go/scanner"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Place is where a hook stands.
type Place struct {
	File string // below the project's root, with slashes
	Line int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Hooks are the functions of a project that may be hooks, by command: in Go, and in C, where they are called hook_NAME,
// or hooks::NAME in C++.
type Hooks struct {
	Go, C  map[string]Place
	Inner  map[string]Place // of those in Go, functions that take a next, and variables
	Faults []*scanner.Error // the first of each file in Go that does not parse: what follows it may be missing
}

// maxSource bounds a source file. The largest that new writes, a hook for each command, has 300 KB.
const maxSource = 8 << 20

// Find looks through the author's files of a project: *.go of package main at its root, *.c, *.h and *.cc in core/,
// and *.cpp, *.hpp and *.h in src/. Of two functions of one name, in files for different systems, the first counts.
func Find(root fs.FS) (*Hooks, error) {
	h := &Hooks{Go: map[string]Place{}, C: map[string]Place{}, Inner: map[string]Place{}}
	cFiles := func(name string) bool { return slices.Contains([]string{".c", ".h", ".cc"}, path.Ext(name)) }
	cppFiles := func(name string) bool { return slices.Contains([]string{".cpp", ".hpp", ".h"}, path.Ext(name)) }
	if err := each(root, ".", goFiles, h.inGo); err != nil {
		return nil, err
	}
	if err := each(root, "core", cFiles, h.inC); err != nil {
		return nil, err
	}
	return h, each(root, "src", cppFiles, h.inC)
}

func goFiles(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// each reads the author's files of a folder, which need not be there.
func each(root fs.FS, dir string, wanted func(string) bool, read func(name, text string)) error {
	entries, err := fs.ReadDir(root, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if !wanted(e.Name()) || strings.HasPrefix(e.Name(), "zz_generated_") {
			continue
		}
		if info, err := fs.Stat(root, name); err != nil || !info.Mode().IsRegular() {
			continue // as compilers do
		}
		text, err := readAll(root, name)
		if err != nil {
			return err
		}
		read(name, text)
	}
	return nil
}

func readAll(root fs.FS, name string) (string, error) {
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource))
	return string(text), err
}

func note(to map[string]Place, name string, at Place) {
	if _, twice := to[name]; !twice {
		to[name] = at
	}
}
