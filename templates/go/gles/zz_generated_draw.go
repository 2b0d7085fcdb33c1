//go:build ignore

package gles

// drawing are the functions of the C core that draw. Package core sets them.
var drawing struct {
	save    func() bool
	restore func()
	rect    func(x, y, width, height int, color uint32) bool
	text    func(x, y, scale int, color uint32, text string) bool
	bound   func(target GLenum) GLuint
}

// BindDrawing sets the functions that draw. Package core calls it before any hook runs.
func BindDrawing(save func() bool, restore func(), rect func(x, y, width, height int, color uint32) bool,
	text func(x, y, scale int, color uint32, text string) bool, bound func(target GLenum) GLuint) {
	drawing.save, drawing.restore, drawing.rect, drawing.text, drawing.bound = save, restore, rect, text, bound
}

// SaveState saves the state that a hook changes to draw. It returns false if the state could not be restored
// later, such as while a deleted program is in use: then do not draw. Call RestoreState on the same thread.
//
//	if gles.SaveState() {
//		defer gles.RestoreState()
//		gles.DrawRect(8, 8, 200, 24, 0x000000C0)
//		gles.DrawText(12, 12, 2, 0xFFFFFFFF, "hello")
//	}
//
// It saves what glEnable switches, blending, masks, clear values, the depth and stencil tests, the viewport and the
// scissor box, culling, polygon offset, sample coverage, and pixel storage; the program and the program pipeline;
// the active texture unit, the textures and the sampler of unit 0; buffers, the vertex array, framebuffers and the
// renderbuffer. Transform feedback is paused, and debug output is off. Bind a vertex array of your own: the
// attributes of the app's vertex array are not saved. The stencil function is saved only after the app has set it.
func SaveState() bool { return drawing.save() }

// RestoreState restores the state that SaveState saved. Calls of both can be nested.
func RestoreState() { drawing.restore() }

// DrawRect draws a rectangle over the current surface. x and y are the distance from the upper left corner, in
// pixels. color is 0xRRGGBBAA; an alpha of 0xFF is opaque. It saves and restores the state unless SaveState was
// called. It returns false if nothing was drawn, such as without a surface.
func DrawRect(x, y, width, height int, color uint32) bool {
	return drawing.rect(x, y, width, height, color)
}

// DrawText draws a text like DrawRect. A letter has 5 by 8 pixels and takes 6 by 10, times scale, which is 1 to 64.
// A newline begins a new line; letters outside of ASCII are drawn as a question mark.
func DrawText(x, y, scale int, color uint32, text string) bool {
	return drawing.text(x, y, scale, color, text)
}

// BoundTexture returns the texture that the app has bound to a target of the active texture unit, such as
// GL_TEXTURE_2D; 0 for none, and for the targets of buffer textures and of cube map arrays.
func BoundTexture(target GLenum) GLuint { return drawing.bound(target) }
