package view

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// newGrowingRecording returns a recording that is being written.
func newGrowingRecording(t *testing.T) (w *tracetest.Writer, path string) {
	path = filepath.Join(t.TempDir(), "live.gltrace")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return tracetest.NewWriter(out, tracetest.Options{PerBatch: 8}), path
}

func frameOf(t *tracetest.Thread, calls int) {
	for range calls {
		t.Call("glEnable", "GL_BLEND")
	}
	t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
	t.Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	t.Flush()
}

// TestLive: data that is written later reaches the page and its filtered lists, until the recording ends.
func TestLive(t *testing.T) {
	w, path := newGrowingRecording(t)
	frameOf(w.Thread(1), 5000)
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := New(f, Options{Live: true, Log: t.Errorf, pace: paced(func(p *pace) { p.refresh = 10 * time.Millisecond })})
	defer s.Close()
	u := served(t, s, false)
	b := browser(t)
	page := openPage(t, b, u)
	draws := addView(t, s, `{"draws": true}`)

	events := listen(t, b, page+"api/live")
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
	for range events { // until the server closes them
	}
	if got := getJSON[facts](t, s, "/api/trace"); got.Live || got.Ended != "stopped" {
		t.Errorf("%+v", got)
	}
}

// TestLiveFails: what precedes an error is shown as a recording that has ended.
func TestLiveFails(t *testing.T) {
	w, path := newGrowingRecording(t)
	frameOf(w.Thread(1), 10)
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	failed := make(chan string, 8)
	s := New(f, Options{Live: true, Log: func(format string, args ...any) { failed <- fmt.Sprintf(format, args...) },
		pace: paced(func(p *pace) { p.refresh = 10 * time.Millisecond })})
	defer s.Close()
	if err := beyond(path, 2*index.Size); err != nil {
		t.Fatal(err)
	}
	if why := <-failed; !strings.Contains(why, "overlap in time") || f.Len() <= 2*index.Size {
		t.Fatalf("%s, and there are %d calls", why, f.Len())
	}
	calls := 0
	for _, l := range getJSON[timeline](t, s, "/api/timeline?to=4611686018427387904").Lanes {
		for _, b := range l.Bins {
			calls += b.Calls
		}
	}
	testutil.Eventually(t, "the recording is no longer live", func() bool { return !getJSON[facts](t, s, "/api/trace").Live })
	if calls != f.Len() {
		t.Errorf("%d of %d calls are shown", calls, f.Len())
	}
}

// beyond writes calls of one thread, and then more concurrent calls of several threads than a recording may
// have.
func beyond(path string, calls int) error {
	const threads, each = 18, 1 << 20
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Quick)
	for n := range uint32(threads) {
		b := &tracepb.Batch{Thread: 2 + n, Start: 1 << 40, Count: each, Functions: []*tracepb.Function{{Id: 1, Name: "glFlush"}}, Used: []uint32{1}}
		if n == 0 {
			b.Start, b.Count = 1<<39, uint32(calls)
		}
		b.Function, b.Starts, b.Durations = make([]byte, b.Count), make([]int64, b.Count), make([]uint64, b.Count)
		for i := range b.Starts {
			b.Starts[i] = 1
		}
		err = errors.Join(err, w.Message(tracepb.ChunkType_CHUNK_BATCH, b.Thread, b))
	}
	to, opened := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err = errors.Join(err, opened); err != nil {
		return err
	}
	_, err = to.Write(out.Bytes()[len(format.Magic):])
	return errors.Join(err, to.Close())
}

// listen returns the server-sent events.
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

// TestListenersAreBounded: the server rejects one page too many.
func TestListenersAreBounded(t *testing.T) {
	_, path := newGrowingRecording(t)
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
	refused(t, s, "/api/live", http.StatusServiceUnavailable, "close one")
}
