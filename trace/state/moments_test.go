package state

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// TestShareGroups checks that objects belong to a share group and other state to a context, and that a
// context without sharing has its own group.
func TestShareGroups(t *testing.T) {
	f := record(t, func(w *tracetest.Writer, a *tracetest.Thread) {
		b := w.Thread(2).NewContext(2, 0x2000, 3, 2, 1)
		c := w.Thread(3).NewContext(3, 0x3000, 3, 2, 9)
		a.Call("glBindBuffer", "GL_ARRAY_BUFFER", 5).Call("glBufferData", "GL_ARRAY_BUFFER", 8, tracetest.Null(), "GL_STATIC_DRAW").Call("glEnable", "GL_BLEND")
		a.Call("eglMakeCurrent", 1, 2, 3, 0x1000, tracetest.Returns(1)).Call("glFlush")
		b.Call("glBindBuffer", "GL_ARRAY_BUFFER", 5).Call("glFlush")
		c.Call("glBindBuffer", "GL_ARRAY_BUFFER", 5).Call("glFlush")
		a.Call("glDeleteBuffers", 1, ints(5))
		b.Call("glFinish")
	})
	s := New(f)
	trees := map[uint32]*Tree{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "glFlush" || c.Function.Name == "glFinish" {
			trees[c.Context+map[string]uint32{"glFinish": 10}[c.Function.Name]] = at(t, s, c.Index)
		}
	}
	checkTree(t, trees[1], map[string]string{"objects/buffers/buffer 5/size": "8", "context 1/capabilities/GL_BLEND": "GL_TRUE",
		"thread 1/context": "0x1000", "thread 1/draw surface": "0x2"})
	checkTree(t, trees[2], map[string]string{"objects/buffers/buffer 5/size": "8", "context 2/capabilities/GL_BLEND": "GL_FALSE", "thread 2/context": "-"})
	checkTree(t, trees[3], map[string]string{"objects/buffers/buffer 5/size": "0"})
	checkTree(t, trees[12], map[string]string{"objects/buffers/buffer 5": "-", "context 2/buffers/GL_ARRAY_BUFFER": "5"})
}

// TestFailed checks that a call that generated an error changed nothing.
func TestFailed(t *testing.T) {
	f := record(t, func(w *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glDepthFunc", "GL_EQUAL").Call("glDepthFunc", "GL_LEQUAL")
		w.Thread(2).Call("eglGetError", tracetest.Returns("EGL_SUCCESS"))
		m.Synthetic("gltrace.Error", "GL_INVALID_VALUE").Call("glFlush")
	})
	checkTree(t, at(t, New(f), f.Len()-1), map[string]string{"context 1/depth/GL_DEPTH_FUNC": "GL_EQUAL"})
}

// TestAnyOrder checks that the state after a call does not depend on the order of queries.
func TestAnyOrder(t *testing.T) {
	f := sample(t, 400)
	forth, back := New(f), New(f)
	back.every, forth.every = 64, 512
	if _, err := forth.Reach(context.Background(), f.Len()-1); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewSource(1))
	for range 40 {
		i := random.Intn(f.Len())
		a, b := fmt.Sprint(flat(at(t, forth, i))), fmt.Sprint(flat(at(t, back, i)))
		if a != b {
			t.Fatalf("after call %d:\n%s\n%s", i, a, b)
		}
	}
}

func flat(t *Tree) (out []string) {
	out = append(out, fmt.Sprint(t.Name, "=", t.Value, t.Changed))
	for _, c := range t.Children {
		out = append(out, flat(c)...)
	}
	return out
}

func sample(t testing.TB, frames int) *file.File {
	data := tracetest.Sample(frames)
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestMillion checks the time to reach any state of a million calls. The limits are far above the expected
// values.
func TestMillion(t *testing.T) {
	data := tracetest.Million()
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := New(f)
	begin := time.Now()
	if _, err := s.Reach(context.Background(), f.Len()-1); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls: first pass %v, %d moments, %d copied", f.Len(), time.Since(begin), len(s.moments), s.main.copied)
	begin = time.Now()
	const asked = 20
	for i := range asked {
		at(t, s, (i*7919777)%f.Len())
	}
	if each := time.Since(begin) / asked; each > time.Second {
		t.Errorf("each state took %v", each)
	} else {
		t.Logf("each state took %v", each)
	}
}

// TestCanceled checks that canceled evaluation stops and does not affect later queries.
func TestCanceled(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 1).Call("glBufferData", "GL_ARRAY_BUFFER", 4, tracetest.Bytes(make([]byte, 4)), "GL_STATIC_DRAW")
		for i := range 4 * step {
			m.Call("glLineWidth", i)
		}
	})
	s, end := New(f), f.Len()-1
	gone, stop := context.WithCancel(t.Context())
	stop()
	for range 2 { // before and after the calls are evaluated
		if _, err := s.At(gone, end); !errors.Is(err, context.Canceled) {
			t.Errorf("the state: %v", err)
		}
		if _, err := s.Objects(gone, end); !errors.Is(err, context.Canceled) {
			t.Errorf("objects: %v", err)
		}
		if _, _, err := s.Buffer(gone, end, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("a buffer: %v", err)
		}
		checkTree(t, at(t, s, end), map[string]string{"context 1/buffers/GL_ARRAY_BUFFER": "1"})
	}
}
