package file

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// read reads a valid recording.
func read(t testing.TB, data []byte) *File {
	t.Helper()
	f, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// text returns all calls, one on each line.
func text(t testing.TB, f *File) string {
	t.Helper()
	var b strings.Builder
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, line(t, f, c))
	}
	return b.String()
}

// line formats all fields of a call.
func line(t testing.TB, f *File, c *Call) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%d thread %d context %d frame %d depth %d at %d for %d flags %d %s(", c.Index, c.Thread, c.Context, c.Frame, c.Depth, c.Start, c.Duration, c.Flags, c.Function.Name)
	for i, v := range c.Args {
		fmt.Fprintf(&b, "%s %s=%#x%s ", c.Function.Params[i].Type, c.Function.Params[i].Name, v.Bits, dataText(t, f, v.Data))
	}
	fmt.Fprintf(&b, ") = %#x%s", c.Result.Bits, dataText(t, f, c.Result.Data))
	return b.String()
}

func dataText(t testing.TB, f *File, d *Data) string {
	t.Helper()
	if d == nil {
		return ""
	}
	content, err := f.Payload(d.Payloads)
	if err != nil || d.Capture == tracepb.Capture_CAPTURE_DATA && uint64(len(content)) != d.Size {
		t.Fatalf("%d bytes of %d: %v", len(content), d.Size, err)
	}
	return fmt.Sprintf("{%v %q}", d.Capture, content)
}

func TestSample(t *testing.T) {
	f := read(t, tracetest.Sample(5))
	all := text(t, f)
	for _, want := range []string{
		`glObjectLabel(GLenum identifier=0x82e1 GLuint name=0x3 GLsizei length=0xffffffffffffffff const GLchar * label=0x7f0000001000{CAPTURE_DATA "<script>alert(1)</script>\x00"}`,
		`frame 0 depth 0 at `, `thread 2 context 2 frame -1`,
		`glUniform4f(GLint location=0x1 GLfloat v0=0x3f000000 `,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in\n%.3000s", want, all)
		}
	}
	if n := len(f.Frames()); n != 5 {
		t.Errorf("%d frames", n)
	}
	for n, fr := range f.Frames() {
		if fr.Draws != 3 || fr.Image < fr.First || fr.Image > fr.Last || fr.Thread != 1 || fr.Context != 1 || n > 0 && fr.Start < time.Duration(n+1)*16*time.Millisecond {
			t.Errorf("%+v", fr)
		}
		c, err := f.Call(fr.Last)
		if err != nil || c.Function.Name != "eglSwapBuffers" || c.Frame != n || c.Start+c.Duration != fr.Start+fr.Duration {
			t.Errorf("%+v, %v", c, err)
		}
	}
	if got := f.Contexts(); len(got) != 2 || got[0].Handle != tracetest.Contexts+1 || got[0].Major != 3 || got[1].Share != 1 || got[1].Calls == 0 {
		t.Errorf("%+v", got)
	}
	if got := f.Threads(); len(got) != 2 || got[1].Name != "loader" || got[0].Calls+got[1].Calls != f.Len() {
		t.Errorf("%+v", got)
	}
	if got := f.Totals(); got != (Totals{Losses: format.Losses{Uncaptured: 1}, Calls: f.Len(), Payloads: got.Payloads}) || f.Gaps() != nil {
		t.Errorf("%+v, %+v", got, f.Gaps())
	}
	if f.Cut() != 0 || f.End().GetReason() != "stopped" || f.End().GetCalls() != uint64(f.Len()) || f.Hello().GetPid() != 4711 {
		t.Errorf("%d bytes truncated; error %v", f.Cut(), f.End())
	}
}

// The calls do not depend on the size of batches or on compression.
func TestWays(t *testing.T) {
	want := text(t, read(t, tracetest.Sample(9)))
	for _, o := range []tracetest.Options{{}, {PerBatch: 1}, {PerBatch: 7, Packing: format.Quick}, {Packing: format.Small}} {
		if got := text(t, read(t, tracetest.SampleWith(9, o))); got != want {
			t.Errorf("%+v: different calls", o)
		}
	}
}

// A million calls need little memory, and each is read once.
func TestMillion(t *testing.T) {
	data := tracetest.Million()
	for _, name := range []string{"raw", "packed"} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		begin := time.Now()
		f := read(t, data)
		opened := time.Since(begin)
		runtime.GC()
		runtime.ReadMemStats(&after)
		index := int64(after.HeapAlloc) - int64(before.HeapAlloc)
		begin = time.Now()
		n := 0
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil || c.Index != n {
				t.Fatal(c, err)
			}
			n++
		}
		t.Logf("%s, %d bytes: index in %v, %d bytes of it, %d while it was made; all calls in %v", name, len(data), opened, index, after.TotalAlloc-before.TotalAlloc, time.Since(begin))
		if n != 1_000_000 || len(f.Frames()) != 1000 || index > 16<<20 {
			t.Errorf("%d calls, %d frames, %d bytes of index", n, len(f.Frames()), index)
		}
		var out bytes.Buffer
		if _, err := Compress(t.Context(), &out, bytes.NewReader(data), int64(len(data)), func(int64) {}); err != nil {
			t.Fatal(err)
		}
		data = out.Bytes()
	}
}
