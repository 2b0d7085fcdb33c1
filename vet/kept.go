package vet

import (
	"fmt"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

const keptName = "kept"

// Kept finds pointers of the app or the driver that outlive the hook that received them.
var Kept = &analysis.Analyzer{
	Name: keptName,
	Doc: `a C pointer kept after its hook

The memory that a hook's pointer parameters point to belongs to the app: an array, a string, pixels. After the hook returns, the app may free or reuse it. Reading through the pointer later returns other data or crashes the app, and the Go function recover cannot prevent that. The check finds pointer parameters, values of type gles.Ptr, and slices made from them with Ptr.Bytes, gles.Attribs or unsafe.Slice. It finds them in package variables, fields, maps, channels and function literals, and in goroutines that the hook does not wait for.

Handles are numbers and may be kept: EGLDisplay, GLsync, a texture name.

What to do: copy the data. gles.String, gles.Strings, slices.Clone, bytes.Clone and string(b) copy. If a Ptr is an offset or only an identifier, keep it as uintptr(p). If GL itself uses the pointer after the call (a mapped buffer, client arrays, the user pointer of a callback), the hook may keep it. To suppress the finding in this case, write //gleslayer:ok kept REASON on the line or in the function's doc comment.`,
	Requires: []*analysis.Analyzer{directives, flows},
	Run:      runKept,
}

func runKept(pass *analysis.Pass) (any, error) {
	g := pass.ResultOf[flows].(*flowGraph)
	reported := map[token.Pos]bool{}
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
				if !reported[s.pos] {
					reported[s.pos] = true
					report(pass, s.pos, fmt.Sprintf("%s is kept %s: it points to memory that the app may free after %s returns; keep a copy",
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
	return strconv.Quote(p.Name())
}
