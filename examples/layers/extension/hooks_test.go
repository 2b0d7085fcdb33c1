//go:build ignore

package main

import (
	"strings"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

// The app sees the extension, and gets an answer to the query, above drivers with and without it.
func TestExtension(t *testing.T) {
	for list, calls := range map[string]int{"GL_EXT_other": 0, "GL_EXT_other GL_KHR_parallel_shader_compile": 1} {
		var m gles.Memory
		extensions := (*gles.GLubyte)(m.String(list))
		driver := &fakedriver.Driver{
			EGLGetCurrentContext: func() gles.EGLContext { return 1 },
			GLGetString:          func(gles.GLenum) *gles.GLubyte { return extensions },
		}
		app := fakedriver.Load(t, driver)
		if got := gles.String(app.GLGetString(gles.GL_EXTENSIONS)); strings.Count(got, "GL_KHR_parallel_shader_compile") != 1 {
			t.Errorf("%s: the app sees %q", list, got)
		}
		app.GLMaxShaderCompilerThreadsKHR(2)
		var status gles.GLint
		app.GLGetShaderiv(1, gles.GL_COMPLETION_STATUS_KHR, &status)
		if got := driver.Calls("glMaxShaderCompilerThreadsKHR"); got != calls || calls == 0 && status != gles.GL_TRUE {
			t.Errorf("%s: %d calls of the driver, status %d", list, got, status)
		}
		m.Free()
	}
}
