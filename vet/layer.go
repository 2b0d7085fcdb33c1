package vet

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// layer identifies the types of the project's package gles.
type layer struct{ gles string }

func layerOf(pass *analysis.Pass) layer { return layer{pass.Module.Path + "/gles"} }

// command returns the command whose function type t is, such as gles.GLClearFunc: the type of next and of the
// gles functions that call the driver.
func (l layer) command(t types.Type) (*types.TypeName, bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != l.gles || !strings.HasSuffix(named.Obj().Name(), "Func") {
		return nil, false
	}
	_, ok = named.Underlying().(*types.Signature)
	return named.Obj(), ok
}

// dependsOnThread reports whether fn is a function of package gles that depends on the context of the calling
// thread. It calls the driver through package core, which vet does not analyze.
func (l layer) dependsOnThread(name string) bool {
	return name == l.gles+".CurrentContext" || name == "("+l.gles+".GLExtension).Present"
}

// hook returns the parameter next if fn is a hook: a function or method whose name is the command of its
// first parameter and whose signature is the command's hook type.
func (l layer) hook(fn *ssa.Function) (next *ssa.Parameter, ok bool) {
	sig := fn.Signature
	if fn.Object() == nil || sig.Params().Len() == 0 || len(fn.Blocks) == 0 {
		return nil, false
	}
	name, ok := l.command(sig.Params().At(0).Type())
	if !ok {
		return nil, false
	}
	stem := strings.TrimSuffix(name.Name(), "Func")
	hook := name.Pkg().Scope().Lookup(stem + "Hook")
	if hook == nil || !types.Identical(sig, hook.Type().Underlying()) || !strings.HasPrefix(strings.ToLower(fn.Name()), strings.ToLower(stem)) {
		return nil, false
	}
	return fn.Params[len(fn.Params)-sig.Params().Len()], true
}

// isAddress reports whether t is an integer type that stands for an address, such as gles.Ptr: it has a
// method that returns a pointer. Handle types have none.
func isAddress(t *types.Named) bool {
	for m := range t.Methods() {
		results := m.Signature().Results()
		if results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.UnsafePointer]) {
			return true
		}
	}
	return false
}

// short returns the name of a function as messages show it: gles.GLClear, (*cache).put, upload.
func short(fn *ssa.Function, from *types.Package) string {
	if fn.Parent() != nil {
		return "a function literal"
	}
	if recv := fn.Signature.Recv(); recv != nil {
		in := func(p *types.Package) string {
			if p == from {
				return ""
			}
			return p.Name()
		}
		return "(" + types.TypeString(recv.Type(), in) + ")." + fn.Name()
	}
	if pkg := fn.Pkg; pkg != nil && pkg.Pkg != from {
		return pkg.Pkg.Name() + "." + fn.Name()
	}
	return fn.Name()
}
