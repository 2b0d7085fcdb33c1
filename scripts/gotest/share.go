package main

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// heavyTests returns the names of the slow tests of the module in a directory, in the order of their files: those that need the build
// tag heavy. Directories with another go.mod are left out, and the one that has what make builds.
func heavyTests(dir string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != dir {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || d.Name() == "testdata" || path == filepath.Join(dir, "build") {
				return filepath.SkipDir
			}
		}
		if d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil || !needsHeavy(file) {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && f.Name.Name != "TestMain" {
				names = append(names, f.Name.Name)
			}
		}
		return nil
	})
	return names, err
}

// needsHeavy reports whether only builds with the tag heavy have the file.
func needsHeavy(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, line := range group.List {
			if line.Pos() > file.Package {
				return false
			}
			if x, err := constraint.Parse(line.Text); err == nil {
				with := func(heavy bool) bool {
					return x.Eval(func(tag string) bool { return tag == "heavy" && heavy || tag == runtime.GOOS })
				}
				return with(true) && !with(false)
			}
		}
	}
	return false
}

// A share is one of parts of the slow tests. The number in TEST_SHARD, which counts the runs, selects it; the tests get the
// number of complete rounds instead, with which they select from their own cases.
type share struct {
	parts, number int
}

func (s share) part() int { return s.number % s.parts }

func (s share) env() string { return "TEST_SHARD=" + strconv.Itoa(s.number/s.parts) }

// newShare reads TEST_SHARD; without it, the share is everything.
func newShare(parts int) (*share, error) {
	text := os.Getenv("TEST_SHARD")
	if text == "" || parts <= 1 {
		return nil, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return nil, fmt.Errorf("TEST_SHARD is %q: a number from 0 expected", text)
	}
	return &share{parts, n}, nil
}

// others returns the tests of other shares. The name alone selects the share of a test: new tests do not move the others.
func (s share) others(names []string) (others []string) {
	for _, name := range names {
		hash := fnv.New32a()
		hash.Write([]byte(name))
		if hash.Sum32()%uint32(s.parts) != uint32(s.part()) {
			others = append(others, name)
		}
	}
	return others
}

// skip returns the flag of go test that leaves out tests.
func skip(names []string) string {
	quoted := slices.Clone(names)
	for i, name := range quoted {
		quoted[i] = regexp.QuoteMeta(name)
	}
	return "-skip=^(" + strings.Join(quoted, "|") + ")$"
}
