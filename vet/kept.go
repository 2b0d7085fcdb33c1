package vet

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

const keptName = "kept"

// Kept finds pointers of the app's or the driver's that outlive the hook they were given to.
var Kept = &analysis.Analyzer{
	Name: keptName,
	Doc: `a C pointer kept after its hook

What a hook's pointers lead to is the app's: its array, its string, its pixels. When the hook has returned, the app may free or reuse it, and who looks through the pointer later reads something else, or crashes the app; no recover helps. That holds for pointer parameters, for gles.Ptr, and for slices made of them (Ptr.Bytes, gles.Attribs, unsafe.Slice), wherever they are kept: in a package variable, a field, a map, a channel, a function literal, a goroutine that the hook does not wait for.

Handles are numbers, and may be kept: EGLDisplay, GLsync, the name of a texture.

What to do: copy. gles.String and gles.Strings do, slices.Clone and bytes.Clone do, and so does string(b). A Ptr that is an offset or stands for nothing but itself is kept as uintptr(p). Where GL itself lets a pointer live longer (a mapped buffer, client arrays, the user pointer of a callback), say so: //gleslayer:ok kept REASON on the line, or in the comment of the function.`,
	Requires: []*analysis.Analyzer{directives, flows},
	Run:      runKept,
}

func runKept(pass *analysis.Pass) (any, error) {
	g := pass.ResultOf[flows].(*flowGraph)
	told := map[token.Pos]bool{}
	for _, fn := range g.funcs {
		next, ok := g.layer.hook(fn)
		if !ok {
			continue
		}
		for _, p := range fn.Params {
			if p == next || isReceiver(fn, p) || !carries(p.Type()) {
				continue
			}
			f := g.run(fn, p)
			for _, s := range f.sinks {
				if !told[s.pos] {
					told[s.pos] = true
					report(pass, s.pos, fmt.Sprintf("%s is kept %s: what it points to belongs to the app, and may be gone when %s has returned; keep a copy",
						nameOf(p), s.where, fn.Name()))
				}
			}
		}
	}
	return nil, nil
}

func isReceiver(fn *ssa.Function, p *ssa.Parameter) bool {
	return fn.Signature.Recv() != nil && p == fn.Params[0]
}

func nameOf(p *ssa.Parameter) string {
	if p.Name() == "" || p.Name() == "_" {
		return "a parameter"
	}
	return p.Name()
}
