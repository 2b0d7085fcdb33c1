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

// HookPlace is where a hook stands.
type HookPlace struct {
	File string // below the project's root, with slashes
	Line int
}

func (p HookPlace) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Hooks are the functions of a project that may be hooks, by command: in Go, and in C, where they are called hook_NAME,
// or hooks::NAME in C++.
type AuthorHooks struct {
	Go, C  map[string]HookPlace
	Inner  map[string]HookPlace // of those in Go, functions that take a next, and variables
	Faults []*scanner.Error     // the first of each file in Go that does not parse: what follows it may be missing
}

// maxSource bounds a source file. The largest that new writes, a hook for each command, has 300 KB.
const maxSource = 8 << 20

// Find looks through the author's files of a project: *.go of package main at its root, *.c, *.h and *.cc in core/,
// and *.cpp, *.hpp and *.h in src/. Of two functions of one name, in files for different systems, the first counts.
func FindHooks(root fs.FS) (*AuthorHooks, error) {
	h := &AuthorHooks{Go: map[string]HookPlace{}, C: map[string]HookPlace{}, Inner: map[string]HookPlace{}}
	cFiles := func(name string) bool { return slices.Contains([]string{".c", ".h", ".cc"}, path.Ext(name)) }
	cppFiles := func(name string) bool { return slices.Contains([]string{".cpp", ".hpp", ".h"}, path.Ext(name)) }
	if err := eachSource(root, ".", goFiles, h.scanGo); err != nil {
		return nil, err
	}
	if err := eachSource(root, "core", cFiles, h.scanC); err != nil {
		return nil, err
	}
	return h, eachSource(root, "src", cppFiles, h.scanC)
}

func goFiles(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// each reads the author's files of a folder, which need not be there.
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
			continue // as compilers do
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
