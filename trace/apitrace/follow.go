package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// rule is what a function needs in addition to the call itself.
type rule struct {
	params string                                  // names of the first parameters; without them the rule does not apply
	before func(*writer, *file.Call) (bool, error) // returns false if the call is left out
	after  func(*writer, *file.Call) error
}

// rules has the rules by the names of functions.
var rules = map[string]rule{
	"eglMakeCurrent":         {params: "dpy draw read ctx", after: (*writer).madeCurrent},
	"eglReleaseThread":       {after: (*writer).released},
	"eglCreateContext":       {params: "dpy config share_context attrib_list", after: (*writer).createdContext},
	"glBindBuffer":           binds("target buffer", 1),
	"glBindBufferBase":       binds("target index buffer", 2),
	"glBindBufferRange":      binds("target index buffer", 2),
	"glDeleteBuffers":        {params: "n buffers", after: (*writer).unbind},
	"glBindVertexArray":      bindArray,
	"glBindVertexArrayOES":   bindArray,
	"glPixelStorei":          {params: "pname param", after: (*writer).store},
	"glMapBufferRange":       {params: "target offset length", after: (*writer).mapped},
	"glMapBufferRangeEXT":    {params: "target offset length", after: (*writer).mapped},
	"glMapBufferOES":         {params: "target access", after: (*writer).mappedWhole},
	"glTexImage2D":           pixels,
	"glTexImage3D":           pixels,
	"glTexImage3DOES":        pixels,
	"glTexSubImage2D":        pixels,
	"glTexSubImage3D":        pixels,
	"glTexSubImage3DOES":     pixels,
	"glVertexAttribPointer":  {params: "index size type normalized stride pointer", before: isOffset},
	"glVertexAttribIPointer": {params: "index size type stride pointer", before: isOffset},
	"glLinkProgram":          {params: "program", before: (*writer).bindAttributes},
	"gltrace.Context":        {params: "number handle major minor share", before: (*writer).newContext},
	"gltrace.VertexData":     {params: "index size type normalized integer stride first count divisor", before: (*writer).vertices},
	"gltrace.Mapped":         {params: "target buffer offset length data", before: (*writer).copied},
}

var (
	pixels    = rule{before: (*writer).tighten, after: (*writer).loosen}
	bindArray = rule{params: "array", after: (*writer).bindArray}
)

// ruleOf returns the rule of a function, or nil.
func ruleOf(f *file.Function) *rule {
	if r, ok := rules[f.Name]; ok && f.Begins(r.params) {
		return &r
	}
	return nil
}

// isOffset reports whether the last argument is an offset into a buffer. An address would be that of the
// program's memory, which gltrace.VertexData has at each draw.
func isOffset(x *writer, c *file.Call) (bool, error) {
	v := c.Args[len(c.Args)-1]
	return v.Data != nil || v.Bits == 0, nil
}
