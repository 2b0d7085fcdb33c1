package trim

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// imageOf is an image that shows a frame or draw by the value of its bytes.
func imageOf(n int) tracetest.Data { return bytesOf(4, byte(n)) }

// TestFrameImages checks that each frame of the range has its image, which follows two frames later, and no others.
func TestFrameImages(t *testing.T) {
	f := record(t, func(main *tracetest.Thread) {
		for n := range 10 {
			if n >= 2 {
				main.Synthetic("gltrace.FrameImage", tracetest.Surface, 1, 1, 1, 1, 2, imageOf(n-2))
			}
			main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
			swap(main)
		}
	})
	r, err := Frames(f, 4, 6)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := trimmed(t, f, r)
	var shown []byte
	for _, frame := range g.Frames() {
		shown = append(shown, dataOf(t, g, frame.Image)...)
	}
	if !slices.Equal(shown, []byte{4, 5, 6}) || calls(t, g, "gltrace.FrameImage") != 3 {
		t.Errorf("the frames have the images %v", shown)
	}
}

// TestDrawImages checks that each draw of the range has its image and GPU time, which follow several draws later, and no others.
func TestDrawImages(t *testing.T) {
	f := record(t, func(main *tracetest.Thread) {
		for n := range 10 {
			if n == 4 {
				main.Call("glClear", 0x4000)
			}
			main.Call("glDrawArrays", "GL_TRIANGLES", n, 3)
			main.Call("glDispatchCompute", 1, 1, 1)
			if n >= 3 {
				main.Synthetic("gltrace.DrawImage", 0, 1, 1, 1, 1, 3, imageOf(n-3))
				main.Synthetic("gltrace.GPUTime", 0, 7, n-3, false) // of the draw
			}
		}
	})
	r, err := Draws(t.Context(), f, 4, 6)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := trimmed(t, f, r)
	var draws, shown, times []uint64
	for c, err := range g.Calls(0, g.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		switch c.Function.Name {
		case "glDrawArrays":
			draws = append(draws, c.Args[1].Bits)
		case "gltrace.DrawImage":
			shown = append(shown, uint64(dataOf(t, g, c.Index)[0]), uint64(len(draws))-1-c.Args[5].Bits)
		case "gltrace.GPUTime":
			times = append(times, c.Args[2].Bits)
		}
	}
	if want := []uint64{4, 0, 5, 1, 6, 2}; !slices.Equal(draws, []uint64{4, 5, 6}) || !slices.Equal(shown, want) || !slices.Equal(times, []uint64{4, 5, 6}) {
		t.Errorf("draws %v, images with the draws that they are assigned to %v, times %v", draws, shown, times)
	}
}

// TestRanges checks frames and draws that a recording does not have.
func TestRanges(t *testing.T) {
	f := record(t, func(main *tracetest.Thread) {
		main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		swap(main)
		main.Call("glFlush")
	})
	for _, c := range []struct {
		first, last int
		want        string
	}{{0, 0, "{0 5} <nil>"}, {0, -1, "{0 6} <nil>"}, {0, 1, "{0 0} no frame 1: the recording has 1 frames, numbered from 0"}} {
		r, err := Frames(f, c.first, c.last)
		if got := fmt.Sprint(r, err); got != c.want {
			t.Errorf("frames %d to %d: %s", c.first, c.last, got)
		}
	}
	for _, c := range []struct {
		first, last int
		want        string
	}{{0, 0, "{3 4} <nil>"}, {0, -1, "{3 6} <nil>"}, {1, 1, "{0 6} no draw 1: the recording has 1 draws, numbered from 0"}} {
		r, err := Draws(t.Context(), f, c.first, c.last)
		if got := fmt.Sprint(r, err); got != c.want {
			t.Errorf("draws %d to %d: %s", c.first, c.last, got)
		}
	}
}

func dataOf(t *testing.T, f *file.File, call int) []byte {
	t.Helper()
	c, err := f.Call(call)
	if err != nil {
		t.Fatal(err)
	}
	data, err := f.Payload(c.Args[len(c.Args)-1].Data.Payloads)
	if err != nil {
		t.Fatal(err)
	}
	return data[:1]
}

func calls(t *testing.T, f *file.File, function string) (n int) {
	t.Helper()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == function {
			n++
		}
	}
	return n
}
