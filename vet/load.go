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

// LoadError is a project that cannot be looked at.
type LoadError struct {
	Faults []string // FILE:LINE:COL: what is wrong, the first of them
	More   int      // how many others there are
	NoGo   bool     // there is no Go tool
}

func (e *LoadError) Error() string {
	if e.NoGo {
		return "there is no go command on the PATH"
	}
	text := strings.Join(e.Faults, "; ")
	if e.More > 0 {
		text += fmt.Sprintf("; and %d more", e.More)
	}
	return "the project does not compile: " + text
}

// Hint says what to do.
func (e *LoadError) Hint() string {
	if e.NoGo {
		return "install Go from https://go.dev/dl/"
	}
	return "mend that first: go vet, or gleslayergen build, shows all of it"
}

// failure is an error of what vet works with, and what to do about it.
type failure struct {
	error
	hint string
}

func (e *failure) Unwrap() error { return e.error }
func (e *failure) Hint() string  { return e.hint }

// shownFaults is how many faults of a project an error names.
const shownFaults = 3

func loadError(faults []string) error {
	faults = slices.Compact(faults)
	n := min(len(faults), shownFaults)
	return &LoadError{Faults: faults[:n], More: len(faults) - n}
}

// list asks the Go tool for packages, without the network and without what stands around the project.
func list(ctx context.Context, root string, mode packages.LoadMode, cgo bool, patterns ...string) ([]*packages.Package, error) {
	env := append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off", "PWD="+root)
	if cgo {
		env = append(env, "CGO_ENABLED=1")
	} else {
		env = append(env, "CGO_ENABLED=0")
	}
	return packages.Load(&packages.Config{Context: ctx, Mode: mode, Dir: root, Env: env}, patterns...)
}

// listing is what the Go tool says of a project.
type listing struct {
	root   string
	module *packages.Module
	own    map[string]*packages.Package // the module's packages, by path
}

// open lists the packages of a project. No C compiler is needed: what is in C is not looked at.
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
		return nil, loadError([]string{"there is no go.mod in " + root})
	}
	return p, nil
}

// goError is a failure of the Go tool as a whole.
func goError(err error) error {
	if strings.Contains(err.Error(), "executable file not found") {
		return &LoadError{NoGo: true}
	}
	_, said, ok := strings.Cut(err.Error(), "stderr: ")
	if !ok {
		return &failure{fmt.Errorf("go list: %w", err), "run go list ./... in the project: it has to work before vet can"}
	}
	return loadError([]string{strings.ReplaceAll(strings.TrimSpace(said), "\n", " ")})
}

// relative shortens the paths in a message.
func (p *listing) relative(message string) string {
	return strings.ReplaceAll(message, p.root+string(filepath.Separator), "")
}

// authored are the packages with a file that is not generated.
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

// outside loads the packages from elsewhere that the module's import, as the compiler exports them.
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
