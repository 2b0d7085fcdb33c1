package vet

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// layer knows the types of a project's own package gles.
type layer struct{ gles string }

func layerOf(pass *analysis.Pass) layer { return layer{pass.Module.Path + "/gles"} }

// command is the type of a driver's function, gles.GlClearFunc: what next is, and what gles.GlClear calls.
func (l layer) command(t types.Type) (*types.TypeName, bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != l.gles || !strings.HasSuffix(named.Obj().Name(), "Func") {
		return nil, false
	}
	_, ok = named.Underlying().(*types.Signature)
	return named.Obj(), ok
}

// asksThread reports whether a function is one of package gles that answers for the calling thread's context. It
// reaches the driver through package core, which is not followed.
func (l layer) asksThread(name string) bool {
	return name == l.gles+".CurrentContext" || name == "("+l.gles+".GLExtension).Present"
}

// hook gives the parameter next of a hook: a function or method that is named like the command of its first
// parameter, and has the signature of the command's hook type.
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
	if hook == nil || !types.Identical(sig, hook.Type().Underlying()) || !strings.HasPrefix(lower(fn.Name()), lower(stem)) {
		return nil, false
	}
	return fn.Params[len(fn.Params)-sig.Params().Len()], true
}

// lower begins with a small letter.
func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// isAddress reports whether t is an integer that stands for an address, as gles.Ptr does: it has a method that
// gives a pointer. Handles have none.
func isAddress(t *types.Named) bool {
	for m := range t.Methods() {
		results := m.Signature().Results()
		if results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.UnsafePointer]) {
			return true
		}
	}
	return false
}

// short is how messages call a function: gles.GlClear, (*cache).put, upload.
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
