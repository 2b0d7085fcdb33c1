package project

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

// HookPlace is the position of a hook in the author's files.
type HookPlace struct {
	File string // relative to the project's root, with slashes
	Line int
}

func (p HookPlace) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// AuthorHooks are the functions of a project that can be hooks, by command: Go functions, and C functions
// with a name hook_NAME, or hooks::NAME in C++.
type AuthorHooks struct {
	Go, C  map[string]HookPlace
	Inner  map[string]HookPlace // the Go functions with a parameter next, and variables
	Faults []*scanner.Error     // the first of each Go file that does not parse; functions after it can be missing
}

// maxSource is the maximum size of a source file in bytes. The largest file of new, with a hook for each
// command, has 300 KB.
const maxSource = 8 << 20

// FindHooks reads the author's files of a project: *.go of package main at its root, *.c, *.h and *.cc in
// core/, and *.c, *.cpp, *.hpp and *.h in src/. It needs no compiler, reads the files for every build, and reads
// invalid files up to the error. If files for different systems define a function more than once, it returns
// the first.
func FindHooks(root fs.FS) (*AuthorHooks, error) {
	h := &AuthorHooks{Go: map[string]HookPlace{}, C: map[string]HookPlace{}, Inner: map[string]HookPlace{}}
	cFiles := func(name string) bool { return slices.Contains([]string{".c", ".h", ".cc"}, path.Ext(name)) }
	srcFiles := func(name string) bool { return slices.Contains([]string{".c", ".cpp", ".hpp", ".h"}, path.Ext(name)) }
	if err := eachSource(root, ".", goFiles, h.scanGo); err != nil {
		return nil, err
	}
	if err := eachSource(root, "core", cFiles, h.scanC); err != nil {
		return nil, err
	}
	return h, eachSource(root, "src", srcFiles, h.scanC)
}

func goFiles(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// eachSource reads the author's files in a directory, which can be missing.
func eachSource(root fs.FS, dir string, wanted func(string) bool, read func(name, text string)) error {
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
			continue // compilers skip it too
		}
		text, err := readSource(root, name)
		if err != nil {
			return err
		}
		read(name, text)
	}
	return nil
}

func readSource(root fs.FS, name string) (string, error) {
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource))
	return string(text), err
}

func addPlace(to map[string]HookPlace, name string, at HookPlace) {
	if _, twice := to[name]; !twice {
		to[name] = at
	}
}
