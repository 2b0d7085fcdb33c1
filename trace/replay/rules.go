package replay

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// rule is what a function needs in addition to the call itself.
type rule struct {
	params string                    // names of the first parameters; without them the rule does not apply
	before func(*writer, *file.Call) // before a call of the program
	after  func(*writer, *file.Call) // after it
	own    func(*writer, *file.Call) // for a call of the recorder
}

// newRules returns the rules by the names of functions, without the suffix of an extension.
func newRules() map[string]rule {
	return map[string]rule{
		"glUseProgram":             {params: "program", after: (*writer).useProgram},
		"glBindProgramPipeline":    {params: "pipeline", after: (*writer).bindPipeline},
		"glActiveShaderProgram":    {params: "pipeline program", after: (*writer).activeProgram},
		"glLinkProgram":            {params: "program", before: (*writer).bindAttributes, after: (*writer).linked},
		"glGetUniformLocation":     {params: "program name", own: (*writer).location},
		"glBindFramebuffer":        {params: "target framebuffer", after: (*writer).bindFramebuffer},
		"glBeginTransformFeedback": {after: (*writer).beginFeedback},
		"glEndTransformFeedback":   {after: (*writer).endFeedback},

		"eglCreateContext":               {params: "dpy config", before: (*writer).config},
		"eglCreatePbufferSurface":        {params: "dpy config", before: (*writer).config},
		"eglCreateWindowSurface":         {params: "dpy config", before: (*writer).surface, after: (*writer).createdSurface},
		"eglCreatePlatformWindowSurface": {params: "dpy config", before: (*writer).surface, after: (*writer).createdSurface},
		"eglCreatePixmapSurface":         {params: "dpy config", before: (*writer).surface, after: (*writer).createdSurface},
		"eglCreatePlatformPixmapSurface": {params: "dpy config", before: (*writer).surface, after: (*writer).createdSurface},
		"eglMakeCurrent":                 {params: "dpy draw read ctx", after: (*writer).madeCurrent},
		"eglGetConfigAttrib":             {params: "dpy config", before: (*writer).queriedConfig},
		"eglQuerySurface":                {params: "dpy surface attribute value", before: (*writer).queriedSize},
		"eglCreateImage":                 {params: "dpy ctx target buffer", before: (*writer).source},
		"eglSwapBuffers":                 {params: "dpy surface", before: (*writer).beforeSwap, after: (*writer).endFrame},
		"eglSwapBuffersWithDamage":       {params: "dpy surface", before: (*writer).beforeSwap, after: (*writer).endFrame},
		"eglSwapBuffersRegion":           {params: "dpy surface", before: (*writer).beforeSwap, after: (*writer).endFrame},
		"eglSwapBuffersRegion2":          {params: "dpy surface", before: (*writer).beforeSwap, after: (*writer).endFrame},

		"gltrace.Context":    {params: "number handle major minor share", own: (*writer).newContext},
		"gltrace.Surface":    {params: "display surface kind width height", own: (*writer).resized},
		"gltrace.VertexData": {params: "index size type normalized integer stride first count divisor", own: (*writer).keepArray},
		"gltrace.Mapped":     {params: "target buffer offset length data", own: (*writer).mapped},
	}
}

// ruleOf returns the rule of a function, or nil.
func (x *writer) ruleOf(f *file.Function) *rule {
	name := strings.TrimRight(f.Name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if r, ok := x.rules[name]; ok && f.Begins(r.params) {
		return &r
	}
	return nil
}

func (x *writer) useProgram(c *file.Call) { x.context(c.Context).program = c.Args[0].Bits }

func (x *writer) bindPipeline(c *file.Call) { x.context(c.Context).pipeline = c.Args[0].Bits }

func (x *writer) activeProgram(c *file.Call) {
	x.context(c.Context).active[c.Args[0].Bits] = c.Args[1].Bits
}

func (x *writer) beginFeedback(c *file.Call) { x.context(c.Context).feedback = true }

func (x *writer) endFeedback(c *file.Call) { x.context(c.Context).feedback = false }

const readFramebuffer = 0x8CA8

func (x *writer) bindFramebuffer(c *file.Call) {
	if c.Args[0].Bits != readFramebuffer {
		x.context(c.Context).drawn = c.Args[1].Bits
	}
}

func (x *writer) newContext(c *file.Call) {
	number := uint32(c.Args[0].Bits)
	x.handles[c.Args[1].Bits] = number
	x.context(number).share = uint32(c.Args[4].Bits)
}

// deletes reports whether a function deletes the objects that its last parameter names.
func deletes(function string) bool {
	return strings.HasPrefix(function, "glDelete") || strings.HasPrefix(function, "eglDestroy")
}

// deferred has the classes of objects whose names stay valid after the deletion, while they are in use.
var deferred = map[string]bool{"program": true, "shader": true, "surface": true, "context": true}

// deleted is called after objects were deleted.
func (x *writer) deleted(c *file.Call, p *plan, a *arguments) {
	last := len(p.params) - 1
	if last < 0 {
		return
	}
	q := &p.params[last]
	class := q.class(c)
	if class == nil || class.stays {
		return
	}
	names := []uint64{c.Args[last].Bits}
	if q.form == objectsForm {
		names = x.elements(q, a.data[last])
	}
	for _, name := range names {
		x.drop(x.objectOf(c, class, name))
	}
}
