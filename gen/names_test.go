package gen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// TestLocalNames checks that generated code compiles for a command with a result whose parameters have the names
// of its local variables.
func TestLocalNames(t *testing.T) {
	r := registry.Builtin()
	rc := *must(r.Command("eglChooseConfig"))
	rc.Params = slices.Clone(rc.Params)
	for i, name := range []string{"args", "call", "result", "a", "next"} {
		rc.Params[i].Name = name
	}
	p := newPlan()
	if err := p.resolveTypes(r); err != nil {
		t.Fatal(err)
	}
	c, err := p.command(r, &rc)
	if err != nil {
		t.Fatal(err)
	}
	c.Hook, c.Own = HookGo, true
	p.Module, p.Commands = "example.com/x", []*Command{c}
	p.nameLocals()
	if c.locals.args != "args2" || c.locals.call != "call2" || c.locals.result != "result2" || c.GoArgs != "args, call, result, a, nextArg" {
		t.Errorf("locals %+v, parameters %s", c.locals, c.GoArgs)
	}
	for name, emitter := range map[string]func(*Plan) *goFile{"register": emitRegister, "next": emitNext, "fakedriver": emitFakeDriver} {
		text, err := printGo(emitter(p))
		if err != nil {
			t.Fatal(name, err)
		}
		compiles(t, string(text))
	}
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("not in the registry")
	}
	return v
}

// compiles type-checks a file. Its imports and the author's hook do not exist, so only errors about local
// variables count.
func compiles(t *testing.T, text string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "x.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	check := types.Config{Error: func(err error) {
		for _, what := range []string{"redeclared", "no field or method", "declared and not used", "non-pointer"} {
			if strings.Contains(err.Error(), what) {
				t.Errorf("%v in:\n%s", err, text)
			}
		}
	}}
	_, _ = check.Check("x", fset, []*ast.File{f}, nil) // check.Error is called for each error
}
