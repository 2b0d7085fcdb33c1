package state

import (
	"maps"
	stdpath "path"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
)

// TestEffects checks that each pattern of effects.tsv matches a function, and that each kind is known.
func TestEffects(t *testing.T) {
	known := append(slices.Collect(maps.Keys(steps)), "nothing", "query", "closes", "set")
	for _, row := range effectRows() {
		if !slices.Contains(known, row.kind) {
			t.Errorf("unknown kind %q", row.kind)
		}
		for _, pattern := range row.patterns {
			if !matchesFunction(pattern) {
				t.Errorf("%s matches no function", pattern)
			}
		}
	}
}

func matchesFunction(pattern string) bool {
	for _, c := range registry.Builtin().Commands {
		if match, _ := stdpath.Match(pattern, c.Name); match {
			return true
		}
	}
	match, _ := stdpath.Match("gltrace.*", pattern)
	return match
}

// TestMostUsages checks that all later calls are needed when draws use more states than a tracker remembers.
func TestMostUsages(t *testing.T) {
	defer func(most int) { mostUsages = most }(mostUsages)
	mostUsages = 10
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		for range 100 {
			m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3).Call("glGetError", tracetest.Returns(0))
		}
	})
	calls, err := New(f).Needed(t.Context(), f.Len()-1, f.Len())
	if n := calls.Count(); err != nil || n != 101 {
		t.Errorf("%d calls are needed, %v", n, err)
	}
}

// TestMostUsagesOfWindow checks that draws to a window are needed if calls beyond the limit may read them before its swap.
func TestMostUsagesOfWindow(t *testing.T) {
	defer func(most int) { mostUsages = most }(mostUsages)
	mostUsages = 10
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("eglCreateWindowSurface", tracetest.Display, 1, 2, tracetest.Null(), tracetest.Returns(tracetest.Surface))
		m.Call("eglMakeCurrent", tracetest.Display, tracetest.Surface, tracetest.Surface, 0x1000, tracetest.Returns("EGL_TRUE"))
		for range 3 {
			m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3) // to the window
		}
		m.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 3)
		m.Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 5, 0)
		for range 20 {
			m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		}
		m.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
		m.Call("glCopyTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 0, 0, 8, 8, 0)
		m.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	})
	calls, err := New(f).Needed(t.Context(), f.Len(), f.Len())
	var draws int
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil && c.Function.IsDraw() && calls.Has(uint32(c.Index)) {
			draws++
		}
	}
	if err != nil || draws != 23 {
		t.Errorf("%d draws are needed, %v", draws, err)
	}
}
