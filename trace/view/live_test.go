package view

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracetest"
)

// growing is a recording that is being written.
func growing(t *testing.T) (w *tracetest.Writer, path string) {
	path = filepath.Join(t.TempDir(), "live.gltrace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return tracetest.New(out, tracetest.Options{PerBatch: 8}), path
}

func frameOf(t *tracetest.Thread, calls int) {
	for range calls {
		t.Call("glEnable", "GL_BLEND")
	}
	t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
	t.Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	t.Flush()
}

// TestLive: what is written while the page looks comes to it, filtered lists and all, until the recording ends.
func TestLive(t *testing.T) {
	defer func(d time.Duration) { refreshTime = d }(refreshTime)
	refreshTime = 10 * time.Millisecond
	w, path := growing(t)
	frameOf(w.Thread(1), 5000)
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := New(f, Options{Live: true, Log: t.Errorf})
	defer s.Close()
	u := served(t, s, false)
	b := browser(t)
	visit(t, b, u.String())
	draws := addView(t, s, `{"draws": true}`)

	events := listen(t, b, "http://"+u.Host+"/api/live")
	if first := <-events; first.Calls != 5002 || first.Frames != 1 {
		t.Errorf("%+v", first)
	}
	frameOf(w.Thread(1), 5000)
	for got := range events {
		if got.Frames == 2 && got.Calls == 10004 {
			break
		}
	}
	var state viewState
	for deadline := time.Now().Add(time.Minute); !state.Done && time.Now().Before(deadline); {
		state = getJSON[viewState](t, s, fmt.Sprintf("/api/views/%d", draws.View))
	}
	last := getJSON[callsAnswer](t, s, "/api/calls?from=10003")
	if state.Total != 2 || last.Total != 10004 || last.Calls[0].Name != "eglSwapBuffers" {
		t.Errorf("%+v, %+v", state, last)
	}
	if got := getJSON[found](t, s, "/api/search?q=swap&from=5002"); got.I != 10003 {
		t.Errorf("%+v", got)
	}
	w.Close()
	for range events { // until the server ends them
	}
	if got := getJSON[facts](t, s, "/api/trace"); got.Live || got.Ended != "stopped" {
		t.Errorf("%+v", got)
	}
}

// listen gives what server-sent events tell.
func listen(t *testing.T, c *http.Client, u string) <-chan news {
	t.Helper()
	res, err := c.Get(u)
	if err != nil {
		t.Fatal(err)
	}
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("%s: %s", kind, res.Status)
	}
	out := make(chan news)
	go func() {
		defer close(out)
		defer res.Body.Close()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			var n news
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && json.Unmarshal([]byte(text), &n) == nil {
				out <- n
			}
		}
	}()
	return out
}

// TestListenersAreBounded: a page more is told to come back.
func TestListenersAreBounded(t *testing.T) {
	_, path := growing(t)
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := New(f, Options{Live: true})
	defer s.Close()
	for range cap(s.listeners) {
		s.listeners <- struct{}{}
	}
	refused(t, s, "/api/live", http.StatusServiceUnavailable, "too many")
}
