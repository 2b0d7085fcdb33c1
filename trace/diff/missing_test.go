package diff

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// shown records frames of which some have an image, with a draw that has an image if the frame has one.
func shown(frames int, has func(frame int) bool) []byte {
	return thread(func(t *tracetest.Thread) {
		for i := range frames {
			if t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3); has(i) {
				t.Synthetic(drawImage, 0, 1, 1, 1, 1, 0, tracetest.Bytes(gray(1, 1)))
				t.Synthetic(frameImage, tracetest.Surface, 1, 1, 1, 1, 0, tracetest.Bytes(gray(1, 1)))
			}
			swap()(t)
		}
	})
}

// TestMissingImages counts images that one recording lacks. With AllImages, those that only A has are differences.
func TestMissingImages(t *testing.T) {
	all := func(int) bool { return true }
	for _, c := range []struct {
		name    string
		has     func(frame int) bool
		missing int // frames
	}{
		{"none missing", all, 0},
		{"all missing", func(int) bool { return false }, 50},
		{"one missing", func(frame int) bool { return frame != 20 }, 1},
		{"the last one", func(frame int) bool { return frame < 49 }, 1},
		{"the last ones, and one", func(frame int) bool { return frame < 18 && frame != 5 }, 33},
	} {
		a, b := shown(50, all), shown(50, c.has)
		r := compared(t, a, b, Options{AllImages: true})
		if m := r.Images; m.Missing != 2*c.missing || m.Lacking != m.Missing || r.Equal != (m.Lacking == 0) || r.Equal != (len(r.Differences) == 0) {
			t.Errorf("%s: %+v, %+v", c.name, m, r.Differences)
		}
		for _, r := range []*Report{compared(t, a, b, Options{}), compared(t, b, a, Options{AllImages: true})} {
			if r.Images.Missing != 2*c.missing || !r.Equal {
				t.Errorf("%s: %+v", c.name, r.Images)
			}
		}
	}
}

// TestMissingInFrames counts the images that are missing in a frame.
func TestMissingInFrames(t *testing.T) {
	a, b := shown(4, func(int) bool { return true }), shown(4, func(frame int) bool { return frame != 1 })
	for frame, lacking := range []int{0, 2, 0, 0} {
		r := compared(t, a, b, Options{AllImages: true, Frames: func(n int) bool { return n == frame }})
		if r.Images.Lacking != lacking {
			t.Errorf("frame %d: %+v", frame, r.Images)
		}
	}
}

// TestManyMissing compares more images of draws than can be pending.
func TestManyMissing(t *testing.T) {
	with := func(image bool) []byte {
		return thread(func(t *tracetest.Thread) {
			for range mostPending + 100 {
				if t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3); image {
					t.Synthetic(drawImage, 0, 1, 1, 1, 1, 0, tracetest.Bytes(gray(1, 1)))
				}
			}
		})
	}
	if m := compared(t, with(true), with(false), Options{AllImages: true}).Images; m.Missing != mostPending+100 || m.Lacking != mostPending+100 {
		t.Errorf("%+v", m)
	}
}

// TestDrawFrames compares only the images of draws in frames that count.
func TestDrawFrames(t *testing.T) {
	a, b := frames(gray(2, 1), gray(2, 1)), frames(gray(2, 1), gray(2, 9))
	for frame, equal := range []bool{true, false} {
		r := compared(t, a, b, Options{Frames: func(n int) bool { return n == frame }})
		if r.Equal != equal || r.Images.Compared != 2 {
			t.Errorf("frame %d: %+v", frame, r.Images)
		}
		for _, d := range r.Differences {
			if d.Frame != frame {
				t.Errorf("%+v", d)
			}
		}
	}
}
