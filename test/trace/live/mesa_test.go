//go:build linux

package live_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// The program draws the same pixels, finds its state unchanged, and gets the same errors, whatever is
// recorded.
func TestProgramSeesNoDifference(t *testing.T) {
	scene := program(t, "scene")
	for _, args := range [][]string{{"12"}, {"12", "errors"}} {
		plain := output(t, withMesa(t, scene, args...))
		for name, settings := range map[string][]string{
			"off": nil, "on": {"START=1"}, "images": {"START=1", "FRAMES=1", "DRAWS=1"}, "errors": {"START=1", "ERRORS=1"}, "GPU times": {"START=1", "GPU_TIME=1"},
			"all": {"START=1", "FRAMES=1", "DRAWS=1", "ERRORS=1", "GPU_TIME=1", "UNTIMED=1", "NO_TEXTURES=1", "NO_BUFFERS=1", "NO_ARRAYS=1"},
		} {
			t.Run(name+fmt.Sprint(len(args)), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "a.gltrace")
				env := []string{"GLTRACE_FILE=" + path}
				for _, setting := range settings {
					env = append(env, "GLTRACE_"+setting)
				}
				if got := output(t, under(t, env, scene, args...)); got != plain {
					t.Errorf("with a recording, then without:\n%s", difference(got, plain))
				}
			})
		}
	}
}

// The same while recordings start and end, with every option changed repeatedly.
func TestProgramSeesNoDifferenceWhileToggled(t *testing.T) {
	scene := program(t, "scene")
	for _, more := range [][]string{nil, {"errors"}} {
		cmd := under(t, []string{"SCENE_SLOW=1"}, scene, append([]string{"0"}, more...)...)
		var printed strings.Builder
		cmd.Stdout = &printed
		end := startWaiting(t, cmd)
		files := toggle(t, cmd, 6)
		end()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		frames := strings.Count(printed.String(), "frame ")
		plain := output(t, withMesa(t, scene, append([]string{fmt.Sprint(frames)}, more...)...))
		if printed.String() != plain {
			t.Errorf("with recordings, then without:\n%s", difference(printed.String(), plain))
		}
		if !slices.ContainsFunc(files, func(f *file.File) bool { return len(f.Frames()) > 0 }) {
			t.Errorf("no frame was recorded in %d recordings", len(files))
		}
	}
}

// A recording that starts while the program runs has the state first, and then the swap.
func TestStateWhenRecordingBegins(t *testing.T) {
	f := attachInTime(t, "scene", &tracepb.Options{Recording: true}, "SCENE_SLOW=1")
	list := calls(t, f)
	for i, line := range list { // with OpenGL ES 3.1, an extension has labels
		list[i] = strings.Replace(line, "glGetObjectLabelKHR(", "glGetObjectLabel(", 1)
	}
	for _, want := range []string{"~gltrace.Context(0x1 ", "^eglMakeCurrent(", "^glIsEnabled(0xbe2)=0x0", "^glGetIntegerv(0xba2 ", "^glGetUniformfv(0x1 ",
		"^glBindBuffer(0x8f36 0x1)", "^gltrace.Buffer(0x1 24 0x88e4 0x0[24])", "^gltrace.Texture(0x1 0xde1 0 0x1908 16 16 1 0x1908 0x1401 0x0[1024])",
		"^gltrace.Texture(0x2 0x8517 0 0x1908 4 4 1 0x1908 0x1401 0x0[64])", "^gltrace.Texture(0x3 0x8c1a 0 0x8814 2 2 3 0x1908 0x1406 0x0[192])",
		"^glGetShaderSource(0x2 ", "^glGetAttachedShaders(0x1 ", "^glGetSamplerParameteriv(0x1 0x2801 ", "^glGetRenderbufferParameteriv(0x8d41 0x8cab ",
		"^glGetFramebufferAttachmentParameteriv(", "^glBindVertexArray(0x2)", "^glGetVertexAttribPointerv(0x1 ",
		"^glGetObjectLabel(0x82e0 0x1 7 ", "^glGetObjectLabel(0x82e2 0x1 6 ", "^glGetObjectLabel(0x82e4 0x1 6 ", "^glGetProgramPipelineiv(0x1 0x8259 ",
		"^glBindTransformFeedback(0x8e22 0x1)", "^glBindTransformFeedback(0x8e22 0x2)", "^glGetQueryObjectuiv(0x1 0x8866 ", "^glGetBufferPointerv(0x8f36 0x88bd "} {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("there is no %s", want)
		}
	}
	for call, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, arg := range append(call.Args, call.Result) {
			unknown := arg.Data != nil && arg.Data.Capture == tracepb.Capture_CAPTURE_UNKNOWN
			if asks := call.Flags&tracepb.CallFlag_FLAG_ATTACH != 0 && !strings.HasPrefix(call.Function.Name, "gltrace."); asks && unknown {
				t.Errorf("%s(%#x ...): the recorder asks what it does not know the size of", call.Function.Name, call.Args[0].Bits)
			}
		}
	}
	first := slices.IndexFunc(list, func(s string) bool { return s[0] != '~' && s[0] != '^' })
	if first < 0 || !strings.HasPrefix(list[first], "eglSwapBuffers(") {
		t.Errorf("the first call of the program's is not its swap: %v", list[max(first, 0)])
	}
	if i := slices.IndexFunc(list, func(s string) bool { return strings.HasPrefix(s, "^eglMakeCurrent(") }); i != 1 {
		t.Errorf("the synthetic eglMakeCurrent is call %d", i)
	}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "eglSwapBuffers" && c.Duration <= 0 {
			t.Errorf("call %d, a swap, took %v", c.Index, c.Duration)
		}
	}
	unmapped := slices.IndexFunc(list, func(s string) bool { return strings.HasPrefix(s, "glUnmapBuffer(0x8f37)") })
	if unmapped < 1 || !strings.HasPrefix(list[unmapped-1], "~gltrace.Mapped(0x8f37 0x5 8 16 ") || !strings.HasSuffix(list[unmapped-1], "[16])") {
		t.Errorf("what was written to a mapping of before is %v", list[max(unmapped-1, 0)])
	}
	tree, err := state.New(f).At(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	var facts strings.Builder
	writeTree(&facts, "", tree)
	for _, want := range []string{`buffer 1/label="places"`, `program 1/label="tints"`, `program pipeline 1/label="pipes"`, "program pipeline 1/active program=1",
		"transform feedback 1/buffers/binding 0/buffer=2", "context 1/transform feedback=2", "query 1/available=GL_TRUE", "query 1/result=0",
		"buffer 5/mapped=GL_TRUE", "buffer 5/map offset=8", "buffer 5/map length=16", "buffer 5/map access=GL_MAP_WRITE_BIT"} {
		if !strings.Contains(facts.String(), want+"\n") {
			t.Errorf("the state says nothing of %s", want)
		}
	}
}

// writeTree writes each value of a state after its path.
func writeTree(b *strings.Builder, path string, tree *state.Tree) {
	fmt.Fprintf(b, "%s=%s\n", path, tree.Value)
	for _, child := range tree.Children {
		writeTree(b, path+"/"+child.Name, child)
	}
}

// Options can be changed during a recording.
func TestOptionsWhileRecording(t *testing.T) {
	cmd := under(t, []string{"SCENE_SLOW=1"}, program(t, "scene"), "100000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	h := connect(t, cmd)
	grow := func(n int) {
		size := h.size()
		testutil.Eventually(t, "more", func() bool { return h.size() > size+n })
	}
	h.command(&tracepb.Options{Recording: true}, false)
	grow(30000)
	h.command(&tracepb.Options{Recording: true, FrameImages: true, DrawImages: true, ImageSize: 32, Errors: true, NoBuffers: true, Untimed: true}, false)
	grow(200000)
	h.command(&tracepb.Options{Recording: true}, false)
	grow(30000)
	h.command(nil, true)
	f := h.end()
	images := map[string]int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if name := c.Function.Name; strings.HasSuffix(name, "Image") && c.Function.IsOwn() {
			if c.Args[len(c.Args)-1].Data.Capture == tracepb.Capture_CAPTURE_NO_ROOM {
				continue // the receiver is slower than the program
			}
			images[name]++
			if w, h := c.Args[1].Int(), c.Args[2].Int(); w > 32 || h > 32 || w < 20 {
				t.Errorf("an image of %d x %d", w, h)
			}
			data, err := f.Payload(c.Args[len(c.Args)-1].Data.Payloads)
			if err != nil || int64(len(data)) != 4*c.Args[1].Int()*c.Args[2].Int() {
				t.Errorf("%s has %d bytes, %v", name, len(data), err)
			}
		}
	}
	if images["gltrace.FrameImage"] == 0 || images["gltrace.DrawImage"] == 0 {
		t.Errorf("images: %v", images)
	}
	if end := f.End(); end == nil || end.Reason != "stopped" {
		t.Errorf("the end is %v", end)
	}
}

// attachFor records a running program until enough returns true.
func attachFor(t *testing.T, name string, o *tracepb.Options, enough func(*receiver) bool, settings ...string) *file.File {
	t.Helper()
	cmd := under(t, settings, program(t, name), "100000")
	printed, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	if line, err := bufio.NewReader(printed).ReadString('\n'); line != "drawing\n" {
		t.Fatalf("the program says %q, %v", line, err)
	}
	h := connect(t, cmd) // the recorder disconnects a silent receiver
	h.command(o, false)
	testutil.Eventually(t, "a recording", func() bool { return enough(h) })
	h.command(nil, true)
	return h.end()
}

// received returns the recording received so far, or nil if it has no Hello yet.
func (h *receiver) received() *file.File {
	h.mu.Lock()
	got := bytes.Clone(h.got.Bytes())
	h.mu.Unlock()
	f, err := file.Read(bytes.NewReader(got), int64(len(got)))
	if err != nil {
		return nil
	}
	return f
}

// frames returns the number of frames received so far.
func (h *receiver) frames() int {
	if f := h.received(); f != nil {
		return len(f.Frames())
	}
	return 0
}

// attachInTime records a program with its whole state, all calls, and a complete last frame. It retries,
// because a busy machine may exceed the time limits of the state (1 s), of writing, or of the last frame (0.2
// s).
func attachInTime(t *testing.T, name string, o *tracepb.Options, settings ...string) *file.File {
	t.Helper()
	const patience = 20 // attempts
	for range patience {
		f := attachFor(t, name, o, func(h *receiver) bool {
			time.Sleep(50 * time.Millisecond) // each call of frames reads all of the recording so far
			return h.frames() > 1
		}, settings...)
		last, err := f.Call(f.Len() - 1)
		if err != nil {
			t.Fatal(err)
		}
		if last.Function.IsSwap() && f.Totals().Dropped == 0 && !slices.ContainsFunc(f.Functions(), func(f *file.Function) bool { return f.Name == "gltrace.LeftOut" }) {
			return f
		}
	}
	t.Fatal("never is the state taken in a second, no call dropped, and the last frame recorded to its end")
	return nil
}

// Contents are captured up to a share of the memory, or completely if the program waits. Objects with high
// names are found.
func TestManyObjectsWhenRecordingBegins(t *testing.T) {
	const textures, each = 12, 1 << 20
	for name, c := range map[string]struct {
		block    bool
		settings []string
		least    int
		most     int
	}{
		"little memory": {false, []string{"GLTRACE_MEMORY=16"}, 1, 8}, "usual": {false, nil, textures, textures},
		"block": {true, []string{"GLTRACE_MEMORY=4"}, textures, textures},
	} {
		f := attachInTime(t, "many", &tracepb.Options{Recording: true, Block: c.block}, c.settings...)
		taken, buffers, others := 0, map[uint64]bool{}, map[tracepb.Capture]int{}
		for call, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			switch call.Function.Name {
			case "gltrace.Buffer":
				buffers[call.Args[0].Bits] = true
			case "gltrace.Texture":
				data := call.Args[len(call.Args)-1].Data
				if data.Capture != tracepb.Capture_CAPTURE_DATA {
					others[data.Capture]++
				} else if content, err := f.Payload(data.Payloads); err != nil || len(content) != each || content[0] != byte(call.Args[0].Bits) || content[each-4] != byte(call.Args[0].Bits) {
					t.Errorf("%s: texture %d is another: %d bytes, %v", name, call.Args[0].Bits, len(content), err)
				} else {
					taken++
				}
			}
		}
		if taken < c.least || taken > c.most || taken+others[tracepb.Capture_CAPTURE_NO_ROOM] != textures {
			t.Errorf("%s: %d textures have their contents; others: %v", name, taken, others)
		}
		if !buffers[4000] || !buffers[8000] || len(buffers) != 2 {
			t.Errorf("%s: buffers %v", name, buffers)
		}
	}
}

// toggle starts and ends recordings while the program runs, some of them by disconnecting. It returns those
// that ended normally, of which the last has a frame.
func toggle(t *testing.T, cmd *exec.Cmd, times int) []*file.File {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	bit := func() bool { return random.IntN(2) == 0 }
	var files []*file.File
	for n := range times {
		h := connect(t, cmd)
		for range 1 + random.IntN(3) {
			h.command(&tracepb.Options{Recording: true, Untimed: bit(), FrameImages: bit(), DrawImages: bit(), Errors: bit(),
				NoTextures: bit(), NoBuffers: bit(), NoArrays: bit(), ImageSize: 16 + random.Uint32N(100)}, false)
			time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond) // options change at random moments
		}
		switch {
		case n == times-1:
			testutil.Eventually(t, "a frame", func() bool { return h.frames() > 0 })
		case bit():
			h.disconnect()
			continue
		}
		h.command(nil, true)
		files = append(files, h.end())
	}
	return files
}

// difference returns the first difference of two texts.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %s\nline %d: %s", i+1, x[i], i+1, y[i])
		}
	}
	return fmt.Sprintf("%d lines, %d lines", len(x), len(y))
}

// Without times, EGL calls still have theirs, and the calls of a thread stay in order.
func TestUntimed(t *testing.T) {
	f := attachFor(t, "scene", &tracepb.Options{Recording: true, Untimed: true}, func(h *receiver) bool { return h.frames() > 3 }, "SCENE_SLOW=1")
	draws, swaps := 0, 0
	for c, err := range f.Calls(0, f.Len()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case c.Attach() || c.Synthetic():
		case c.Function.IsDraw():
			draws++
			if c.Duration != file.Untimed {
				t.Fatalf("call %d, %s, took %v", c.Index, c.Function.Name, c.Duration)
			}
		case c.Function.IsSwap():
			if c.Duration <= 0 {
				t.Fatalf("call %d, a swap, took %v", c.Index, c.Duration)
			}
			if swaps++; swaps > 1 && draws == 0 {
				t.Fatalf("nothing is drawn before the swap at call %d", c.Index)
			}
			draws = 0
		}
	}
	if swaps < 3 {
		t.Errorf("%d swaps", swaps)
	}
}
