package diff

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// edit decodes a recording.
func edit(t testing.TB, recording []byte) *tracetest.Edited {
	t.Helper()
	e, err := tracetest.Edit(recording)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// eachCall calls each with the calls of all batches.
func eachCall(e *tracetest.Edited, each func(number int, c *format.Call)) {
	n := 0
	for _, b := range e.Batches {
		for i := range b.Calls {
			each(n, &b.Calls[i])
			n++
		}
	}
}

// place is an answer, or the image of a frame, in a recording.
type place struct {
	call, param int
	data        bool // not the cell, but the data
	function    string
	rule        rule
}

// places returns the answers whose changes must be found.
func places(t testing.TB, recording []byte) (all []place) {
	e, f := edit(t, recording), open(t, recording)
	c := newComparison(f, f, Options{})
	byName := map[string]*function{}
	for _, fn := range f.Functions() {
		byName[fn.Name] = c.functionOf(pairOfFunctions{fn, fn})
	}
	eachCall(e, func(n int, call *format.Call) {
		fn := byName[e.Name(call)]
		for i := range fn.params {
			p := &fn.params[i]
			r := c.ruleOf(fn, p, 0, call.Cells)
			isImage := fn.a.Name == frameImage && p.Name == "data"
			if r.how == ignored || !isImage && (!p.answer || call.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0) {
				continue
			}
			one := place{call: n, param: p.at, function: fn.a.Name, rule: r}
			if !p.address && call.Layout[p.at] != tracepb.Cell_CELL_NONE {
				all = append(all, one)
			}
			for _, capture := range call.Captures {
				if capture.Param == p.at && len(capture.Payloads) > 0 && r.how != related {
					one.data = true
					all = append(all, one)
				}
			}
		}
	})
	return all
}

// change returns the recording with another answer in a place.
func (p place) change(t testing.TB, recording []byte, random *rand.Rand) []byte {
	e := edit(t, recording)
	eachCall(e, func(n int, c *format.Call) {
		if n != p.call {
			return
		}
		switch cell := &c.Cells[p.param]; {
		case p.data:
			capture := &c.Captures[slices.IndexFunc(c.Captures, func(capture format.Capture) bool { return capture.Param == p.param })]
			e.ChangeByte(capture, random.IntN(int(capture.Size)), 0x40)
		case p.rule.how == exact:
			*cell ^= 1
		case *cell == 0:
			*cell = 1
		default:
			*cell = 0
		}
	})
	return e.Bytes()
}

// answers records calls with answers of different kinds.
func answers(w *tracetest.Writer) {
	t := w.Thread(1)
	t.Call("eglGetDisplay", 0, tracetest.Returns(tracetest.Display))
	t.NewContext(1, tracetest.Contexts+1, 3, 2, 1)
	for n := range 20 {
		t.Call("glGenTextures", 1, tracetest.Bytes([]byte{byte(n + 1), 0, 0, 0}))
		t.Call("glBindTexture", "GL_TEXTURE_2D", n+1)
		t.Call("glGetIntegerv", "GL_MAX_TEXTURE_SIZE", tracetest.Bytes([]byte{0, 16, byte(n), 0}))
		t.Call("glGetFloatv", "GL_LINE_WIDTH", tracetest.Bytes([]byte{0, 0, 128, byte(n)}))
		t.Call("glGetError", tracetest.Returns(0))
		t.Call("glIsTexture", n+1, tracetest.Returns(true))
		t.Call("glGetUniformLocation", 4, tracetest.String(fmt.Sprint("name", n)), tracetest.Returns(n))
		t.Call("glMapBufferRange", "GL_ARRAY_BUFFER", 0, 16, "GL_MAP_READ_BIT", tracetest.Returns(0x7f00))
		t.Call("glCheckFramebufferStatus", "GL_FRAMEBUFFER", tracetest.Returns("GL_FRAMEBUFFER_COMPLETE"))
		t.Call("glReadPixels", 0, 0, 8, 8, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(tracetest.Image(8, 8, n)))
		t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}
}

// TestEachChange changes one answer or one pixel in 200 places.
func TestEachChange(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, a := range map[string][]byte{"answers": record(answers), "sample": tracetest.Sample(40)} {
		all := places(t, a)
		f := open(t, a)
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, p := range all[:min(len(all), 100)] {
			r, err := Compare(context.Background(), f, open(t, p.change(t, a, random)), Options{Most: 1000})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, d := range r.Differences {
				found = found || d.Function == p.function
			}
			if r.Equal || !found || len(r.Differences) > 60 {
				t.Errorf("%s: change of %+v: equal %v, %d differences, first %+v", name, p, r.Equal, len(r.Differences), r.Differences[:min(1, len(r.Differences))])
			}
		}
		t.Logf("%s: %d places", name, len(all))
	}
}
