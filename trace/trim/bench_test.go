package trim

import (
	"io"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// BenchmarkFramebuffers trims a program that draws to textures in each frame, and clears them before.
func BenchmarkFramebuffers(b *testing.B) {
	const frames, draws, targets = 1000, 99, 4
	f := record(b, func(main *tracetest.Thread) {
		for n := range uint32(targets) {
			main.Call("glGenTextures", 1, names(5+n))
			main.Call("glBindTexture", "GL_TEXTURE_2D", 5+n)
			main.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 8, 8, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
			main.Call("glGenFramebuffers", 1, names(3+n))
			main.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 3+n)
			main.Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 5+n, 0)
		}
		for unit := range 16 {
			main.Call("glActiveTexture", 0x84C0+unit)
			main.Call("glBindTexture", "GL_TEXTURE_2D", 5+unit%targets)
			main.Call("glBindBufferBase", "GL_UNIFORM_BUFFER", unit, 7+unit)
			main.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7+unit)
			main.Call("glVertexAttribPointer", unit, 4, "GL_FLOAT", false, 0, tracetest.Offset(0))
		}
		for range frames {
			for n := range draws {
				if n%(draws/targets) == 0 {
					main.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 3+n/(draws/targets)%targets)
					main.Call("glClear", 0x4000)
				}
				main.Call("glUniform1f", 4, n)
				main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
			}
			main.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
			main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
			swap(main)
		}
	})
	r, err := Frames(f, frames-10, frames-1)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Trim(b.Context(), f, r, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
