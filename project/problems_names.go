package project

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/registry"
)

// ExplainBuild returns the problems of a project whose build failed: those in its files, and the names of package gles and of
// commands that the compilers' messages call undefined. load reads the registry from two files, or returns the built-in one if the
// names are empty.
func ExplainBuild(root string, c *Config, output string, load func(gl, egl string) (*registry.Registry, error)) []Problem {
	list := Problems(root)
	undefined := findUndefined(root, output)
	if len(undefined) == 0 || slices.ContainsFunc(list, func(p Problem) bool { return p.Why == whyConflict }) {
		return sortProblems(list)
	}
	u := &Update{request: UpdateRequest{Root: root, Load: load}, config: &configText{now: c}}
	var err error
	if u.facts, err = u.load(c.Registry); err != nil {
		return sortProblems(list)
	}
	kinds, err := u.intercepted()
	if err != nil {
		return sortProblems(list)
	}
	e := &nameExplainer{facts: u.facts, kinds: kinds, use: c.Use, root: root}
	for _, name := range undefined {
		if p, ok := e.explain(name); ok {
			list = append(list, p)
		}
	}
	return sortProblems(list)
}

// undefinedName is a name that a compiler does not know.
type undefinedName struct {
	at     string // FILE:LINE, relative to the project
	prefix string // gles. in Go; call_ in C; below:: in C++; "" if there is none
	name   string // without the prefix
	isGo   bool
}

var (
	undefinedGo     = lazyregexp.New(`(?m)^(?:\./)?(\S+\.go):(\d+):\d+: undefined: (gles\.)?(\w+)$`)
	undefinedC      = lazyregexp.New(`(?m)^(\S+\.(?:c|h|cc|cpp|hpp|inc)):(\d+):\d+: (?:fatal error|error|warning): (.*)$`)
	undefinedPhrase = lazyregexp.New(`implicit declaration|undeclared|not declared|has not been declared|not a member of|no member named|unknown type name|does not name a type`)
	quotedName      = lazyregexp.New("['‘`](\\w+)['’]")
	belowCall       = lazyregexp.New(`\bbelow\s*::\s*(\w+)`)
)

// findUndefined finds the undefined names in the messages of go, gcc and clang.
func findUndefined(root, output string) []undefinedName {
	var list []undefinedName
	for _, m := range undefinedGo.FindAllStringSubmatch(output, -1) {
		if !isGenerated(m[1]) {
			list = append(list, undefinedName{m[1] + ":" + m[2], m[3], m[4], true})
		}
	}
	for _, m := range undefinedC.FindAllStringSubmatch(output, -1) {
		quoted := quotedName.FindStringSubmatch(m[3])
		if quoted == nil || !undefinedPhrase.MatchString(m[3]) {
			continue
		}
		file := m[1]
		if below, err := filepath.Rel(root, file); err == nil && filepath.IsAbs(file) {
			file = filepath.ToSlash(below)
		}
		at := file + ":" + m[2]
		if quoted[1] == "below" { // the namespace exists if a function is listed under use:
			for _, call := range belowCall.FindAllStringSubmatch(sourceLine(root, file, m[2]), -1) {
				list = append(list, undefinedName{at, "below::", call[1], false})
			}
			continue
		}
		name, call := strings.CutPrefix(quoted[1], "call_")
		prefix := ""
		if call {
			prefix = "call_"
		} else if strings.Contains(m[3], "below") {
			prefix = "below::"
		}
		list = append(list, undefinedName{at, prefix, name, false})
	}
	return list
}

// sourceLine returns a line of a file, or "".
func sourceLine(root, file, number string) string {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	var n int
	if _, scan := fmt.Sscan(number, &n); err != nil || scan != nil {
		return ""
	}
	lines := strings.Split(string(text), "\n")
	return lines[min(max(n, 1), len(lines))-1]
}

// nameExplainer knows which commands a project has.
type nameExplainer struct {
	facts *registry.Registry
	kinds map[string]gen.HookKind // of the intercepted commands
	use   []string
	root  string
	gles  []string // the exported names of package gles, once they were read
}

var (
	enumForm    = lazyregexp.New(`^E?GL_\w+$`)
	funcForm    = lazyregexp.New(`^(EGL|GL|Egl|Gl)([A-Z]\w*?)(Func|Hook)$`)
	callForm    = lazyregexp.New(`^(EGL|GL|Egl|Gl|egl|gl)([A-Z]\w*)$`)
	nextForm    = lazyregexp.New(`^next_((?:egl|gl)[A-Z]\w*)$`)
	commandForm = lazyregexp.New(`^(egl|gl)[A-Z]\w*$`)
)

// explain returns the cause of an undefined name and what to do, if the name is one of this tool's.
func (e *nameExplainer) explain(n undefinedName) (Problem, bool) {
	if m := nextForm.FindStringSubmatch(n.name); m != nil && !n.isGo {
		return e.explainType(n, m[1], "c")
	}
	if n.isGo && n.prefix == "" && !commandForm.MatchString(n.name) || !n.isGo && !commandForm.MatchString(n.name) {
		return Problem{}, false
	}
	if m := funcForm.FindStringSubmatch(n.name); m != nil && n.isGo {
		return e.explainType(n, strings.ToLower(m[1])+m[2], "go")
	}
	if enumForm.MatchString(n.name) {
		return e.explainEnum(n)
	}
	if m := callForm.FindStringSubmatch(n.name); m != nil {
		return e.explainCall(n, strings.ToLower(m[1])+m[2])
	}
	near := registry.Nearest(n.name, e.exported(), 1)
	if len(near) == 0 || registry.Distance(near[0], n.name) > 1+len(n.name)/3 {
		return Problem{n.at, fmt.Sprintf("package gles has no %s", n.name), "docs/helpers.md lists the functions of package gles"}, true
	}
	return Problem{n.at, fmt.Sprintf("package gles has no %s", n.name), fmt.Sprintf("did you mean gles.%s?", near[0])}, true
}

// explainType explains a missing type of a next function.
func (e *nameExplainer) explainType(n undefinedName, command, kind string) (Problem, bool) {
	if p, unknown := e.unknownCommand(n, command); unknown {
		return p, true
	}
	now, intercepted := e.kinds[command]
	switch {
	case !intercepted:
		return Problem{n.at, fmt.Sprintf("%s exists only if the layer intercepts %s", n.prefix+n.name, command), "to intercept it: gleslayergen update --add " + kind + ":" + command}, true
	case string(now) != kind:
		return Problem{n.at, fmt.Sprintf("%s does not exist, because the hook kind of %s is %q, not %q", n.prefix+n.name, command, now, kind),
			fmt.Sprintf("to change the kind: gleslayergen update --drop %s; then: gleslayergen update --add %s:%[1]s", command, kind)}, true
	}
	return Problem{n.at, fmt.Sprintf("%s does not exist in the generated files", n.prefix+n.name), "to generate it: gleslayergen update"}, true
}

// explainCall explains the call of a command that is not listed under use:.
func (e *nameExplainer) explainCall(n undefinedName, command string) (Problem, bool) {
	if p, unknown := e.unknownCommand(n, command); unknown {
		return p, true
	}
	form := "call_" + command
	switch {
	case n.isGo:
		form = "gles." + goCommand(command)
	case n.prefix == "below::" || strings.HasSuffix(strings.Split(n.at, ":")[0], "pp"):
		form = "below::" + command
	}
	if slices.Contains(e.use, command) {
		if n.prefix == "" {
			return Problem{n.at, fmt.Sprintf("a hook cannot call %s by this name: the call would enter the layer again", command), fmt.Sprintf("call %s(...) instead", form)}, true
		}
		return Problem{n.at, fmt.Sprintf("%s does not exist in the generated files", form), "to generate it: gleslayergen update"}, true
	}
	why := fmt.Sprintf("%s is not listed under \"use:\" in %s", command, ConfigName)
	advice := fmt.Sprintf("to generate %s: gleslayergen update --use %s", form, command)
	if n.prefix == "" {
		advice += fmt.Sprintf("; then call %s(...)", form)
	}
	if _, ok := e.kinds[command]; ok {
		advice += fmt.Sprintf("; in the hook of %s itself, call \"next\" instead", command)
	}
	return Problem{n.at, why, advice}, true
}

// unknownCommand explains a command that is not in the registry.
func (e *nameExplainer) unknownCommand(n undefinedName, command string) (Problem, bool) {
	if _, ok := e.facts.Command(command); ok {
		return Problem{}, false
	}
	names := make([]string, len(e.facts.Commands))
	for i, c := range e.facts.Commands {
		names[i] = c.Name
	}
	return Problem{n.at, fmt.Sprintf("EGL and OpenGL ES have no function %s", command), "did you mean " + strings.Join(registry.Nearest(command, names, 2), " or ") + "?"}, true
}

// explainEnum explains a missing constant.
func (e *nameExplainer) explainEnum(n undefinedName) (Problem, bool) {
	if _, ok := e.facts.Enum(n.name); ok {
		return Problem{n.at, fmt.Sprintf("%s%s is not generated, because no function of this layer uses it", n.prefix, n.name),
			"to generate all constants, set \"constants: all\" in " + ConfigName + ", then run: gleslayergen update"}, true
	}
	names := make([]string, len(e.facts.Enums))
	for i, enum := range e.facts.Enums {
		names[i] = enum.Name
	}
	return Problem{n.at, fmt.Sprintf("EGL and OpenGL ES have no constant %s", n.name), "did you mean " + strings.Join(registry.Nearest(n.name, names, 2), " or ") + "?"}, true
}

// exported returns the exported names of package gles.
func (e *nameExplainer) exported() []string {
	if e.gles != nil {
		return e.gles
	}
	paths, _ := filepath.Glob(filepath.Join(e.root, "gles", "*.go"))
	for _, path := range paths {
		file, _ := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		for _, decl := range file.Decls {
			e.gles = append(e.gles, exportedNames(decl)...)
		}
	}
	return e.gles
}

// exportedNames returns the exported names of a declaration at the top level.
func exportedNames(decl ast.Decl) []string {
	var names []string
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			if id.IsExported() {
				names = append(names, id.Name)
			}
		}
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			add(d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				add(s.Names...)
			case *ast.TypeSpec:
				add(s.Name)
			}
		}
	}
	return names
}
