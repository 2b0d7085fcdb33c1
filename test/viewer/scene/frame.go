package scene

import (
	"fmt"
	"math"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// frame draws the shadows, the scene, and the overlay.
func (p *program) frame(n int) {
	t, all := float64(n)*0.05, balls(float64(n)*0.05)
	p.call("glBindBufferBase", "GL_UNIFORM_BUFFER", 0, perFrame)
	p.took(2200, "glBufferSubData", "GL_UNIFORM_BUFFER", 0, 64, tracetest.Bytes(model(vec{0, 2.1, -5.4}, 1, t)))
	p.group("Shadow map", func() { p.shadows(all, t) })
	p.group("Scene", func() { p.scene(all, t, n) })
	p.group("Overlay", func() { p.overlay(n) })
	if n%31 == 17 { // a frame that waits
		p.took(14e6, "glFinish")
	}
	if n%12 == 1 {
		p.albedo(n / 12 % 4)
	}
	p.swap(n)
}

func (p *program) group(name string, inside func()) {
	p.call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 1, -1, tracetest.String(name))
	inside()
	p.call("glPopDebugGroup")
}

func (p *program) shadows(all []ball, t float64) {
	p.took(9e3, "glBindFramebuffer", "GL_FRAMEBUFFER", shadowBuffer)
	p.call("glViewport", 0, 0, 1024, 1024)
	p.call("glColorMask", false, false, false, false)
	p.took(6e4, "glClear", 0x100)
	p.call("glUseProgram", depthProgram)
	p.call("glUniformMatrix4fv", 1, 1, false, tracetest.Bytes(model(light.times(6), 0.2, 0)))
	p.call("glBindVertexArray", ballArray)
	for _, b := range all {
		p.call("glUniformMatrix4fv", 0, 1, false, tracetest.Bytes(model(b.at, b.radius, t)))
		p.took(1.1e5, "glDrawElements", "GL_TRIANGLES", 1440, "GL_UNSIGNED_SHORT", tracetest.Offset(0))
	}
	p.call("glColorMask", true, true, true, true)
}

func (p *program) scene(all []ball, t float64, n int) {
	p.took(9e3, "glBindFramebuffer", "GL_FRAMEBUFFER", sceneBuffer)
	p.call("glViewport", 0, 0, 1280, 720)
	p.call("glClearColor", 0.62, 0.74, 0.88, 1.0)
	p.took(8e4, "glClear", 0x4100)
	p.call("glUseProgram", litProgram)
	p.call("glUniform3f", 3, light[0], light[1], light[2])
	p.call("glUniformMatrix4fv", 2, 1, false, tracetest.Bytes(model(light.times(6), 0.2, 0)))
	p.call("glActiveTexture", "GL_TEXTURE1")
	p.call("glBindTexture", "GL_TEXTURE_2D", shadowMap)
	p.call("glActiveTexture", "GL_TEXTURE0")
	for i, b := range all {
		p.group(fmt.Sprintf("ball %d", i), func() {
			p.call("glBindTexture", "GL_TEXTURE_2D", firstAlbedo+i%4)
			p.call("glUniform4f", 4, b.colour[0], b.colour[1], b.colour[2], 1.0)
			p.call("glUniformMatrix4fv", 0, 1, false, tracetest.Bytes(model(b.at, b.radius, t)))
			p.took(3.2e5, "glDrawElements", "GL_TRIANGLES", 1440, "GL_UNSIGNED_SHORT", tracetest.Offset(0))
		})
	}
	p.call("glBindVertexArray", groundArray)
	p.call("glUniformMatrix4fv", 0, 1, false, tracetest.Bytes(model(vec{}, 1, 0)))
	if n%16 == 9 {
		p.call("glEnable", "GL_TEXTURE_2D")
		p.render.Synthetic("gltrace.Error", "GL_INVALID_ENUM")
	}
	p.took(4e5, "glDrawArrays", "GL_TRIANGLE_STRIP", 0, 4)
	if p.images && n%8 == 0 {
		p.render.Synthetic("gltrace.DrawImage", sceneBuffer, Width, Height, 1280, 720, 0, tracetest.Bytes(Picture(Width, Height, t, 3)))
	}
}

func (p *program) overlay(n int) {
	p.took(9e3, "glBindFramebuffer", "GL_FRAMEBUFFER", 0)
	p.call("glDisable", "GL_DEPTH_TEST")
	p.call("glEnable", "GL_BLEND")
	p.call("glBlendFuncSeparate", "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA", "GL_ONE", "GL_ONE_MINUS_SRC_ALPHA")
	for i := range 6 + n/40 {
		p.call("glUniform4f", 4, 1.0, 1.0, 1.0, 0.25+0.5*math.Abs(math.Sin(float64(n+i)/9)))
		p.took(4e4, "glDrawArrays", "GL_TRIANGLE_STRIP", 4*i%32, 4)
	}
	p.call("glDisable", "GL_BLEND")
	p.call("glEnable", "GL_DEPTH_TEST")
	p.call("glInvalidateFramebuffer", "GL_FRAMEBUFFER", 1, tracetest.Bytes(words(0x1801)))
	p.render.Took(time.Duration(float64(time.Millisecond) * (5.2 + 1.8*math.Sin(float64(n)/11) + 0.6*p.random.ExpFloat64()))).Call("glFlush")
}
