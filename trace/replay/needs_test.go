package replay

import (
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestNeeds checks that a call needs those that created the objects which it names, and the one that made its context current.
func TestNeeds(t *testing.T) {
	f := recording(t, func(c *tracetest.Thread) {
		c.Call("eglGetDisplay", 0, tracetest.Returns(tracetest.Display))                                 // 0
		c.Call("eglCreateContext", tracetest.Display, 1, 0, tracetest.Null(), tracetest.Returns(0x1000)) // 1
		c.Call("eglMakeCurrent", tracetest.Display, 0, 0, 0x1000, tracetest.Returns("EGL_TRUE"))         // 2
		c.NewContext(1, 0x1000, 3, 2, 1)                                                                 // 3
		c.Call("glGenTextures", 2, words(5, 6))                                                          // 4
		c.Call("glBindTexture", "GL_TEXTURE_2D", 6)                                                      // 5
		c.Call("glCreateProgram", tracetest.Returns(4))                                                  // 6
		c.Call("glGetUniformLocation", 4, tracetest.String("tint"), tracetest.Returns(9))                // 7
		c.Call("glUseProgram", 4)                                                                        // 8
		c.Call("glUniform1f", 9, 0.5)                                                                    // 9
		c.Call("glDeleteTextures", 1, words(5))                                                          // 10
		c.Call("glGenTextures", 1, words(5))                                                             // 11
		c.Call("glBindTexture", "GL_TEXTURE_2D", 5)                                                      // 12
		c.Call("glBindBuffer", "GL_ARRAY_BUFFER", 77)                                                    // 13: the program chose the name
		c.Call("eglMakeCurrent", tracetest.Display, 0, 0, 0, tracetest.Returns("EGL_TRUE"))              // 14
		c.Call("eglMakeCurrent", tracetest.Display, 0, 0, 0x1000, tracetest.Returns("EGL_TRUE"))         // 15
		c.Call("eglMakeCurrent", tracetest.Display, 0, 0, 0x1000, tracetest.Returns("EGL_TRUE"))         // 16: it changes nothing
		c.Call("glFlush")                                                                                // 17
	})
	got, err := Needs(t.Context(), f)
	want := "[[] [0] [0 1] [] [2] [4 2] [2] [6 2] [6 2] [7 2] [4 2] [2] [11 2] [2] [0] [0 1] [0 1] [15]]"
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v\nwant %s", got, err, want)
	}
}
