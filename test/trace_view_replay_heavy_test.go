//go:build heavy && linux

package test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// answersCase is a run of the program threads.c, and what no replay of it can answer on the driver.
type answersCase struct {
	name, args string
	env        []string
	counts     string // why fragments are not counted; "" if they are
	outputs    string // why a vertex shader has no outputs
	texture    string // why textures have no contents
}

const (
	hasSamples   = "the framebuffer has samples"
	cannotAttach = "the driver cannot attach a texture with this format to a framebuffer"
)

// answersCases: with the variable, Mesa supports only that version.
func answersCases() []answersCase {
	cases := []answersCase{{name: "OpenGL ES 3", args: "30"}, {name: "samples", args: "30 4", counts: hasSamples}}
	if glesdriver.Dir() != "" {
		return append(cases, answersCase{name: "a context of OpenGL ES 2.0", args: "20"})
	}
	return append(cases, answersCase{"OpenGL ES 2.0", "20", []string{"MESA_GLES_VERSION_OVERRIDE=2.0"},
		"the count needs OpenGL ES 3.0", "it needs OpenGL ES 3.0", "it needs OpenGL ES 3.1"})
}

// TestAnswersByReplay requests answers from "trace view --replay" about draws of two threads with their own contexts: each has the
// contents that the draw makes, or a reason.
func TestAnswersByReplay(t *testing.T) {
	for _, c := range answersCases() {
		t.Run(c.name, func(t *testing.T) {
			i := recordThreads(t, c.args, c.env)
			v := i.viewReplay("a.gltrace", append(glesdriver.Env(), c.env...))
			draws, frames := i.drawsOf(), i.file.Frames()
			if len(draws) != 12 || len(frames) != 6 || frames[2].Thread == frames[3].Thread || frames[2].Context == frames[3].Context {
				t.Fatalf("%d draws, frames %+v", len(draws), frames)
			}
			for n, draw := range draws {
				v.checkImages(draw, n/2%2 == 0, n%2 == 1)
			}
			for n := 2; n <= 3; n++ {
				first, last := draws[2*n], draws[2*n+1]
				v.checkHistory(&c, n, first, last)
				v.checkContents(&c, last)
				v.checkTimes(n, first, last)
				v.checkEdit(last, i.programAt(draws[0]))
			}
		})
	}
}

// recordThreads records the program threads.c.
func recordThreads(t *testing.T, args string, env []string) inspected {
	t.Helper()
	r := newTracer(t)
	program := r.compiled("threads", "replay/threads.c", "-I../"+liveTestdata, "-pthread", "-lEGL", "-lGLESv2")
	cmd := r.command("", append([]string{"trace", "record", "--replayable", "--out", "a.gltrace", "--", program}, strings.Fields(args)...)...)
	cmd.Env = append(cmd.Env, env...)
	if out, messages, code := r.done(cmd); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, "a.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return inspected{tracer: r, file: f}
}

// TestAnswersWithoutContext requests answers with a driver that does not have the version of the contexts: it names the call that needs
// one.
func TestAnswersWithoutContext(t *testing.T) {
	i := recordThreads(t, "32", nil)
	v := i.viewReplay("a.gltrace", append(glesdriver.Env(), "MESA_GLES_VERSION_OVERRIDE=3.1"))
	draws := i.drawsOf()
	for _, path := range []string{fmt.Sprintf("image?i=%d&what=color0", draws[4]), fmt.Sprintf("outputs?i=%d", draws[11]),
		fmt.Sprintf("history?i=%d&what=color0&x=1&y=1", draws[4]), "times?frame=3"} {
		status, _, text := v.request("GET", path, nil)
		var failure struct {
			Error, Hint string
			Call        int
		}
		if err := json.Unmarshal(text, &failure); err != nil || status != http.StatusUnprocessableEntity || !strings.Contains(failure.Error, "did not create the context") {
			t.Errorf("%s: %d, %s: %v", path, status, text, err)
			continue
		}
		if c, err := i.file.Call(failure.Call); err != nil || c.Function.Name != "eglMakeCurrent" {
			t.Errorf("%s: call %d: %v, %v", path, failure.Call, c, err)
		}
	}
}

// viewedReplay is a viewer that answers by replay.
type viewedReplay struct {
	*testing.T
	client *http.Client
	url    string
}

// viewReplay starts the viewer of a recording. It ends with the test.
func (r *tracer) viewReplay(recording string, env []string) *viewedReplay {
	r.Helper()
	cmd := r.command("", "trace", "view", recording, "--replay")
	if glesdriver.Dir() != "" {
		cmd.Args = append(cmd.Args, "--driver", glesdriver.Dir())
	}
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		r.Fatal(err)
	}
	var printed bytes.Buffer
	cmd.Stderr = &printed
	if err := cmd.Start(); err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
		r.Logf("%s", printed.String())
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		r.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.Fatal(err)
	}
	v := &viewedReplay{r.T, &http.Client{Jar: jar}, ""}
	page, err := v.client.Get(strings.TrimSpace(line))
	if err != nil {
		r.Fatal(err)
	}
	page.Body.Close()
	v.url = page.Request.URL.String()
	return v
}

// request makes a request and returns the status, the type and the body of the answer.
func (v *viewedReplay) request(method, path string, body io.Reader) (status int, kind string, text []byte) {
	v.Helper()
	req, err := http.NewRequestWithContext(v.Context(), method, v.url+"api/replay/"+path, body)
	if err != nil {
		v.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", "http://"+req.URL.Host)
	}
	answer, err := v.client.Do(req)
	if err != nil {
		v.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err = io.ReadAll(answer.Body); err != nil {
		v.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), text
}

// get returns an answer, or nil if the reason is the wanted one. It fails for another status or reason.
func (v *viewedReplay) get(reason, path string, args ...any) []byte {
	v.Helper()
	path = fmt.Sprintf(path, args...)
	status, _, text := v.request("GET", path, nil)
	want := http.StatusOK
	if reason != "" {
		want = http.StatusNotFound
	}
	if status != want || reason != "" && !bytes.Contains(text, []byte(reason)) {
		v.Errorf("%s: %d, %.300s; want %d, %s", path, status, text, want, reason)
	}
	if status != http.StatusOK {
		return nil
	}
	return text
}

// answered decodes an answer.
func answered[T any](v *viewedReplay, path string, args ...any) (out T) {
	v.Helper()
	if text := v.get("", path, args...); text != nil {
		if err := json.Unmarshal(text, &out); err != nil {
			v.Errorf("%s: %v", path, err)
		}
	}
	return out
}

const (
	answerHead = 16 // bytes before the pixels
	sideOfAll  = 16 // of the surfaces
	inLeft     = 2  // x and y of a pixel of the left half
	inRight    = 12
)

// colors returns the pixels of an image of colors in the left and the right half.
func (v *viewedReplay) colors(image []byte) (left, right [4]byte) {
	v.Helper()
	if len(image) != answerHead+4*sideOfAll*sideOfAll {
		v.Errorf("an image of %d bytes", len(image))
		return left, right
	}
	row := image[answerHead+4*sideOfAll*inLeft:]
	return [4]byte(row[4*inLeft:]), [4]byte(row[4*inRight:])
}

var (
	red    = [4]byte{255, 0, 0, 255}
	green  = [4]byte{0, 255, 0, 255}
	blue   = [4]byte{0, 0, 255, 255}
	yellow = [4]byte{255, 255, 0, 255}
	white  = [4]byte{255, 255, 255, 255}
)

// checkImages compares the attachments after a draw of a thread: the first draw of a frame or the second one.
func (v *viewedReplay) checkImages(draw int, isFirstThread, isSecond bool) {
	v.Helper()
	want := [2][4]byte{green, blue}
	if isFirstThread {
		want[0] = red
	}
	if isSecond {
		want[1] = yellow
	}
	if left, right := v.colors(v.get("", "image?i=%d&what=color0", draw)); left != want[0] || right != want[1] {
		v.Errorf("call %d: %v and %v, want %v", draw, left, right, want)
	}
	depth := v.get("", "image?i=%d&what=depth", draw)
	if len(depth) != answerHead+4*sideOfAll*sideOfAll || bytes.Equal(depth[answerHead:][:4], depth[len(depth)-4:]) {
		v.Errorf("call %d: a depth of %d bytes, with equal halves", draw, len(depth))
	}
	if status, _, text := v.request("GET", fmt.Sprintf("image?i=%d&what=stencil", draw), nil); status != http.StatusNoContent {
		v.Errorf("call %d: stencil: %d, %s", draw, status, text)
	}
}

// checkHistory compares the history of a pixel in the left half: the second draw is behind the first.
func (v *viewedReplay) checkHistory(c *answersCase, frame, first, last int) {
	v.Helper()
	h := answered[inspect.History](v, "history?i=%d&what=color0&x=%d&y=%d", last, inLeft, inLeft)
	if h.Frame != frame || len(h.Events) != 3 || h.Events[0].Function != "glClear" || h.Events[1].Call != first || h.Events[2].Call != last {
		v.Errorf("%+v", h)
		return
	}
	reason, passed := inspect.Depth, []int{-1, 1, 0}
	if c.counts != "" {
		reason, passed = inspect.Unknown, []int{-1, -1, -1}
	}
	for n, e := range h.Events {
		want := inspect.Reason("")
		if n == 2 {
			want = reason
		}
		if e.Reason != want || e.Passed != passed[n] || e.Reason == inspect.Unknown && e.Note != c.counts {
			v.Errorf("%+v, want %q and %d", e, want, passed[n])
		}
	}
}

// checkContents compares what a draw reads and makes in addition to its attachments.
func (v *viewedReplay) checkContents(c *answersCase, draw int) {
	v.Helper()
	if image := v.get(c.counts, "image?i=%d&what=overdraw", draw); image != nil && image[len(image)-1] != 1 {
		v.Errorf("%d fragments", image[len(image)-1])
	}
	if text := v.get(c.outputs, "outputs?i=%d", draw); text != nil && !bytes.Contains(text, []byte(`["-1","-1","0.5","1"]`)) {
		v.Errorf("%s", text)
	}
	v.get(c.outputs, "mesh?i=%d", draw)
	if image := v.get(c.texture, "texture?i=%d&name=1", draw); image != nil && [4]byte(image[answerHead:]) != white {
		v.Errorf("% x", image)
	}
	compressed := c.texture
	if compressed == "" {
		compressed = cannotAttach
	}
	v.get(compressed, "texture?i=%d&name=2", draw)
}

// checkTimes measures a frame.
func (v *viewedReplay) checkTimes(frame int, calls ...int) {
	v.Helper()
	var measured []int
	for _, row := range answered[struct{ Rows []timing.Row }](v, "times?frame=%d", frame).Rows {
		if row.GPU == nil || row.GPU.Median <= 0 {
			v.Errorf("%+v", row)
		}
		measured = append(measured, row.Call)
	}
	if !slices.Equal(measured, calls) {
		v.Errorf("frame %d: times of the calls %v, want %v", frame, measured, calls)
	}
}

// checkEdit replays a frame with a shader whose color is white.
func (v *viewedReplay) checkEdit(draw int, program uint32) {
	v.Helper()
	body, err := json.Marshal(map[string]any{"call": draw, "program": program, "stage": "GL_FRAGMENT_SHADER",
		"source": "void main() { gl_FragColor = vec4(1.0); }"})
	if err != nil {
		v.Fatal(err)
	}
	status, kind, text := v.request("POST", "edit", bytes.NewReader(body))
	_, params, err := mime.ParseMediaType(kind)
	if err != nil || status != http.StatusOK {
		v.Fatalf("%d, %v: %.300s", status, err, text)
	}
	form, err := multipart.NewReader(bytes.NewReader(text), params["boundary"]).ReadForm(1 << 20)
	if err != nil || len(form.Value["result"]) != 1 || len(form.File["image"]) != 1 {
		v.Fatalf("%v: %.300s", err, text)
	}
	part, err := form.File["image"][0].Open()
	if err != nil {
		v.Fatal(err)
	}
	defer part.Close()
	image, err := io.ReadAll(part)
	if err != nil {
		v.Fatal(err)
	}
	if left, right := v.colors(image); left != white || right != white || !strings.Contains(form.Value["result"][0], `"failed":false`) {
		v.Errorf("%v and %v, %s", left, right, form.Value["result"][0])
	}
}
