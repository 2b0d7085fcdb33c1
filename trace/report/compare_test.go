package report

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// runOf returns a run with a driver that has these extensions and this limit, and an error in each frame.
func runOf(t *testing.T, name, extensions string, limit uint32) *Run {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 0x10, 3, 2, 1).Context(1)
	describe := func(name string, args ...any) { one.Flags(tracepb.CallFlag_FLAG_SYNTHETIC).Call(name, args...) }
	for text, value := range map[int]string{glVendor: "Maker", glRenderer: name, glVersion: "OpenGL ES 3.2", glExtensions: extensions} {
		describe("glGetString", text, tracetest.Returns(tracetest.String(value)))
	}
	describe("glGetIntegerv", 0x0D33, tracetest.Bytes(binary.LittleEndian.AppendUint32(nil, limit)))
	for range 3 {
		one.Call("glEnable", 1).Synthetic("gltrace.Error", "GL_INVALID_ENUM").Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	}
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadRun(t.Context(), f, name, name+".gltrace")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCompare(t *testing.T) {
	a, b := runOf(t, "native", "GL_b GL_a GL_a", 4096), runOf(t, "angle", "GL_b GL_c", 8192)
	if a.Vendor != "Maker" || a.Renderer != "native" || a.Frames != 3 || a.Calls != 6 || !reflect.DeepEqual(a.Extensions, []string{"GL_a", "GL_b"}) {
		t.Errorf("%+v", a)
	}
	c := Compare([]*Run{a, b})
	for name, want := range map[string][2]any{
		"extensions": {c.Extensions, []Row{{"GL_a", []string{"yes", ""}}, {"GL_c", []string{"", "yes"}}}},
		"limits":     {c.Limits, []Row{{"GL_MAX_TEXTURE_SIZE", []string{"4096", "8192"}}}},
		"errors":     {c.Errors, []Row{{"glEnable: GL_INVALID_ENUM", []string{"3", "3"}}}},
	} {
		if !reflect.DeepEqual(want[0], want[1]) {
			t.Errorf("%s: %v, not %v", name, want[0], want[1])
		}
	}
	if err := c.WriteImages(t.TempDir()); err != nil || len(c.Images) != 0 {
		t.Errorf("%v %v", c.Images, err)
	}
	var page strings.Builder
	if err := c.WriteHTML(&page, "<app>"); err != nil || !strings.Contains(page.String(), "&lt;app&gt;") || !strings.Contains(page.String(), "GL_c") {
		t.Errorf("%v\n%s", err, page.String())
	}
}

// An image without a counterpart is not one of another size.
func TestDifference(t *testing.T) {
	both := Image{Files: []string{"a", "b", "", "d"}, Differ: []int{0, 12, -1, -1}}
	for run, want := range []string{"0 %", "12 %", "no image", "another size"} {
		if got := both.Difference(run); got != want {
			t.Errorf("%d: %q", run, got)
		}
	}
	if got := (Image{Files: []string{"", "b"}, Differ: []int{-1, -1}}).Difference(1); got != "not compared: the first run has no image" {
		t.Error(got)
	}
}

// TestDiffering compares pictures of frames: equal ones, one that differs in places, and one of another size.
func TestDiffering(t *testing.T) {
	f, err := file.Read(bytes.NewReader(tracetest.Sample(5)), int64(len(tracetest.Sample(5))))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadRun(t.Context(), f, "sample", "")
	if err != nil {
		t.Fatal(err)
	}
	frame := 0
	for frame < r.Frames && !r.hasImage(frame) {
		frame++
	}
	first, err := r.image(frame)
	if err != nil {
		t.Fatal(err)
	}
	if got := differing(first, first); got != 0 {
		t.Errorf("a picture differs from itself by %d %%", got)
	}
	other, err := r.image(r.Frames - 1)
	if err == nil && differing(first, other) <= 0 {
		t.Errorf("two frames do not differ: %d", differing(first, other))
	}
	if got := differing(nil, first); got != -1 {
		t.Errorf("no picture: %d", got)
	}
}
