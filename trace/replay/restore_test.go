package replay

import (
	"bytes"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// A recording that began after the program has the calls that create its objects and set its state, as calls of the recorder.
func TestLate(t *testing.T) {
	data := tracetest.Late()
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	got, s := operations(t, f, Options{To: -1})
	for _, want := range []string{"+r1 = eglGetDisplay(0)", "+eglInitialize(r1, 0, 0)", "SURFACE(64, 48)", "+r3 = eglCreateWindowSurface(r1, r2, 0, data\"80\\x00\\x00\")",
		"+r4 = eglCreateContext(r1, r2, 0, data\"\\x980\\x00\\x00\\x03\\x00\\x00\\x00\\xfb0\\x00\\x00\\x02\\x00\\x00\\x0080\\x00\\x00\")", "+eglMakeCurrent(r1, r3, r3, r4)",
		"+glPixelStorei(3317, 1)", "+glGenBuffers(1, out-names[5])", "+glBindBuffer(36662, r5)", "+glBufferData(36662, 2, data\"ab\", 35044)",
		"+glGetError()", "glFlush()"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q in", want)
		}
	}
	if n := s.LeftOutOfFrames(); n > 0 || t.Failed() {
		t.Errorf("%d calls left out of %q", n, got)
	}
	later, _ := operations(t, f, Options{From: 1, To: -1})
	if !slices.Contains(later, "+eglMakeCurrent(r1, r3, r3, r4)") || !slices.Contains(later, "+glDisable(3042)") || slices.Contains(later, "+glEnable(3042)") {
		t.Errorf("from the snapshot: %q", later)
	}
	again, s := operations(t, f, Options{To: -1, Rounds: 2})
	swaps := 0
	for _, line := range again {
		if line == "eglSwapBuffers(r1, r3)" {
			swaps++
		}
	}
	if n := s.LeftOutOfFrames(); swaps != 4 || n > 0 {
		t.Errorf("two rounds have %d swaps, want 4; %d calls left out of %q", swaps, n, again)
	}
}

// A replay of later frames begins with the last snapshot before them. Contexts that share objects have no such snapshot.
func TestSnapshot(t *testing.T) {
	of := func(contexts uint32, dropped uint64) *file.File {
		return recording(t, func(c *tracetest.Thread) {
			snapshot := func(blend int) {
				c.Flags(tracepb.CallFlag_FLAG_SNAPSHOT).Synthetic("glIsEnabled", "GL_BLEND", tracetest.Returns(blend))
				c.Flags(tracepb.CallFlag_FLAG_SNAPSHOT).Synthetic("glBindBuffer", "GL_COPY_READ_BUFFER", 3)
			}
			c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
			c.Call("eglCreateContext", 0xd0, 0, 0, tracetest.Null(), tracetest.Returns(0xc1))
			for n := uint32(1); n <= contexts; n++ {
				c.NewContext(n, uint64(0xc0+n), 3, 2, 1)
				c.Call("glFlush")
			}
			c.Context(1)
			c.Drop(dropped)
			for frame := range 3 {
				c.Call("glClear", 0x4000)
				c.Call("glDepthMask", frame)
				c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
				snapshot(frame & 1)
			}
			c.Call("glClear", 0x4000)
			c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
		})
	}
	got, s := operations(t, of(1, 0), Options{From: 2, To: -1})
	if behind, _ := operations(t, of(1, 7), Options{From: 2, To: -1}); !slices.Equal(behind, got) {
		t.Errorf("behind a gap: %q", behind)
	}
	check(t, got, `
		FRAME(0)
		r1 = eglGetDisplay(0)
		r2 = eglCreateContext(r1, 0, 0, 0)
		FRAME(2)
		+glPixelStorei(3317, 1)
		+glGenBuffers(1, out-names[3])
		+glBindBuffer(36662, r3)
		+glEnable(3042)
		+glGetError()
		+glGetError()
		+glGetError()
		+glGetError()
		+glGetError()
		+glGetError()
		glClear(16384)
		glDepthMask(2)
		eglSwapBuffers(r1, 0)
		FRAME(3)
		glClear(16384)
		eglSwapBuffers(r1, 0)
		FRAME(4)
		END()`)
	if frame, ok := s.Snapshot(); !ok || frame != 2 || s.Restores(2) || s.LeftOutOfFrames() != 0 {
		t.Errorf("snapshot before frame %d, %v; %d calls left out", frame, ok, s.LeftOutOfFrames())
	}
	if _, s := operations(t, of(2, 0), Options{From: 2, To: -1}); s.Plays(3) == false {
		t.Error("calls of contexts that share objects are replaced by a snapshot")
	}
	if _, s := operations(t, of(1, 0), Options{To: -1}); s.Plays(3) == false {
		t.Error("calls of the first frame are replaced by a snapshot")
	}
}
