package pack

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/gleslayergen/gleslayergen/gen"
)

// GoProject is the input of a check.
type GoProject struct {
	Module string // the module path if go.mod has none
	Files  []gen.File
}

// GoResult is the result of a check.
type GoResult struct {
	Findings []GoFinding
	Outside  []string // imported third-party modules, which are not checked
}

// GoFinding is an error in the Go files of a project that a compiler would report.
type GoFinding struct {
	File    string // relative to the project
	Line    int
	Column  int
	Message string
}

// maxFindings and maxMessage (in bytes) limit the output to what is enough to fix a pack.
const (
	maxFindings = 20
	maxMessage  = 1000
)

// GoChecker type-checks the Go files of projects and caches packages of the standard library. It does not
// check names of C in cgo files.
type GoChecker struct {
	Goroot  string
	std     types.Importer
	fset    *token.FileSet
	context build.Context
}

// checked is the state of checking one project.
type checked struct {
	*GoChecker
	module   string
	dirs     map[string]*goDir
	packages map[string]*types.Package // by directory; nil during its check
	findings []GoFinding
	outside  map[string]bool
}

// goDir is a package with its tests.
type goDir struct{ files, tests, outer []*ast.File }

// Check returns the errors in the Go files of a project.
func (c *GoChecker) Check(p GoProject) GoResult {
	k := &checked{GoChecker: c, module: p.Module, dirs: map[string]*goDir{}, packages: map[string]*types.Package{}, outside: map[string]bool{}}
	for _, f := range p.Files {
		if f.Path == "go.mod" {
			k.module = cmp.Or(modfile.ModulePath(f.Content), p.Module)
		}
	}
	for _, f := range p.Files {
		if path.Ext(f.Path) == ".go" {
			k.parse(f)
		}
	}
	for dir := range k.dirs {
		k.dir(dir)
	}
	slices.SortFunc(k.findings, func(a, b GoFinding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return GoResult{slices.Compact(k.findings), slices.Sorted(maps.Keys(k.outside))}
}

// parse parses a file. Files for other systems are parsed but not type-checked.
func (k *checked) parse(f gen.File) {
	tree, err := parser.ParseFile(k.fset, f.Path, f.Content, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		k.syntax(f.Path, err)
		return
	}
	if !k.forHere(f, tree) {
		return
	}
	dir := path.Dir(f.Path)
	if k.dirs[dir] == nil {
		k.dirs[dir] = &goDir{}
	}
	in := k.dirs[dir]
	switch {
	case strings.HasSuffix(f.Path, "_test.go") && strings.HasSuffix(tree.Name.Name, "_test"):
		in.outer = append(in.outer, tree)
	case strings.HasSuffix(f.Path, "_test.go"):
		in.tests = append(in.tests, tree)
	default:
		in.files = append(in.files, tree)
	}
}

func (k *checked) syntax(file string, err error) {
	if list, ok := err.(scanner.ErrorList); ok {
		for _, e := range list {
			k.add(GoFinding{file, e.Pos.Line, e.Pos.Column, e.Msg})
		}
		return
	}
	k.add(GoFinding{file, 1, 1, err.Error()})
}

func (k *checked) add(f GoFinding) {
	f.Message = f.Message[:min(len(f.Message), maxMessage)]
	if len(k.findings) < maxFindings {
		k.findings = append(k.findings, f)
	}
}

// forHere reports whether a file is built for this system, by its name and its build constraints.
func (k *checked) forHere(f gen.File, tree *ast.File) bool {
	if !goodName(path.Base(f.Path)) {
		return false
	}
	for _, group := range tree.Comments {
		if group.Pos() > tree.Package {
			break
		}
		for _, line := range group.List {
			if expr, err := constraint.Parse(line.Text); err == nil && constraint.IsGoBuild(line.Text) && !expr.Eval(k.tag) {
				return false
			}
		}
	}
	return true
}

// tag reports whether a tag of a build constraint is satisfied.
func (k *checked) tag(word string) bool {
	return word == runtime.GOOS || word == runtime.GOARCH || word == "cgo" || word == "gc" || slices.Contains(k.context.ReleaseTags, word) ||
		word == "unix" && runtime.GOOS != "windows"
}

// goodName reports whether the name of a file does not select another system.
func goodName(name string) bool {
	words := strings.Split(strings.TrimSuffix(strings.TrimSuffix(name, ".go"), "_test"), "_")
	for _, word := range words[max(1, len(words)-2):] {
		if knownSystem()[word] && word != runtime.GOOS && word != runtime.GOARCH {
			return false
		}
	}
	return true
}

// dir checks a package: first without its tests, as other packages import it, then with them.
func (k *checked) dir(dir string) *types.Package {
	if p, begun := k.packages[dir]; begun {
		return p
	}
	k.packages[dir] = nil
	in, name := k.dirs[dir], path.Join(k.module, dir)
	p := k.check(name, in.files)
	k.packages[dir] = p
	if len(in.tests) > 0 {
		k.check(name, slices.Concat(in.files, in.tests))
	}
	if len(in.outer) > 0 {
		k.check(name+"_test", in.outer)
	}
	return p
}

// check type-checks files as one package. It skips packages with unknown imports.
func (k *checked) check(name string, files []*ast.File) *types.Package {
	if k.importsOutside(files) {
		return types.NewPackage(name, path.Base(name))
	}
	conf := types.Config{Importer: k, FakeImportC: true, Sizes: types.SizesFor("gc", runtime.GOARCH), Error: func(err error) {
		if e, ok := err.(types.Error); ok {
			at := k.fset.Position(e.Pos)
			k.add(GoFinding{at.Filename, at.Line, at.Column, e.Msg})
		}
	}}
	p, _ := conf.Check(name, k.fset, files, nil) // errors are recorded by the error handler
	return p
}

func (k *checked) importsOutside(files []*ast.File) bool {
	outside := false
	for _, f := range files {
		for _, spec := range f.Imports {
			name := strings.Trim(spec.Path.Value, "`\"")
			if _, own := k.own(name); !own && name != "C" && name != "unsafe" && !k.standard(name) {
				k.outside[name], outside = true, true
			}
		}
	}
	return outside
}

// own returns the directory of a package of the project.
func (k *checked) own(name string) (dir string, ok bool) {
	if name == k.module {
		return ".", true
	}
	dir, ok = strings.CutPrefix(name, k.module+"/")
	return dir, ok
}

// Import implements types.Importer.
func (k *checked) Import(name string) (*types.Package, error) {
	if name == "unsafe" {
		return types.Unsafe, nil
	}
	dir, own := k.own(name)
	if !own {
		return k.std.Import(name)
	}
	if k.dirs[dir] == nil {
		return nil, fmt.Errorf("the template pack does not generate the package %s", name)
	}
	p := k.dir(dir)
	if p == nil {
		return nil, fmt.Errorf("import cycle through %s", name)
	}
	return p, nil
}
