package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/inspecttest"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// endpoints are the endpoints that the page requests.
var endpoints = []string{"/api/trace", "/api/frames", "/api/calls", "/api/call", "/api/search", "/api/views/1", "/api/groups", "/api/timeline",
	"/api/compare", "/api/data", "/api/image.png", "/api/state", "/api/objects", "/api/shader", "/api/buffer", "/api/texture.png", "/api/stats",
	"/api/drawing", "/api/inspect", "/api/history", "/api/vertices", "/api/mesh", "/api/targets", "/api/passes", "/api/hits", "/api/names", "/api/texels",
	"/api/export", "/api/replay/image", "/api/replay/texture", "/api/replay/history", "/api/replay/outputs", "/api/replay/mesh", "/api/replay/times"}

// FuzzQuery: no query causes a server error.
func FuzzQuery(f *testing.F) {
	for i, q := range []string{"", "from=0&count=9", "from=3&view=1", "i=20", "q=GL_&from=3&dir=-1", "", "frame=2", "from=5&to=90000&width=7", "a=1&b=2&other=other",
		"i=20&param=2&as=text", "frame=1", "i=90&against=3",
		"i=90", "i=90&name=2", "i=90&name=1&as=f16&from=1&count=2", "i=90&name=1&level=0&layer=0", "from=3&to=90",
		"i=90", "i=90&class=buffer&name=1", "i=90&class=texture&name=1&from=3&to=90", "i=95&from=1&instance=2", "i=95&array=0&part=0", "i=90", "frame=1",
		"q=gl&from=3&i=9&in=names", "calls=3,90", "i=90&name=1&level=0&layer=0", "as=json",
		"i=90&what=color0", "i=90&name=1&level=0&layer=0", "i=90&what=depth&x=1&y=2", "i=90&from=2&count=3&instance=1", "i=90&instance=1", "frame=1"} {
		f.Add(i, q)
	}
	s := serve(f, tracetest.Sample(8), Options{Inspector: &inspecttest.Fake{Width: 4, Height: 2}})
	serveRequest(s, "POST", "/api/views", `{"draws": true}`)
	f.Fuzz(func(t *testing.T, endpoint int, q string) {
		path := endpoints[uint(endpoint)%uint(len(endpoints))]
		r := httptest.NewRequest("GET", path, nil)
		r.URL.RawQuery = strings.ReplaceAll(q, "#", "")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s?%s: %s", path, q, w.Body)
		}
		kind := w.Header().Get("Content-Type")
		if kind == "application/json" && !json.Valid(w.Body.Bytes()) || kind == "" && w.Code != http.StatusNoContent {
			t.Errorf("%s?%s: %s, %q", path, q, kind, w.Body)
		}
	})
}

// FuzzView: a filter is accepted or rejected.
func FuzzView(f *testing.F) {
	for _, body := range []string{`{}`, `{"frame": 1}`, `{"group": 83, "function": "gl", "argument": "GL_", "thread": 1, "context": 2, "errors": true, "draws": true}`} {
		f.Add(body)
	}
	s := sample(f)
	f.Fuzz(func(t *testing.T, body string) {
		if w := serveRequest(s, "POST", "/api/views", body); w.Code == http.StatusInternalServerError || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q: %d, %s", body, w.Code, w.Body)
		}
	})
}

// FuzzEdit: the source of a shader is replayed or rejected.
func FuzzEdit(f *testing.F) {
	f.Add(`{"call": 90, "program": 3, "stage": "GL_FRAGMENT_SHADER", "source": "void main() {}"}`)
	f.Add(`{"call": -1}`)
	f.Add(`{"call": 90, "stage": "GL_VERTEX_SHADER", "source": "wrong"}`)
	s := serve(f, tracetest.Sample(8), Options{Inspector: &inspecttest.Fake{Width: 4, Height: 2}})
	f.Fuzz(func(t *testing.T, body string) {
		w := serveRequest(s, "POST", editPath, body)
		kind, _, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
		if w.Code != http.StatusOK && (w.Code == http.StatusInternalServerError || !json.Valid(w.Body.Bytes())) || w.Code == http.StatusOK && (err != nil || kind != "multipart/form-data") {
			t.Errorf("%q: %d, %s, %s", body, w.Code, kind, w.Body)
		}
	})
}

// FuzzNumber: a number is always within its limits.
func FuzzNumber(f *testing.F) {
	f.Add("5", 10)
	f.Add("-1", 3)
	f.Add("99999999999999999999", 7)
	f.Fuzz(func(t *testing.T, text string, of int) {
		of = of & 0xFFFFFF
		q := &query{values: url.Values{"from": {text}, "count": {text}, "i": {text}}}
		if from, to := q.part(of, 10); from < 0 || from > to || to > of || to-from > mostRows {
			t.Errorf("%d to %d of %d", from, to, of)
		}
		if i := q.index("i", of); q.err == nil && (i < 0 || i >= of) {
			t.Errorf("%d of %d", i, of)
		}
	})
}

// TestHostile requests all endpoints for changed recordings: no answer is malformed, and no request panics.
func TestHostile(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	recording, read := tracetest.Sample(3), 0
	for range 40 {
		data := tracetest.Mutate(random, recording)
		f, err := file.Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			continue
		}
		s := New(f, Options{Name: "changed.gltrace", Inspector: &inspecttest.Fake{Width: 4, Height: 2}, Log: func(string, ...any) {}})
		for _, path := range endpoints {
			q := fmt.Sprintf("?i=%d&frame=1&name=1&from=3&to=90&level=0&layer=0&class=texture&q=gl&param=2&as=json&other=other&width=7&a=1&b=2&what=color0&x=1&y=1", random.IntN(f.Len()+1))
			w := serveRequest(s, "GET", path+q, "")
			if kind := w.Header().Get("Content-Type"); kind == "" || kind == "application/json" && !json.Valid(w.Body.Bytes()) {
				t.Errorf("%s%s: %d, %q, %q", path, q, w.Code, kind, w.Body)
			}
		}
		s.Close()
		f.Close()
		read++
	}
	if read == 0 {
		t.Error("no changed recording was readable")
	}
}
