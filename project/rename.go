package project

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	pathpkg "path"
	"slices"
	"strings"
)

// renamer replaces the old names of commands in the author's Go files. It type-checks the files without a C compiler and without
// regard to build constraints, so that it finds the names in the files for all systems. A file that does not compile here for
// other reasons does no harm, as long as the type of each expression with an old name is known.
type renamer struct {
	module  string
	sources map[string][]byte            // the author's Go files, by path
	outside map[string]*types.Package    // packages outside the module, by import path
	names   map[string]map[string]string // what old names become, by import path
}

// checked is the result of type-checking the author's files.
type checked struct {
	files   *token.FileSet
	trees   map[string]*ast.File
	objects map[*ast.Ident]types.Object
	errors  map[string]string // the first error of each line, by file:line
}

// rename returns the changed files. before and after are the generated Go files with and without the old names.
func (r *renamer) rename(before, after map[string][]byte) (map[string][]byte, error) {
	was, err := r.check(r.sources, before)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	var unknown []string
	for path, tree := range was.trees {
		edits, unresolved := r.edits(was, tree)
		unknown = append(unknown, unresolved...)
		if len(edits) > 0 {
			out[path] = replaceIdents(was.files, r.sources[path], edits)
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return nil, &Error{What: unknown[0], Why: "--rename may have to change this name, but its type is unknown because of compile errors",
			Advice: "fix the errors that \"go vet ./...\" reports, or rename the identifier yourself"}
	}
	return out, r.verify(was, out, after)
}

// verify type-checks the renamed files without the old names. They must have no error that they did not have before.
func (r *renamer) verify(was *checked, renamed, after map[string][]byte) error {
	all := map[string][]byte{}
	for path, text := range r.sources {
		all[path] = text
		if now, ok := renamed[path]; ok {
			all[path] = now
		}
	}
	now, err := r.check(all, after)
	if err != nil {
		return err
	}
	var places []string
	for place := range now.errors {
		file, _, _ := strings.Cut(place, ":")
		if _, ok := r.sources[file]; ok && was.errors[place] == "" {
			places = append(places, place)
		}
	}
	if len(places) == 0 {
		return nil
	}
	slices.Sort(places)
	return &Error{What: places[0], Why: "with the new names, this line would not compile: " + now.errors[places[0]], Advice: "change this line yourself, then run gleslayergen update --rename again"}
}

// edit is an identifier and its new name.
type edit struct {
	id   *ast.Ident
	name string
}

// edits returns the identifiers of a file to rename, and the places of those that may be old names but have no known meaning.
func (r *renamer) edits(c *checked, tree *ast.File) (edits []edit, unknown []string) {
	ast.Inspect(tree, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || !r.isOldName(id.Name) {
			return true
		}
		obj, known := c.objects[id]
		if !known {
			at := c.files.PositionFor(id.Pos(), false)
			unknown = append(unknown, fmt.Sprintf("%s:%d: %s", at.Filename, at.Line, id.Name))
		} else if name := r.newName(obj); name != "" {
			edits = append(edits, edit{id, name})
		}
		return true
	})
	return edits, unknown
}

// isOldName reports whether a name is an old name in some package.
func (r *renamer) isOldName(name string) bool {
	for _, names := range r.names {
		if names[name] != "" {
			return true
		}
	}
	return false
}

// newName returns the new name of an object, or "" if it keeps its name.
func (r *renamer) newName(obj types.Object) string {
	if obj == nil { // the variable of a type switch
		return ""
	}
	if field, ok := obj.(*types.Var); ok && field.Embedded() { // it has the name of its type
		t := field.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := t.(interface{ Obj() *types.TypeName }); ok {
			return r.newName(named.Obj())
		}
		return ""
	}
	if obj.Pkg() == nil {
		return ""
	}
	name := r.names[obj.Pkg().Path()][obj.Name()]
	if obj.Parent() == obj.Pkg().Scope() {
		return name
	}
	if obj.Pkg().Path() != r.module+"/core/fakedriver" {
		return ""
	}
	switch obj := obj.(type) { // a field of Driver or a method of App
	case *types.Var:
		if obj.IsField() {
			return name
		}
	case *types.Func:
		return name
	}
	return ""
}

// replaceIdents returns a text with other names; all else stays byte for byte.
func replaceIdents(files *token.FileSet, text []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.id.Pos(), b.id.Pos()) })
	var out []byte
	done := 0
	for _, e := range edits {
		at := files.PositionFor(e.id.Pos(), false).Offset
		out = append(append(out, text[done:at]...), e.name...)
		done = at + len(e.id.Name)
	}
	return append(out, text[done:]...)
}

// check type-checks the author's files together with generated ones.
func (r *renamer) check(sources, generated map[string][]byte) (*checked, error) {
	c := &checker{renamer: r, packages: map[string]*types.Package{}, dirs: map[string][]*ast.File{},
		checked: checked{files: token.NewFileSet(), trees: map[string]*ast.File{}, objects: map[*ast.Ident]types.Object{}, errors: map[string]string{}}}
	for path, text := range sources {
		tree, err := parser.ParseFile(c.files, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, &Error{What: path, Why: err.Error(), Advice: "fix this error, then run gleslayergen update --rename again"}
		}
		c.trees[path] = tree
		c.dirs[pathpkg.Dir(path)] = append(c.dirs[pathpkg.Dir(path)], tree)
	}
	for path, text := range generated {
		tree, err := parser.ParseFile(c.files, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		c.dirs[pathpkg.Dir(path)] = append(c.dirs[pathpkg.Dir(path)], tree)
	}
	for dir := range c.dirs {
		for _, unit := range c.units(dir) {
			c.checkFiles(unit.path, unit.files, true)
		}
	}
	return &c.checked, nil
}

// checker type-checks the packages of a project.
type checker struct {
	*renamer
	checked
	dirs     map[string][]*ast.File
	packages map[string]*types.Package // as other packages import them; nil while one is checked
}

// unit is the files that are checked as one package.
type unit struct {
	path  string
	files []*ast.File
}

// units returns the packages of a directory, each with its own tests.
func (c *checker) units(dir string) []unit {
	byName := map[string]*unit{}
	var names []string
	for _, f := range c.dirs[dir] {
		name := f.Name.Name
		if byName[name] == nil {
			byName[name] = &unit{path: c.importPath(dir)}
			if strings.HasSuffix(name, "_test") {
				byName[name].path += "_test"
			}
			names = append(names, name)
		}
		byName[name].files = append(byName[name].files, f)
	}
	slices.Sort(names)
	var list []unit
	for _, name := range names {
		list = append(list, *byName[name])
	}
	return list
}

func (c *checker) importPath(dir string) string { return pathpkg.Join(c.module, dir) }

// checkFiles checks files as a package. With keep, it records the objects of their identifiers and their errors.
func (c *checker) checkFiles(path string, files []*ast.File, keep bool) *types.Package {
	conf := types.Config{Importer: c, FakeImportC: true, Error: func(err error) {
		if fault := (types.Error{}); keep && errors.As(err, &fault) {
			at := c.files.PositionFor(fault.Pos, false)
			if place := fmt.Sprintf("%s:%d", at.Filename, at.Line); c.errors[place] == "" {
				c.errors[place] = fault.Msg
			}
		}
	}}
	info := &types.Info{}
	if keep {
		info.Uses, info.Defs = map[*ast.Ident]types.Object{}, map[*ast.Ident]types.Object{}
	}
	pkg, _ := conf.Check(path, c.files, files, info) // errors are reported to conf.Error
	for id, obj := range info.Uses {
		c.objects[id] = obj
	}
	for id, obj := range info.Defs {
		c.objects[id] = obj
	}
	return pkg
}

// Import returns a package of the project without its tests, or one from outside.
func (c *checker) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := c.outside[path]; pkg != nil {
		return pkg, nil
	}
	if pkg, known := c.packages[path]; known && pkg != nil {
		return pkg, nil
	} else if known {
		return nil, errors.New("import cycle")
	}
	dir, ok := strings.CutPrefix(path, c.module+"/")
	if !ok || len(c.dirs[dir]) == 0 {
		return nil, errors.New("package not found")
	}
	var files []*ast.File
	for _, f := range c.dirs[dir] {
		if !strings.HasSuffix(c.files.File(f.Package).Name(), "_test.go") {
			files = append(files, f)
		}
	}
	c.packages[path] = nil
	c.packages[path] = c.checkFiles(path, files, false)
	return c.packages[path], nil
}
