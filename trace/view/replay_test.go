package view

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/inspecttest"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

var _ Inspector = (*inspect.Inspector)(nil)

// replaying serves a small recording with a fake inspector.
func replaying(t testing.TB, fake *inspecttest.Fake) *Server {
	fake.Width, fake.Height, fake.Vertexes = 8, 4, 300
	return serve(t, small(), Options{Inspector: fake})
}

// pixels returns the head and the pixels of an image in an answer.
func pixels(t *testing.T, b []byte) (head []uint32, values []byte) {
	t.Helper()
	if len(b) < 16 {
		t.Fatalf("an image of %d bytes", len(b))
	}
	for at := 0; at < 12; at += 4 {
		head = append(head, binary.LittleEndian.Uint32(b[at:]))
	}
	return head, b[16:]
}

// TestReplayImage: each form of pixels has its values, the top row first.
func TestReplayImage(t *testing.T) {
	s := replaying(t, &inspecttest.Fake{})
	for _, c := range []struct {
		what   string
		form   uint32
		size   int
		values []byte // of the first pixels
	}{
		{"color0", formColors, 4, []byte{0, 255, 14, 255, 36, 255, 14, 255}},
		{"color1", formFloats, 16, floats32(0, 0, 0, 1, 2./7, 0, 0, 1)},
		{"depth", formNumber, 4, floats32(1, 1)},
		{"stencil", formIndexed, 1, nil},
		{"overdraw", formIndexed, 1, nil},
	} {
		w := serveRequest(s, "GET", "/api/replay/image?i=14&what="+c.what, "")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/octet-stream" {
			t.Fatalf("%s: %d, %s", c.what, w.Code, w.Body)
		}
		head, values := pixels(t, w.Body.Bytes())
		if !slices.Equal(head, []uint32{8, 4, c.form}) || !strings.HasPrefix(string(values), string(c.values)) {
			t.Errorf("%s: %v, % x", c.what, head, values[:min(32, len(values))])
		}
		if c.form == formIndexed {
			if values = values[1024:]; values[0] != 0 || values[7] != 7 {
				t.Errorf("%s: %v", c.what, values)
			}
		}
		if len(values) != 32*c.size {
			t.Errorf("%s: %d bytes", c.what, len(values))
		}
	}
	for path, want := range map[string]int{"image?i=14&what=color2": 204, "texture?i=14&name=1&layer=1": 204, "texture?i=14&name=1": 200} {
		if w := serveRequest(s, "GET", "/api/replay/"+path, ""); w.Code != want {
			t.Errorf("%s: %d, %s", path, w.Code, w.Body)
		}
	}
}

// floats32 returns numbers as little-endian floats.
func floats32(values ...float32) (out []byte) {
	for _, v := range values {
		out, _ = binary.Append(out, binary.LittleEndian, v)
	}
	return out
}

// TestReplayTargets: with an inspector, targets have names for requests, and the surface has depth and stencil.
func TestReplayTargets(t *testing.T) {
	answer := getJSON[targetsAnswer](t, replaying(t, &inspecttest.Fake{}), "/api/targets?i=14")
	var names []string
	for _, one := range answer.Targets {
		names = append(names, one.Point+" "+one.What)
	}
	if !slices.Equal(names, []string{"GL_BACK color0", "GL_DEPTH depth", "GL_STENCIL stencil"}) {
		t.Errorf("%q", names)
	}
	same(t, serve(t, small(), Options{}), "/api/targets?i=1", `{"targets": [{"point": "GL_BACK", "from": -1, "lack": "no earlier image was found: record with --draw-images"}]}`)
}

// TestReplayHistory: a pixel of the recording's bottom row is that of the request.
func TestReplayHistory(t *testing.T) {
	h := getJSON[inspect.History](t, replaying(t, &inspecttest.Fake{}), "/api/replay/history?i=14&what=color0&x=3&y=1")
	if h.X != 3 || h.Y != 1 || len(h.Events) != 3 || h.Events[1].Reason != inspect.Depth || h.Events[0].After.Values[1] != 51 {
		t.Errorf("%+v", h)
	}
}

// TestReplayOutputs: the outputs of a vertex shader, of any vertices and instances, with one replay.
func TestReplayOutputs(t *testing.T) {
	fake := &inspecttest.Fake{}
	s := replaying(t, fake)
	same(t, s, "/api/replay/outputs?i=4&from=298&count=9&instance=1", `{"total": 300, "instances": 2, "outputs": [{"name": "gl_Position", "type": "vec4", "size": 4}, {"name": "vPlace", "type": "vec2", "size": 2}],
		"left_out": ["vFar"], "rows": [{"n": 298, "values": [["-0.9939847", "-0.1095195", "1", "2"], ["598", "0.5"]]}, {"n": 299, "values": [["-0.9780852", "-0.2082052", "1", "-1"], ["599", "0.5"]]}]}`)
	w := serveRequest(s, "GET", "/api/replay/mesh?i=4&instance=1", "")
	if inf := w.Body.Bytes()[36:40]; w.Code != 200 || w.Header().Get("X-Total") != "300" || w.Body.Len() != 300*12 || string(inf) != "\x00\x00\x80\x7f" {
		t.Errorf("%d, %v, %d bytes", w.Code, w.Header(), w.Body.Len())
	}
	if w := serveRequest(s, "GET", "/api/replay/mesh?i=4&from=298&count=9", ""); w.Code != 200 || w.Body.Len() != 2*12 {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
	if asked, _ := fake.Counts(); asked != 1 {
		t.Errorf("%d replays", asked)
	}
	same(t, s, "/api/replay/outputs?i=4&from=0&count=1&instance=2", `{"total": 300, "instances": 2, "outputs": [{"name": "gl_Position", "type": "vec4", "size": 4}, {"name": "vPlace", "type": "vec2", "size": 2}],
		"left_out": ["vFar"], "rows": [{"n": 0, "values": [[], []]}]}`)
}

// TestReplayTimes: the times of the draws of a frame.
func TestReplayTimes(t *testing.T) {
	answer := getJSON[timesAnswer](t, replaying(t, &inspecttest.Fake{Draws: []int{4}}), "/api/replay/times?frame=0")
	if len(answer.Rows) != 1 || answer.Rows[0].Call != 4 || answer.Rows[0].GPU.Median != 10_000 {
		t.Errorf("%+v", answer)
	}
	same(t, replaying(t, &inspecttest.Fake{}), "/api/replay/times?frame=1", `{"rows": []}`)
}

// TestReplayEdit: a frame with another shader, and the messages of a compiler.
func TestReplayEdit(t *testing.T) {
	s := replaying(t, &inspecttest.Fake{})
	body := `{"call": 14, "program": 3, "stage": "GL_FRAGMENT_SHADER", "source": "` + strings.Repeat("// a long source\\n", 1<<14) + `"}`
	result, image := edited(t, serveRequest(s, "POST", "/api/replay/edit", body))
	if head, _ := pixels(t, image); result.Failed || result.Before <= result.After || head[0] != 8 {
		t.Errorf("%+v, %v", result, head)
	}
	result, image = edited(t, serveRequest(s, "POST", "/api/replay/edit", `{"call": 14, "program": 3, "stage": "GL_VERTEX_SHADER", "source": "wrong"}`))
	if !result.Failed || len(result.Lines) != 1 || result.Lines[0].Line != 2 || image != nil {
		t.Errorf("%+v, %d bytes", result, len(image))
	}
}

// edited returns the parts of the form of an edited frame.
func edited(t *testing.T, w *httptest.ResponseRecorder) (result inspect.Edited, image []byte) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		t.Fatalf("%d, %v, %s", w.Code, w.Header(), w.Body)
	}
	form := multipart.NewReader(w.Body, parameters["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return result, image
		}
		b, errRead := io.ReadAll(part)
		if err := errors.Join(err, errRead); err != nil {
			t.Fatal(err)
		}
		if part.FormName() == "image" {
			image = b
		} else if err := json.Unmarshal(b, &result); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReplayRefused: parameters that no replay can answer.
func TestReplayRefused(t *testing.T) {
	s := replaying(t, &inspecttest.Fake{})
	for path, words := range map[string]string{
		"image?i=99&what=color0": `parameter "i"`, "image?i=4&what=color32": `parameter "what"`, "image?i=4&what=color01": `parameter "what"`, "image?i=4": `parameter "what"`,
		"history?i=4&what=overdraw&x=1&y=1": "no history", "history?i=4&what=depth&x=-1": `parameter "x"`, "texture?i=4": `parameter "name"`, "times?frame=9": `parameter "frame"`,
		"outputs?i=4&from=x": `parameter "from"`, "mesh?i=4&instance=-1": `parameter "instance"`,
	} {
		refused(t, s, "/api/replay/"+path, 400, words)
	}
	for body, words := range map[string]string{`{"call": 99, "stage": "GL_VERTEX_SHADER"}`: "out of range", `{"call": 4, "stage": "GL_TEXTURE"}`: "not the type of a shader", `{`: "invalid JSON"} {
		if w := serveRequest(s, "POST", "/api/replay/edit", body); w.Code != 400 || !strings.Contains(w.Body.String(), words) {
			t.Errorf("%s: %d, %s", body, w.Code, w.Body)
		}
	}
	if w := serveRequest(serve(t, small(), Options{}), "GET", "/api/replay/image?i=4&what=color0", ""); w.Code != 404 {
		t.Errorf("without an inspector: %d", w.Code)
	}
}

// TestReplayErrors: errors of the player have what to do, and the call that caused them.
func TestReplayErrors(t *testing.T) {
	fake := &inspecttest.Fake{}
	s := replaying(t, fake)
	for _, c := range []struct {
		err    error
		status int
		hint   string
		call   int
	}{
		{&replay.RefusedError{Call: 3, Function: "glPushGroupMarkerEXT", Reason: "the driver does not have it"}, 422, "another driver", 3},
		{&replay.RefusedError{Call: -1, Reason: "no display"}, 422, "--surface pbuffer", -1},
		{&replay.RefusedError{Call: -1, Reason: "no libEGL.so", Driver: true}, 422, "--driver DIR expects", -1},
		{&replay.CrashError{State: "signal: segmentation fault"}, 422, "the terminal has the messages", -1},
		{&inspect.Unavailable{What: "the history", Reason: "no such pixel"}, 404, "", -1},
		{&images.Failure{Reason: "the driver cannot read it"}, 404, "", -1},
		{errors.New("disk full"), 422, "", -1},
	} {
		fake.Error = c.err
		for _, path := range []string{"image?i=4&what=depth", "image?i=4&what=overdraw", "texture?i=4&name=1", "history?i=4&what=depth&x=1&y=1", "outputs?i=4", "mesh?i=4", "times?frame=0"} {
			w := serveRequest(s, "GET", "/api/replay/"+path, "")
			var answer replayFailure
			if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != c.status || answer.Error != c.err.Error() || !strings.Contains(answer.Hint, c.hint) || (c.call >= 0) != (answer.Call != nil) {
				t.Errorf("%s: %v: %d, %s", path, c.err, w.Code, w.Body)
			}
		}
	}
}

// TestReplayCanceled: a request that the page no longer waits for ends its replay.
func TestReplayCanceled(t *testing.T) {
	fake := &inspecttest.Fake{Wait: make(chan struct{})}
	u := served(t, replaying(t, fake), false)
	b := browser(t)
	page := openPage(t, b, u)
	ctx, stop := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", page+"api/replay/image?i=4&what=color0", nil)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		res, err := b.Do(r)
		if err == nil {
			res.Body.Close()
		}
		ended <- err
	}()
	testutil.Eventually(t, "the replay begins", func() bool { asked, _ := fake.Counts(); return asked == 1 })
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	testutil.Eventually(t, "the replay ends", func() bool { _, canceled := fake.Counts(); return canceled == 1 })
}
