package vet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// LoadError reports a project that cannot be analyzed.
type LoadError struct {
	Faults []string // the first error, as FILE:LINE:COL: MESSAGE
	More   int      // number of further errors
	NoGo   bool     // the go command is missing
}

func (e *LoadError) Error() string {
	if e.NoGo {
		return "cannot run go list: no go command in PATH"
	}
	text := strings.Join(e.Faults, "; ")
	if e.More > 0 {
		text += fmt.Sprintf("; and %d more", e.More)
	}
	return "the project does not compile: " + text
}

// Hint returns what to do about the error.
func (e *LoadError) Hint() string {
	if e.NoGo {
		return "install Go from https://go.dev/dl/"
	}
	return "fix the errors first; to list all of them: gleslayergen build"
}

// failure is an error with a hint.
type failure struct {
	error
	hint string
}

func (e *failure) Unwrap() error { return e.error }
func (e *failure) Hint() string  { return e.hint }

// shownFaults is the number of errors of a project that a LoadError names.
const shownFaults = 3

func loadError(faults []string) error {
	faults = slices.Compact(faults)
	n := min(len(faults), shownFaults)
	return &LoadError{Faults: faults[:n], More: len(faults) - n}
}

// list runs go list without network access and independent of the surrounding workspace.
func list(ctx context.Context, root string, mode packages.LoadMode, cgo bool, patterns ...string) ([]*packages.Package, error) {
	env := append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off", "PWD="+root)
	if cgo {
		env = append(env, "CGO_ENABLED=1")
	} else {
		env = append(env, "CGO_ENABLED=0")
	}
	return packages.Load(&packages.Config{Context: ctx, Mode: mode, Dir: root, Env: env}, patterns...)
}

// listing is the output of go list for a project.
type listing struct {
	root   string
	module *packages.Module
	own    map[string]*packages.Package // the packages of the module, by import path
}

// open lists the packages of a project. It needs no C compiler because C files are not analyzed.
func open(ctx context.Context, root string) (*listing, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedModule
	found, err := list(ctx, root, mode, true, "./...")
	if err != nil {
		return nil, goError(err)
	}
	p := &listing{root: root, own: map[string]*packages.Package{}}
	var faults []string
	for _, pkg := range found {
		for _, e := range pkg.Errors {
			faults = append(faults, strings.TrimPrefix(p.relative(e.Error()), "-: "))
		}
		if pkg.Module != nil {
			p.module = pkg.Module
		}
		p.own[pkg.PkgPath] = pkg
	}
	if len(faults) > 0 {
		return nil, loadError(faults)
	}
	if p.module == nil {
		return nil, loadError([]string{"no go.mod in " + root})
	}
	return p, nil
}

// goError wraps a failure of the go command as a whole.
func goError(err error) error {
	if strings.Contains(err.Error(), "executable file not found") {
		return &LoadError{NoGo: true}
	}
	_, message, ok := strings.Cut(err.Error(), "stderr: ")
	if !ok {
		return &failure{fmt.Errorf("go list: %w", err), "run \"go list ./...\" in the project, and fix the errors that this command reports"}
	}
	return loadError([]string{strings.ReplaceAll(strings.TrimSpace(message), "\n", " ")})
}

// relative shortens the paths in a message.
func (p *listing) relative(message string) string {
	return strings.ReplaceAll(message, p.root+string(filepath.Separator), "")
}

// authored returns the packages that contain a file that is not generated.
func (p *listing) authored() []*packages.Package {
	var list []*packages.Package
	for _, pkg := range p.own {
		if slices.ContainsFunc(pkg.GoFiles, func(path string) bool {
			return !strings.HasPrefix(filepath.Base(path), "zz_generated_")
		}) {
			list = append(list, pkg)
		}
	}
	slices.SortFunc(list, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return list
}

// outside loads the export data of packages outside the module that the module imports.
func (p *listing) outside(ctx context.Context) ([]*packages.Package, error) {
	paths := map[string]bool{}
	for _, pkg := range p.own {
		for path := range pkg.Imports {
			if p.own[path] == nil && path != "C" && path != "unsafe" && path != "runtime/cgo" {
				paths[path] = true
			}
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	var all []string
	for path := range paths {
		all = append(all, path)
	}
	slices.Sort(all)
	const mode = packages.NeedName | packages.NeedImports | packages.NeedTypes | packages.NeedExportFile
	return list(ctx, p.root, mode, false, all...)
}
