//go:build linux

package live_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/report"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// runStatus returns the output and exit status of a program. It sends the input that the program waits for.
func runStatus(t *testing.T, cmd *exec.Cmd) (string, syscall.WaitStatus) {
	t.Helper()
	return runStatusAfter(t, cmd, func() {})
}

// runStatusAfter is runStatus, but calls wait before it sends the input.
func runStatusAfter(t *testing.T, cmd *exec.Cmd, wait func()) (string, syscall.WaitStatus) {
	t.Helper()
	var printed, faults bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &faults
	goOn := startWaiting(t, cmd)
	wait()
	goOn()
	err := cmd.Wait()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if strings.Contains(faults.String(), "not so: ") {
		t.Error(faults.String())
	}
	return printed.String(), cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// written is the number of frames that a part draws before it waits for input, which is sent when they are in
// the file: a crash after that keeps them.
var written = map[string]int{"segv": 40, "abort": 40, "leave": 40, "closes": 40}

// liveAs runs a part of testdata/lives.c with the recorder idle and recording, checks that the results are
// equal, and returns the recordings of all its processes, its own first.
func liveAs(t *testing.T, path, part string, settings ...string) []*file.File {
	t.Helper()
	plain, status := runStatus(t, under(t, settings, path, part))
	dir := t.TempDir()
	cmd := under(t, append(settings, "GLTRACE_START=1", "GLTRACE_FILE="+filepath.Join(dir, "%p.gltrace")), path, part)
	printed, ended := runStatusAfter(t, cmd, func() {
		name := filepath.Join(dir, fmt.Sprint(cmd.Process.Pid)+".gltrace")
		testutil.Eventually(t, "all that was drawn", func() bool { return written[part] == 0 || swapsIn(t, name) >= written[part] })
	})
	if printed != plain || ended != status {
		t.Errorf("it ends with %#x, without one with %#x\n%s", ended, status, difference(printed, plain))
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*file.File
	for _, name := range names {
		files = append(files, recorded(t, name))
	}
	own := slices.IndexFunc(files, func(f *file.File) bool { return f.Hello().Pid == uint32(cmd.Process.Pid) })
	if own < 0 {
		t.Fatalf("%d recordings: %v", len(files), names)
	}
	files[0], files[own] = files[own], files[0]
	return files
}

// swapsIn returns the number of swaps in a file that is being written.
func swapsIn(t *testing.T, name string) int {
	t.Helper()
	f, err := file.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	return count(t, f, "eglSwapBuffers")
}

// count returns how often the program itself called a function.
func count(t *testing.T, f *file.File, name string) (n int) {
	t.Helper()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == name && !c.Synthetic() {
			n++
		}
	}
	return n
}

// A program that crashes during a frame ends as it does without a recorder, and its earlier calls can be
// read.
func TestCrashInAFrame(t *testing.T) {
	path := program(t, "lives")
	for part, status := range map[string]syscall.WaitStatus{"segv": 11, "abort": 6, "leave": 5 << 8} {
		t.Run(part, func(t *testing.T) {
			files := liveAs(t, path, part)
			if n := count(t, files[0], "eglSwapBuffers"); len(files) != 1 || n != 40 {
				t.Errorf("%d recordings, %d frames of 40 in the first", len(files), n)
			}
			if end := files[0].End(); end != nil {
				t.Errorf("it has an end: %v", end)
			}
			_, ended := runStatus(t, withMesa(t, path, part))
			if ended&^0x80 != status {
				t.Errorf("the program ends with %#x", ended)
			}
		})
	}
}

// A forked child records nothing; one that executes another program has its own recording.
func TestChildren(t *testing.T) {
	path := program(t, "lives")
	for part, children := range map[string]int{"fork": 0, "exec": 3} {
		t.Run(part, func(t *testing.T) {
			files := liveAs(t, path, part)
			if len(files) != 1+children {
				t.Errorf("%d recordings", len(files))
			}
			for i, f := range files {
				want := 3
				if i == 0 {
					want = 80
				}
				if n := count(t, f, "eglSwapBuffers"); n != want || f.End() == nil || f.End().Reason != "exit" || f.End().Dropped != 0 {
					t.Errorf("recording %d: %d frames of %d, end %v", i, n, want, f.End())
				}
			}
		})
	}
}

// Calls belong to the context that is current on their thread, even if it was current on another one before. A
// call after eglReleaseThread belongs to none.
func TestContextElsewhere(t *testing.T) {
	f := liveAs(t, program(t, "lives"), "elsewhere")[0]
	var got []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if one := fmt.Sprintf("%d:%d", c.Thread, c.Context); c.Function.Name == "glClear" && (len(got) == 0 || got[len(got)-1] != one) {
			got = append(got, one)
		}
	}
	if want := "1:1 2:1 1:1 3:1 3:0 3:1 1:1 4:1 1:1"; strings.Join(got, " ") != want {
		t.Errorf("threads and contexts of glClear: %v", got)
	}
}

// A display that is terminated and initialized again has new contexts.
func TestTerminated(t *testing.T) {
	f := liveAs(t, program(t, "lives"), "renewed")[0]
	var got []uint32
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "eglSwapBuffers" {
			got = append(got, c.Context)
		}
	}
	if want := []uint32{1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("contexts of the swaps: %v", got)
	}
}

// After the program's eglTerminate, the recorder does not use the display, unless contexts are left.
func TestNoQueryAfterTerminate(t *testing.T) {
	setStage(t)
	below := filepath.Join(t.TempDir(), "libbelow.so")
	testproject.Command(t, ".", "cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", below, filepath.Join("testdata", "terminated.c"))
	var setup loader.Setup
	if fault := setup.SetLayers(stage.layer+":"+below, ""); fault != nil {
		t.Fatal(fault)
	}
	path := program(t, "lives")
	for part, want := range map[string]string{"ends": "terminated\n", "renewed": "terminated\neglQueryString after eglTerminate\n"} {
		cmd, _ := inRun(t, setup, []string{"GLTRACE_START=1", "GLTRACE_FILE=" + filepath.Join(t.TempDir(), "a.gltrace")}, path, part)
		var printed strings.Builder
		cmd.Stderr = &printed
		if err := cmd.Run(); err != nil || !strings.HasPrefix(printed.String(), want) || part == "ends" && printed.String() != want {
			t.Errorf("%s: %v\n%s", part, err, printed.String())
		}
	}
}

// startWaiting starts a program that waits for input, and returns its stdin.
func startWaiting(t *testing.T, cmd *exec.Cmd) (goOn func()) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { in.Close() }
}

// If a program closes file descriptors of the recorder and reuses their numbers, the recorder does not write
// to them.
func TestClosedFiles(t *testing.T) {
	path := program(t, "lives")
	f := liveAs(t, path, "closes")[0]
	if n := count(t, f, "eglSwapBuffers"); n < 40 || n > 400 || f.End() != nil {
		t.Errorf("%d frames, end %v", n, f.End())
	}
	cmd := under(t, nil, path, "closes")
	goOn := startWaiting(t, cmd)
	h := connect(t, cmd)
	h.command(&tracepb.Options{Recording: true}, false)
	testutil.Eventually(t, "an answer", func() bool { return h.size() > 0 })
	goOn()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if f := h.end(); f.End() != nil {
		t.Errorf("it has an end: %v", f.End())
	}
}

// The recorder's queries for images are invisible: the program gets only its own errors, and objects that
// another context deleted stay deleted.
func TestImagesChangeNothing(t *testing.T) {
	path := program(t, "lives")
	for part, settings := range map[string][]string{"told": {"MESA_GLES_VERSION_OVERRIDE=2.0"}, "deleted": nil, "unchecked": nil} {
		t.Run(part, func(t *testing.T) {
			f := liveAs(t, path, part, append(settings, "GLTRACE_FRAMES=1", "GLTRACE_DRAWS=1")...)[0]
			images := 0
			for c, err := range f.Calls(0, f.Len()) {
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(c.Function.Name, "gltrace.") && strings.HasSuffix(c.Function.Name, "Image") {
					images++
				}
			}
			if (images > 0) != (part == "told") {
				t.Errorf("%d images", images)
			}
		})
	}
}

// 64 contexts on 16 threads are created and destroyed while recordings start and end.
func TestManyContexts(t *testing.T) {
	path := program(t, "lives")
	f := liveAs(t, path, "many")[0]
	if n := len(f.Contexts()); n != 16*(4+3) || count(t, f, "eglSwapBuffers") != 16*24 || len(f.Threads()) != 17 {
		t.Errorf("%d contexts, %d swaps, %d threads", n, count(t, f, "eglSwapBuffers"), len(f.Threads()))
	}
	plain, _ := runStatus(t, withMesa(t, path, "many"))
	cmd := under(t, nil, path, "many")
	var printed bytes.Buffer
	cmd.Stdout = &printed
	goOn := startWaiting(t, cmd)
	h := connect(t, cmd)
	for on := range 6 {
		h.command(&tracepb.Options{Recording: on%2 == 0, Errors: on%3 == 0, FrameImages: on%4 == 0}, false)
		size := h.size()
		testutil.Eventually(t, "an answer", func() bool { return h.size() > size })
	}
	goOn()
	if err := cmd.Wait(); err != nil || printed.String() != plain {
		t.Errorf("%v\n%s", err, difference(printed.String(), plain))
	}
	h.end()
}

// A shader named <script> is recorded unchanged, and shown as text in the page.
func TestScriptAllTheWay(t *testing.T) {
	f := liveAs(t, program(t, "lives"), "script")[0]
	const text = "<script>alert(1)</script>"
	var lines bytes.Buffer
	if _, err := report.Dump(t.Context(), &lines, f, report.Filter{To: -1, Functions: []string{"glShaderSource", "glObjectLabel", "glPushDebugGroup"}}, false); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(lines.String(), text); n != 3 {
		t.Errorf("%d occurrences in\n%s", n, &lines)
	}
	server := view.New(f, view.Options{})
	t.Cleanup(server.Close)
	found := 0
	for _, path := range []string{"/api/calls?count=4096", "/api/groups?frame=0", "/api/shader?name=1&i=" + fmt.Sprint(f.Len()-1), "/api/objects?i=" + fmt.Sprint(f.Len()-1)} {
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "<") || !strings.Contains(w.Body.String(), `\u003cscript\u003ealert(1)\u003c/script\u003e`) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		found++
	}
	if found != 4 {
		t.Error(found)
	}
}

// The image of a frame shows what its context drew before the swap, on any thread.
func TestImagesElsewhere(t *testing.T) {
	f := liveAs(t, program(t, "lives"), "elsewhere", "GLTRACE_FRAMES=1")[0]
	pixel := func(call int, param string) (out []byte) {
		c, err := f.Call(call)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := c.Arg(param); v.HasData() {
			if out, err = f.Payload(v.Data.Payloads); err != nil || len(out) < 4 {
				t.Fatalf("%d bytes, %v", len(out), err)
			}
			out = out[:3] // the alpha of a window can be missing
		}
		return out
	}
	read, compared := map[uint32][]byte{}, 0 // by thread
	frames := f.Frames()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.Function.Name == "glReadPixels":
			read[c.Thread] = pixel(c.Index, "pixels")
		case c.Function.IsSwap() && frames[c.Frame].Image >= 0:
			compared++
			if got, want := pixel(frames[c.Frame].Image, "data"), read[c.Thread]; !bytes.Equal(got, want) {
				t.Errorf("frame %d: the image has the pixel %v, the program read %v", c.Frame, got, want)
			}
		}
	}
	if compared < len(frames)-1 {
		t.Errorf("%d of %d frames have images", compared, len(frames))
	}
}
