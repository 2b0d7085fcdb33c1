package file

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/tracetest"
)

// Images come when they can be had without waiting, and say how long ago they were taken.
func TestLateImages(t *testing.T) {
	const swap, draw = "eglSwapBuffers", "glDrawArrays"
	image := func(one *tracetest.Thread, name string, ago int) {
		one.Synthetic(name, 1, 1, 1, 8, 8, ago, tracetest.Bytes([]byte{1, 2, 3, 4}))
	}
	f := read(t, record(tracetest.Options{PerBatch: 3}, func(w *tracetest.Writer) {
		one := w.Thread(1)
		one.Call(draw, "GL_TRIANGLES", 0, 3)   // 0
		one.Call(draw, "GL_TRIANGLES", 0, 3)   // 1
		image(one, "gltrace.DrawImage", 1)     // 2: of call 0
		one.Call(swap, 1, 1)                   // 3
		image(one, "gltrace.DrawImage", 0)     // 4: of call 1
		one.Call(swap, 1, 1)                   // 5
		image(one, "gltrace.FrameImage", 2)    // 6: of frame 0
		image(one, "gltrace.FrameImage", 0)    // 7: of frame 2
		one.Call(swap, 1, 1)                   // 8
		image(one, "gltrace.FrameImage", 1000) // 9: of a frame before the recording
		one.Call(swap, 1, 1)                   // 10
	}))
	for n, want := range []int{6, -1, 7, -1} {
		if got := f.Frames()[n].Image; got != want {
			t.Errorf("the image of frame %d is call %d, expected %d", n, got, want)
		}
	}
	for call, want := range map[int]int{0: 2, 1: 4, 3: -1} {
		if got, err := f.DrawImage(call); err != nil || got != want {
			t.Errorf("the image of draw %d is call %d (%v), expected %d", call, got, err, want)
		}
	}
}
