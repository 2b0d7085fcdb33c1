package view

import (
	"bytes"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/report"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

func TestTrace(t *testing.T) {
	s := serve(t, small(), Options{Name: "small.gltrace"})
	same(t, s, "/api/trace", `{"name": "small.gltrace", "process": "tracetest", "pid": 4711, "arch": "amd64", "calls": 17, "frames": 2,
		"duration": 2900, "timed": true, "live": false, "replay": false, "waits": false, "cut": 0, "dropped": 0, "uncaptured": 1, "ended": "stopped",
		"threads": [{"number": 1, "tid": 4711, "name": "main", "calls": 16}, {"number": 2, "tid": 4712, "name": "loader", "calls": 1}],
		"contexts": [{"number": 1, "handle": "0x5500000000c1", "major": 3, "minor": 2, "share": 1, "calls": 15}]}`)
	cut := small()
	s = serve(t, cut[:len(cut)-3], Options{Other: open(t, small()), OtherName: "whole.gltrace"})
	if got := getJSON[facts](t, s, "/api/trace"); got.Cut == 0 || got.Ended != "" || len(got.Others) != 1 || got.Others[0] != (other{"other", "whole.gltrace", 2}) {
		t.Errorf("%+v", got)
	}
}

// TestNoCalls: a recording without calls has answers, too.
func TestNoCalls(t *testing.T) {
	var out bytes.Buffer
	tracetest.NewWriter(&out, tracetest.Options{}).Close()
	s := serve(t, out.Bytes(), Options{})
	if got := getJSON[facts](t, s, "/api/trace"); got.Calls != 0 || got.Duration != 0 {
		t.Errorf("%+v", got)
	}
	same(t, s, "/api/frames", `{"total": 0, "frames": []}`)
	same(t, s, "/api/calls", `{"total": 0, "calls": []}`)
	same(t, s, "/api/timeline", `{"lanes": []}`)
	same(t, s, "/api/stats", `{"calls": 0, "recorder": 0, "timed": 0, "total": 0, "errors": 0, "functions": []}`)
	refused(t, s, "/api/call?i=0", 400, "the recording has no element")
	refused(t, s, "/api/search?q=a&from=0", 400, "the recording has no element")
}

func TestFrames(t *testing.T) {
	s := serve(t, small(), Options{})
	const second = `{"n": 1, "first": 12, "last": 15, "start": 2250, "duration": 500, "thread": 1, "context": 1, "draws": 1, "image": false}`
	same(t, s, "/api/frames", `{"total": 2, "frames": [
		{"n": 0, "first": 0, "last": 10, "start": 100, "duration": 1900, "thread": 1, "context": 1, "draws": 1, "image": true}, `+second+`]}`)
	same(t, s, "/api/frames?from=1&count=5", `{"total": 2, "frames": [`+second+`]}`)
	same(t, s, "/api/frames?from=7", `{"total": 2, "frames": []}`)
}

func TestCalls(t *testing.T) {
	s := serve(t, small(), Options{})
	same(t, s, "/api/calls?from=3&count=5", `{"total": 17, "calls": [
		{"i": 3, "frame": 0, "thread": 1, "context": 1, "start": 550, "duration": 50, "name": "glPushGroupMarkerEXT", "flags": ["marker"], "depth": 1,
			"args": [{"name": "length", "text": "0", "kind": "number"}, {"name": "marker", "text": "\"<script>alert(1)</script>\"", "kind": "text"}]},
		{"i": 4, "frame": 0, "thread": 1, "context": 1, "start": 700, "duration": 400, "name": "glDrawArrays", "flags": ["draw"], "depth": 2,
			"args": [{"name": "mode", "text": "GL_TRIANGLES", "kind": "enum"}, {"name": "first", "text": "0", "kind": "number"}, {"name": "count", "text": "3", "kind": "number"}]},
		{"i": 5, "frame": 0, "thread": 1, "context": 1, "start": 1200, "duration": 50, "name": "glPopGroupMarkerEXT", "flags": ["marker"], "depth": 1, "args": []},
		{"i": 6, "frame": 0, "thread": 1, "context": 1, "start": 1350, "duration": 50, "name": "glEnable", "depth": 1, "error": "GL_INVALID_ENUM",
			"args": [{"name": "cap", "text": "0x1234", "kind": "enum"}]},
		{"i": 7, "frame": 0, "thread": 1, "context": 1, "start": 1500, "duration": 50, "name": "gltrace.Error", "flags": ["synthetic", "error"], "depth": 1,
			"args": [{"name": "error", "text": "GL_INVALID_ENUM", "kind": "enum"}]}]}`)
	same(t, s, "/api/calls?from=10&count=2", `{"total": 17, "calls": [
		{"i": 10, "frame": 0, "thread": 1, "context": 1, "start": 1950, "duration": 50, "name": "eglSwapBuffers", "flags": ["swap"], "depth": 0, "result": "EGL_TRUE",
			"args": [{"name": "dpy", "text": "0x5500000000d0", "kind": "handle"}, {"name": "surface", "text": "0x550000000050", "kind": "handle"}]},
		{"i": 11, "frame": -1, "thread": 2, "context": 0, "start": 2100, "duration": 50, "name": "glFlush", "depth": 0, "args": []}]}`)
	same(t, s, "/api/calls?from=99", `{"total": 17, "calls": []}`)
}

func TestCall(t *testing.T) {
	s := serve(t, small(), Options{})
	same(t, s, "/api/call?i=13", `{"i": 13, "frame": 1, "thread": 1, "context": 1, "start": 2400, "duration": 50, "name": "glBufferData", "depth": 0, "args": [
		{"name": "target", "text": "GL_ARRAY_BUFFER", "kind": "enum", "param": 0, "type": "GLenum"},
		{"name": "size", "text": "20", "kind": "number", "param": 1, "type": "GLsizeiptr"},
		{"name": "data", "text": "20 bytes", "kind": "data", "param": 2, "type": "const void *",
			"data": {"capture": "DATA", "size": 20, "kind": "data", "url": "api/data?i=13&param=2"}},
		{"name": "usage", "text": "GL_STATIC_DRAW", "kind": "enum", "param": 3, "type": "GLenum"}]}`)
	c := getJSON[wholeCall](t, s, "/api/call?i=9")
	if d := c.Args[6].Data; d == nil || d.Kind != "image" || d.URL != "api/image.png?i=9" {
		t.Errorf("%+v", c.Args)
	}
	if d := getJSON[wholeCall](t, s, "/api/call?i=16").Args[2].Data; d == nil || d.Capture != "UNKNOWN" || d.URL != "" {
		t.Errorf("%+v", d)
	}
	if d := getJSON[wholeCall](t, s, "/api/call?i=3").Args[1].Data; d.Kind != "text" || d.As != "text" {
		t.Errorf("%+v", d)
	}
	if c := getJSON[wholeCall](t, s, "/api/call?i=6"); c.Depth != 1 || c.Error != "GL_INVALID_ENUM" {
		t.Errorf("%+v", c)
	}
	if c := getJSON[wholeCall](t, s, "/api/call?i=10"); c.Type != "EGLBoolean" || c.Result != "EGL_TRUE" {
		t.Errorf("%+v", c)
	}
}

func TestGroups(t *testing.T) {
	s := serve(t, small(), Options{})
	same(t, s, "/api/groups?frame=0", `[{"name": "outer", "first": 2, "last": 8, "depth": 0, "source": "GL_DEBUG_SOURCE_APPLICATION"},
		{"name": "<script>alert(1)</script>", "first": 3, "last": 5, "depth": 1, "source": ""}]`)
	same(t, s, "/api/groups?frame=1", `[]`)
	same(t, s, "/api/groups?call=3", `[{"name": "<script>alert(1)</script>", "first": 3, "last": 5, "depth": 0, "source": ""}]`)
}

func TestStats(t *testing.T) {
	s := serve(t, small(), Options{})
	same(t, s, "/api/stats?frame=1", `{"calls": 4, "recorder": 0, "timed": 4, "total": 200, "errors": 0, "functions": [
		{"name": "eglSwapBuffers", "count": 1, "timed": 1, "total": 50, "mean": 50, "p50": 50, "p99": 50, "max": 50, "errors": 0},
		{"name": "glBufferData", "count": 1, "timed": 1, "total": 50, "mean": 50, "p50": 50, "p99": 50, "max": 50, "errors": 0},
		{"name": "glDrawArrays", "count": 1, "timed": 1, "total": 50, "mean": 50, "p50": 50, "p99": 50, "max": 50, "errors": 0},
		{"name": "glUniform4f", "count": 1, "timed": 1, "total": 50, "mean": 50, "p50": 50, "p99": 50, "max": 50, "errors": 0}]}`)
	if all := getJSON[report.Stats](t, s, "/api/stats"); all.Calls != 14 || all.Errors != 1 || len(all.Functions) != 11 {
		t.Errorf("%+v", all)
	}
}

func TestTimeline(t *testing.T) {
	s := serve(t, small(), Options{})
	same(t, s, "/api/timeline?width=4", `{"lanes": [
		{"thread": 1, "context": 0, "bins": [{"start": 0, "end": 725, "busy": 50, "calls": 1, "draws": 0}], "frames": []},
		{"thread": 1, "context": 1, "bins": [
			{"start": 0, "end": 725, "busy": 175, "calls": 4, "draws": 1}, {"start": 725, "end": 1450, "busy": 475, "calls": 2, "draws": 0},
			{"start": 1450, "end": 2175, "busy": 200, "calls": 4, "draws": 0}, {"start": 2175, "end": 2901, "busy": 250, "calls": 5, "draws": 1}],
			"frames": [{"n": 0, "start": 100, "duration": 1900}, {"n": 1, "start": 2250, "duration": 500}]},
		{"thread": 2, "context": 0, "bins": [{"start": 1450, "end": 2175, "busy": 50, "calls": 1, "draws": 0}], "frames": []}]}`)
	same(t, s, "/api/timeline?from=710&to=720&width=1000", `{"lanes": [{"thread": 1, "context": 1, "frames": [{"n": 0, "start": 100, "duration": 1900}], "bins": [
		{"start": 710, "end": 711, "busy": 1, "calls": 1, "draws": 1}, {"start": 711, "end": 712, "busy": 1, "calls": 0, "draws": 0},
		{"start": 712, "end": 713, "busy": 1, "calls": 0, "draws": 0}, {"start": 713, "end": 714, "busy": 1, "calls": 0, "draws": 0},
		{"start": 714, "end": 715, "busy": 1, "calls": 0, "draws": 0}, {"start": 715, "end": 716, "busy": 1, "calls": 0, "draws": 0},
		{"start": 716, "end": 717, "busy": 1, "calls": 0, "draws": 0}, {"start": 717, "end": 718, "busy": 1, "calls": 0, "draws": 0},
		{"start": 718, "end": 719, "busy": 1, "calls": 0, "draws": 0}, {"start": 719, "end": 720, "busy": 1, "calls": 0, "draws": 0}]}]}`)
	same(t, s, "/api/timeline?from=50000&to=60000", `{"lanes": []}`)
}

// TestGPULane: the GPU times of a context are a lane. A draw begins when it was called, or after the draw before.
func TestGPULane(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1).NewContext(1, tracetest.Contexts, 3, 0, 1)
	one.Call("glDrawArrays", 4, 0, 3).Call("glDrawArrays", 4, 0, 6).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	one.Synthetic("gltrace.GPUTime", 5, 1, 1000, 0)
	one.Synthetic("gltrace.GPUTime", 0, 0, 400, 0)
	w.Close()
	s := serve(t, out.Bytes(), Options{})
	all := getJSON[timeline](t, s, "/api/timeline?from=0&to=2000&width=20").Lanes
	gpu := all[len(all)-1]
	if len(all) != 3 || !gpu.GPU || gpu.Thread != 0 || gpu.Context != 1 || len(gpu.Bins) != 15 {
		t.Fatalf("%+v", all)
	}
	var busy int64
	draws := []int64{}
	for _, b := range gpu.Bins {
		busy += b.Busy
		if b.Draws > 0 {
			draws = append(draws, b.Start)
		}
	}
	if busy != 1400 || len(draws) != 2 || draws[1]-draws[0] != 1000 {
		t.Errorf("%d ns from %d on: %+v", busy, draws, gpu.Bins)
	}
}

// TestLongCalls: calls as long as the recording cost the same as short ones.
func TestLongCalls(t *testing.T) {
	const width, calls = 1000, 3
	s := &timeline{from: 0, to: 100_000, width: width}
	one := &index.Block{}
	for i := range calls {
		one.Function, one.Lane, one.Flags = append(one.Function, 0), append(one.Lane, index.Lane{}), append(one.Flags, 0)
		one.Start, one.Duration = append(one.Start, int64(150+100*i)), append(one.Duration, 50_000)
	}
	one.Start, one.Duration = append(one.Start, math.MaxInt64-5), append(one.Duration, 5) // out of range
	one.Function, one.Lane, one.Flags = append(one.Function, 0), append(one.Lane, index.Lane{}), append(one.Flags, 0)
	s.add(one, map[index.Lane]*lane{}, nil)
	s.choose()
	var got []string
	for _, b := range s.Lanes[0].Bins {
		if b.Start < 500 && b.Calls > 0 || b.Busy != b.End-b.Start {
			got = append(got, fmt.Sprint(b.Start, b.End, b.Busy, b.Calls))
		}
	}
	if n := len(s.Lanes[0].Bins); n != 503 || fmt.Sprint(got) != "[100 200 50 1 200 300 100 1 300 400 100 1 50300 50400 50 0]" {
		t.Errorf("%d bins, %s", n, got)
	}
}

// TestRefused checks the errors for invalid parameters of each endpoint.
func TestRefused(t *testing.T) {
	s := serve(t, small(), Options{})
	for _, c := range []struct {
		path   string
		status int
		words  string
	}{
		{"/api/frames?from=-1", 400, "from"}, {"/api/frames?count=4097", 400, "count"}, {"/api/frames?from=x", 400, "integer"},
		{"/api/calls?count=999999999999999999999", 400, "count"}, {"/api/calls?view=1", 404, "not found or expired"}, {"/api/calls?view=x", 400, "view"},
		{"/api/call", 400, `"i" is missing`}, {"/api/call?i=17", 400, "from 0 to 16"}, {"/api/call?i=-1", 400, "from 0"},
		{"/api/search?q=&from=0", 400, `"q" must not be empty`}, {"/api/search?q=a", 400, `"from" is missing`}, {"/api/search?q=a&from=0&dir=0", 400, "dir"},
		{"/api/names?calls=1,x", 400, `"x" is not an index`}, {"/api/names?calls=99999", 400, "not an index"}, {"/api/texels?i=1&name=99&level=0&layer=0", 404, "99"},
		{"/api/search?q=a&from=0&in=x", 400, "names or arguments"}, {"/api/hits?q=&from=0&i=0", 400, `"q" must not be empty`}, {"/api/hits?q=a&from=0", 400, `"i" is missing`},
		{"/api/search?q=a&from=0&view=9", 404, "not found or expired"}, {"/api/views/9", 404, "not found or expired"}, {"/api/views/x", 400, "integer"},
		{"/api/groups", 400, "frame"}, {"/api/groups?frame=2", 400, "from 0 to 1"}, {"/api/groups?call=17", 400, "from 0 to 16"},
		{"/api/stats?frame=2", 400, "from 0 to 1"},
		{"/api/timeline?from=5&to=5", 400, "to"}, {"/api/timeline?width=0", 400, "width"}, {"/api/timeline?width=5000", 400, "width"},
		{"/api/compare?a=0", 400, `"b" is missing`}, {"/api/compare?a=0&b=2", 400, "b"}, {"/api/compare?a=0&b=0&other=/etc/passwd", 400, "no second recording"},
		{"/api/data?i=13&param=9", 400, "param"}, {"/api/data?i=13&param=0", 404, "no data"}, {"/api/data?i=16&param=2", 404, "no data"},
		{"/api/data?i=13&param=2&as=exe", 400, "as"}, {"/api/data?i=10&param=2", 404, "no data"},
		{"/api/image.png?i=1", 404, "no image"}, {"/api/image.png?frame=1", 404, "no image"}, {"/api/image.png", 400, `"i" is missing`},
	} {
		refused(t, s, c.path, c.status, c.words)
	}
	refused(t, s, "/api/calls?x="+strings.Repeat("x", longestURL), http.StatusRequestURITooLong, "exceeds")
}
