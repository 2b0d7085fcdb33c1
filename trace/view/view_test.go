package view

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// open reads a recording from memory.
func open(t testing.TB, b []byte) *file.File {
	t.Helper()
	f, err := file.Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// serve creates a server for a recording. A log message fails the test.
func serve(t testing.TB, b []byte, o Options) *Server {
	t.Helper()
	o.Log = t.Errorf
	s := New(open(t, b), o)
	t.Cleanup(s.Close)
	return s
}

// paced returns the default pace with a change.
func paced(change func(*pace)) *pace {
	p := usual
	change(&p)
	return &p
}

// small returns a recording of two frames on one thread, and calls on another. Calls start 100 ns after each
// other and take 50 ns.
func small() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 4})
	t, other := w.Named(1, "main"), w.Named(2, "loader")
	t.NewContext(1, tracetest.Contexts+1, 3, 2, 1)                                                                                 // 0
	t.Call("glEnable", "GL_BLEND")                                                                                                 // 1
	t.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 7, -1, tracetest.String("outer"))                                    // 2
	t.Call("glPushGroupMarkerEXT", 0, tracetest.String(tracetest.Script))                                                          // 3
	t.Took(400*time.Nanosecond).Call("glDrawArrays", "GL_TRIANGLES", 0, 3)                                                         // 4
	t.Call("glPopGroupMarkerEXT")                                                                                                  // 5
	t.Call("glEnable", 0x1234)                                                                                                     // 6
	t.Synthetic("gltrace.Error", "GL_INVALID_ENUM")                                                                                // 7
	t.Call("glPopDebugGroup")                                                                                                      // 8
	t.Synthetic("gltrace.FrameImage", tracetest.Surface, 2, 1, 640, 320, 0, tracetest.Bytes([]byte{1, 2, 3, 255, 4, 5, 6, 255}))   // 9
	t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))                                  // 10
	other.Call("glFlush")                                                                                                          // 11
	t.Call("glUniform4f", 1, 0.5, 0, 0, 1)                                                                                         // 12
	t.Call("glBufferData", "GL_ARRAY_BUFFER", 20, tracetest.Bytes([]byte("\x00\x00\x80\x3f0123456789abcdef")), "GL_STATIC_DRAW")   // 13
	t.Call("glDrawArrays", "GL_TRIANGLES", 0, 6)                                                                                   // 14
	t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))                                  // 15
	t.Call("glGetTexParameteriv", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", tracetest.Uncaptured(tracepb.Capture_CAPTURE_UNKNOWN)) // 16
	w.Close()
	return out.Bytes()
}

// recorded returns a recording of one thread.
func recorded(calls func(*tracetest.Thread)) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	calls(w.Thread(1))
	w.Close()
	return out.Bytes()
}

// sample returns a server for a recording of 8 frames.
func sample(t testing.TB) *Server {
	return serve(t, tracetest.Sample(8), Options{Name: "sample.gltrace"})
}

// serveRequest sends a request and returns the answer.
func serveRequest(s http.Handler, method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(w, r)
	return w
}

// getJSON decodes a successful answer.
func getJSON[T any](t testing.TB, s http.Handler, path string) (answer T) {
	t.Helper()
	w := serveRequest(s, "GET", path, "")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%s: %d, %s", path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return answer
}

// same checks that an answer equals a JSON text.
func same(t *testing.T, s http.Handler, path, want string) {
	t.Helper()
	var expected any
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if got := getJSON[any](t, s, path); !reflect.DeepEqual(got, expected) {
		text, _ := json.Marshal(got)
		t.Errorf("%s:\n%s\nwant\n%s", path, text, want)
	}
}

// refused checks the status and the text of an error.
func refused(t *testing.T, s http.Handler, path string, status int, words string) {
	t.Helper()
	w := serveRequest(s, "GET", path, "")
	var answer struct{ Error string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != status || !strings.Contains(answer.Error, words) {
		t.Errorf("%s: %d, %s; want %d and %q", path, w.Code, w.Body, status, words)
	}
}
