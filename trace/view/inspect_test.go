package view

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// named returns the first call of a function at or after a call.
func named(t *testing.T, s *Server, name string, from int) int {
	t.Helper()
	for c, err := range s.file.Calls(from, s.file.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == name {
			return c.Index
		}
	}
	t.Fatalf("no %s", name)
	return 0
}

func TestDrawingAnswer(t *testing.T) {
	s := sample(t)
	draw := named(t, s, "glDrawElements", 0)
	d := getJSON[drawingAnswer](t, s, fmt.Sprintf("/api/drawing?i=%d", draw))
	if d.Kind != "draw" || len(d.Textures) != 1 || d.Textures[0].Uniform != "image" || d.Attributes[0].Name != "" || d.Attributes[0].Buffer.Label != "triangle" {
		t.Errorf("%+v", d)
	}
	if image := d.Images[1]; !strings.HasPrefix(image, "api/texture.png?i=") || serveRequest(s, "GET", "/"+image, "").Code != 200 {
		t.Errorf("%q", image)
	}
	if d := getJSON[drawingAnswer](t, s, fmt.Sprintf("/api/drawing?i=%d", draw-1)); d.Kind != "" {
		t.Errorf("%+v", d)
	}
	same(t, s, fmt.Sprintf("/api/vertices?i=%d&from=1&count=1", draw), `{"total": 3, "rows": [{"n": 1, "index": 1, "values": [["1", "-1", "0"]]}]}`)
	w := serveRequest(s, "GET", fmt.Sprintf("/api/mesh?i=%d&array=0", draw), "")
	if w.Code != 200 || w.Body.Len() != 36 || w.Header().Get("X-Total") != "3" {
		t.Errorf("%d, %d bytes, %v", w.Code, w.Body.Len(), w.Header())
	}
}

func TestInspect(t *testing.T) {
	s := sample(t)
	got := getJSON[inspected](t, s, "/api/inspect?class=buffer&name=1&i="+drawing)
	if got.Label != "triangle" || got.Tree.Name != "buffer 1" || find(got.Tree.Children, "size").Value != "36" {
		t.Errorf("%+v", got)
	}
	h := getJSON[state.History](t, s, "/api/history?class=texture&name=1&i="+drawing)
	kinds := map[string]int{}
	for _, e := range h.Events {
		kinds[e.Kind]++
	}
	if h.From != 0 || h.To != s.file.Len() || kinds["made"] != 1 || kinds["deleted"] != 1 || kinds["used"] != 24 || kinds["changed"] < 2 {
		t.Errorf("%d to %d: %v", h.From, h.To, kinds)
	}
}

// TestHistoryIsLimited: a request evaluates calls for a limited time, and the answer has where to continue.
func TestHistoryIsLimited(t *testing.T) {
	s := serve(t, tracetest.Sample(40), Options{pace: paced(func(p *pace) { p.state, p.paint = 0, time.Hour })})
	for from, rounds := 0, 0; from < s.file.Len(); rounds++ {
		var h state.History
		if err := json.Unmarshal(serveRequest(s, "GET", fmt.Sprintf("/api/history?class=buffer&name=1&i=90&from=%d", from), "").Body.Bytes(), &h); err != nil || h.To < h.From || rounds > 100 {
			t.Fatalf("from %d: %+v, %v", from, h, err)
		}
		if h.To > 0 && h.To-h.From > 512 {
			t.Errorf("one answer has calls %d to %d", h.From, h.To)
		}
		from = max(from, h.To)
	}
}

// TestTargets: the last image of each attachment, from a draw, an upload, or a swap.
func TestTargets(t *testing.T) {
	image := tracetest.Bytes(tracetest.Image(2, 2, 0))
	s := serve(t, recorded(func(t *tracetest.Thread) {
		t.NewContext(1, 1, 3, 0, 1)                                                                                               // 0
		t.Call("glBindTexture", "GL_TEXTURE_2D", 7)                                                                               // 1
		t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", image)                      // 2
		t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 3)                                                                          // 3
		t.Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 7, 0)                         // 4
		t.Call("glFramebufferRenderbuffer", "GL_FRAMEBUFFER", "GL_DEPTH_ATTACHMENT", "GL_RENDERBUFFER", 9)                        // 5
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)                                                                              // 6
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)                                                                              // 7
		t.Synthetic("gltrace.DrawImage", 3, 2, 2, 2, 2, 1, image)                                                                 // 8: of call 6
		t.Call("glFlush")                                                                                                         // 9
		t.Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 8, 0)                         // 10
		t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)                                                                          // 11
		t.Synthetic("gltrace.FrameImage", tracetest.Surface, 2, 2, 2, 2, 0, image)                                                // 12
		t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))                             // 13
		t.Call("glFlush")                                                                                                         // 14
		t.Synthetic("gltrace.DrawImage", 0, 2, 2, 2, 2, 0, tracetest.Null())                                                      // 15: not captured
		t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 3).Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", // 16, 17
			"GL_TEXTURE_2D", 7, 0)
	}), Options{})
	for _, c := range []struct {
		call  int
		want  string // of and from of the first target
		exact bool
	}{{4, "upload 2", false}, {6, "draw 6", true}, {7, "draw 6", false}, {10, " -1", false}, {11, " -1", false}, {14, "swap 13", false}, {17, "draw 6", false}} {
		got := getJSON[targetsAnswer](t, s, fmt.Sprintf("/api/targets?i=%d", c.call)).Targets
		if first := got[0]; fmt.Sprintf("%s %d", first.Of, first.From) != c.want || first.Exact != c.exact || (first.Image == "") != (first.Lack != "") {
			t.Errorf("after call %d: %+v", c.call, first)
		} else if first.Image != "" && serveRequest(s, "GET", "/"+first.Image, "").Code != 200 {
			t.Errorf("after call %d: no image %s", c.call, first.Image)
		}
		if c.call == 6 && (len(got) != 2 || got[1].Image != "" || !strings.Contains(got[1].Lack, "color")) {
			t.Errorf("%+v", got)
		}
	}
}

func TestInspectIsRefused(t *testing.T) {
	s := sample(t)
	for _, c := range []struct {
		path   string
		status int
		words  string
	}{
		{"/api/drawing", 400, `"i" is missing`}, {"/api/inspect?i=90&name=1", 400, "unknown class"}, {"/api/inspect?i=90&class=buffer", 400, `"name" is missing`},
		{"/api/inspect?i=90&class=buffer&name=99", 404, "99"}, {"/api/history?class=buffer&name=1&i=1&from=9&to=3", 400, "to"}, {"/api/history?class=exe&name=1&i=1", 400, "unknown class"},
		{"/api/vertices?i=1", 404, "not known"}, {"/api/mesh?i=1", 404, "not known"}, {"/api/mesh", 400, "missing"}, {"/api/targets?i=-1", 400, "i"},
		{fmt.Sprintf("/api/mesh?i=%d&array=5", named(t, s, "glDrawArrays", 0)), 404, "no array 5"}, {fmt.Sprintf("/api/vertices?i=1&part=%d", math.MaxInt64), 400, "part"},
	} {
		refused(t, s, c.path, c.status, c.words)
	}
}
