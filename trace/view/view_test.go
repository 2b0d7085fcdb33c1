package view

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracetest"
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

// serve makes a server of a recording. What it logs fails the test.
func serve(t testing.TB, b []byte, o Options) *Server {
	t.Helper()
	o.Log = t.Errorf
	s := New(open(t, b), o)
	t.Cleanup(s.Close)
	return s
}

// sample is a server of a small recording of 8 frames.
func sample(t testing.TB) *Server {
	return serve(t, tracetest.Sample(8), Options{Name: "sample.gltrace"})
}

// ask sends a request and gives the answer.
func ask(s http.Handler, method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	return w
}

// get gives the JSON of an answer that has to be good.
func getJSON[T any](t testing.TB, s http.Handler, path string) (answer T) {
	t.Helper()
	w := ask(s, "GET", path, "")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%s: %d, %s", path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return answer
}

// same wants an answer that is equal to a JSON text.
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

// refused wants an error with a status, and words in it.
func refused(t *testing.T, s http.Handler, path string, status int, words string) {
	t.Helper()
	w := ask(s, "GET", path, "")
	var answer struct{ Error string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != status || !strings.Contains(answer.Error, words) {
		t.Errorf("%s: %d, %s; want %d and %q", path, w.Code, w.Body, status, words)
	}
}
