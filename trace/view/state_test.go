package view

import (
	"context"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// find returns a part of the state by its path, or nil.
func find(tree []*state.Tree, names ...string) *state.Tree {
	for _, t := range tree {
		switch {
		case t.Name != names[0]:
		case len(names) == 1:
			return t
		default:
			return find(t.Children, names[1:]...)
		}
	}
	return nil
}

func TestState(t *testing.T) {
	s := serve(t, small(), Options{})
	blend := func(path string) *state.Tree {
		t.Helper()
		tree := getJSON[stateAnswer](t, s, path).Tree
		if got := find(tree, "context 1", "capabilities", "GL_BLEND"); got != nil {
			return got
		}
		t.Fatalf("%s: no GL_BLEND in %v", path, tree)
		return nil
	}
	if got := blend("/api/state?i=1"); got.Value != "GL_TRUE" || !got.Changed {
		t.Errorf("%+v", got)
	}
	if got := blend("/api/state?i=4"); got.Value != "GL_TRUE" || got.Changed {
		t.Errorf("%+v", got)
	}
	if got := blend("/api/state?i=4&against=-1"); !got.Changed {
		t.Errorf("%+v", got)
	}
	if got := blend("/api/state?i=4&against=2"); got.Changed {
		t.Errorf("%+v", got)
	}
}

// drawing is a call of Sample after it has created all its objects.
const drawing = "100"

func TestObjects(t *testing.T) {
	s := sample(t)
	got := getJSON[objectsAnswer](t, s, "/api/objects?i="+drawing)
	if len(got.Shaders) != 3 || got.Shaders[2].Label != tracetest.Script || len(got.Programs) != 1 || len(got.Programs[0].Uniforms) != 3 ||
		len(got.Textures) != 1 || got.Textures[0].Width != 64 || len(got.Buffers) != 2 || got.Buffers[0].Size != 36 {
		t.Errorf("%+v", got)
	}
	if source := getJSON[map[string]string](t, s, "/api/shader?name=3&i="+drawing)["source"]; source != tracetest.Script {
		t.Errorf("%q", source)
	}
	same(t, s, "/api/buffer?name=2&as=u16&i="+drawing, `{"total": 1, "rows": [{"offset": 0, "values": ["0", "1", "2"]}]}`)
	if raw := serveRequest(s, "GET", "/api/buffer?name=1&as=raw&i="+drawing, "").Body.Len(); raw != 36 {
		t.Errorf("%d bytes", raw)
	}
}

// TestThumbnails: the URL of a thumbnail stays the same until the texture is written again, and its size is
// limited.
func TestThumbnails(t *testing.T) {
	s := serve(t, recorded(func(t *tracetest.Thread) {
		t.NewContext(1, 1, 3, 0, 1)
		t.Call("glBindTexture", "GL_TEXTURE_2D", 7)                                                                                                      // 1
		t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 256, 128, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(tracetest.Image(256, 128, 0))) // 2
		t.Call("glFlush").Call("glFlush")
		t.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(make([]byte, 4))) // 5
	}), Options{})
	for i, want := range map[int]int{2: 2, 3: 2, 4: 2, 5: 5} {
		got := getJSON[objectsAnswer](t, s, fmt.Sprintf("/api/objects?i=%d", i))
		if len(got.Textures) != 1 || got.Textures[0].Image != fmt.Sprintf("api/texture.png?i=%d&name=7&level=0&size=64", want) {
			t.Errorf("after call %d: %+v", i, got.Textures)
			continue
		}
		img, err := png.Decode(serveRequest(s, "GET", "/"+got.Textures[0].Image, "").Body)
		if err != nil || img.Bounds().Dx() != 64 || img.Bounds().Dy() != 32 {
			t.Errorf("%v, %v", img, err)
		}
	}
	if none := getJSON[objectsAnswer](t, s, "/api/objects?i=1").Textures; len(none) > 0 && none[0].Image != "" {
		t.Errorf("%+v", none)
	}
}

func TestTexture(t *testing.T) {
	w := serveRequest(sample(t), "GET", "/api/texture.png?name=1&i="+drawing, "")
	img, err := png.Decode(w.Body)
	if err != nil || w.Header().Get("Content-Type") != "image/png" {
		t.Fatalf("%d, %v", w.Code, err)
	}
	if got := color.NRGBAModel.Convert(img.At(63, 63)); img.Bounds().Dx() != 64 || got != (color.NRGBA{251, 0, 0, 255}) {
		t.Errorf("%v, %v", img.Bounds(), got)
	}
}

func TestObjectsAreRefused(t *testing.T) {
	s := sample(t)
	for _, c := range []struct {
		path   string
		status int
		words  string
	}{
		{"/api/state", 400, `"i" is missing`}, {"/api/state?i=1&against=-2", 400, "against"}, {"/api/state?i=1&against=999", 400, "against"},
		{"/api/objects?i=999", 400, "i"}, {"/api/shader?i=100", 400, `"name" is missing`}, {"/api/shader?i=100&name=99", 404, "99"},
		{"/api/buffer?i=100&name=9", 404, "9"}, {"/api/buffer?i=100&name=1&as=exe", 400, "as"}, {"/api/buffer?i=100&name=-1", 400, "name"},
		{"/api/texture.png?i=100&name=9", 404, "9"}, {"/api/texture.png?i=100&name=1&level=32", 400, "level"}, {"/api/texture.png?i=100&name=1&layer=7", 404, "contents"},
		{"/api/texture.png?i=100&name=1&level=7", 422, "no level"}, {"/api/texture.png?i=1&name=1", 404, "1"},
	} {
		refused(t, s, c.path, c.status, c.words)
	}
}

// TestStateIsReached: an answer about a state that takes long has the progress, and the next request
// continues.
func TestStateIsReached(t *testing.T) {
	const calls = 20_000
	s := serve(t, recorded(func(t *tracetest.Thread) {
		for i := range calls {
			t.Call("glLineWidth", float32(i))
		}
	}), Options{pace: paced(func(p *pace) { p.state, p.paint = 0, time.Hour })})
	for _, path := range []string{fmt.Sprintf("/api/state?i=9&against=%d", calls-1), fmt.Sprintf("/api/objects?i=%d", calls-1)} {
		at := 0
		for {
			answer := getJSON[map[string]any](t, s, path)
			if answer["of"] == nil {
				break
			}
			if done := int(answer["done"].(float64)); done <= at || answer["of"] != float64(calls) {
				t.Fatalf("%s: after %d, %v", path, at, answer)
			} else {
				at = done
			}
		}
		if at == 0 && strings.Contains(path, "state") {
			t.Errorf("%s: the request did not wait", path)
		}
	}
}

// TestCanceled: a long evaluation ends with its request, and does not occupy the memory limit before it is
// complete.
func TestCanceled(t *testing.T) {
	s := serve(t, tracetest.Sample(200), Options{pace: paced(func(p *pace) { p.paint = time.Hour })})
	gone, stop := context.WithCancel(t.Context())
	stop()
	for range cap(s.heavy) {
		s.heavy <- struct{}{}
	}
	last := fmt.Sprint(s.file.Len() - 2)
	for _, path := range []string{"/api/state?i=" + last, "/api/objects?i=" + last, "/api/shader?name=1&i=" + last, "/api/buffer?name=1&i=" + last,
		"/api/texture.png?name=1&i=" + last, "/api/compare?a=1&b=2", "/api/stats", "/api/groups?frame=199", "/api/timeline"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", path, http.NoBody).WithContext(gone))
		if w.Code == http.StatusOK && w.Body.Len() > 0 && !strings.HasPrefix(w.Body.String(), `{"done":`) {
			t.Errorf("%s: %d, %.80s", path, w.Code, w.Body)
		}
	}
	for range cap(s.heavy) {
		<-s.heavy
	}
	if got := getJSON[map[string]string](t, s, "/api/shader?name=3&i="+drawing)["source"]; got != tracetest.Script {
		t.Errorf("afterwards, %q", got)
	}
}
