package diff

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// gray returns an image of size x size pixels.
func gray(size int, level byte) []byte {
	return bytes.Repeat([]byte{level, level, level, 255}, size*size)
}

// with returns a copy of an image with other pixels at the beginning.
func with(pixels []byte, count int, level byte) []byte {
	return append(gray(1, level)[:0], slices.Concat(bytes.Repeat([]byte{level, level, level, 255}, count), pixels[4*count:])...)
}

// frames records a frame and a draw for each image, which the recorder has later.
func frames(images ...[]byte) []byte {
	return thread(func(t *tracetest.Thread) {
		shown := func(name string, object, ago int, image []byte) {
			size := 0
			for 4*size*size < len(image) {
				size++
			}
			t.Synthetic(name, object, size, size, size, size, ago, tracetest.Bytes(image))
		}
		for i, image := range images {
			t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3).Call("glDrawArrays", "GL_POINTS", 0, 1)
			shown(drawImage, 0, 1, image)
			if i > 0 {
				shown(frameImage, tracetest.Surface, 1, images[i-1])
			}
			swap()(t)
		}
		shown(frameImage, tracetest.Surface, 1, images[len(images)-1])
		swap()(t)
	})
}

// TestImages compares the images of frames and draws.
func TestImages(t *testing.T) {
	plain := gray(16, 100)
	for _, c := range []struct {
		name            string
		other           []byte
		exact, tolerant bool // different
		max             int
		share           float64 // in tolerant mode
	}{
		{"equal", plain, false, false, 0, 0},
		{"one bit", with(plain, 1, 101), true, false, 1, 0},
		{"two pixels", with(plain, 2, 200), true, false, 100, 2.0 / 256},
		{"three pixels", with(plain, 3, 200), true, true, 100, 3.0 / 256},
		{"hardly visible", gray(16, 110), true, false, 10, 0},
		{"another size", gray(8, 100), true, true, 255, 1},
	} {
		a, b := frames(plain, plain), frames(plain, c.other)
		for mode, want := range map[Mode]bool{Exact: c.exact, Tolerant: c.tolerant} {
			var got []ImagePair
			r := compared(t, a, b, Options{Mode: mode, OnImage: func(p *ImagePair) error { got = append(got, *p); return nil }})
			m := r.Images
			if r.Equal == want || m.Compared != 4 || m.Missing != 0 || m.Max != c.max || mode == Tolerant && m.MaxShare != c.share {
				t.Errorf("%s, %s: equal %v, %+v", c.name, mode, r.Equal, m)
			}
			if want != (len(got) == 2) || want && (got[0].Draw < 0 || got[1].Frame != 1) {
				t.Errorf("%s, %s: %+v", c.name, mode, got)
			}
		}
	}
}

// TestDifferencePicture shows where two images differ.
func TestDifferencePicture(t *testing.T) {
	var got *ImagePair
	compared(t, frames(gray(4, 0)), frames(with(gray(4, 0), 2, 255)), Options{OnImage: func(p *ImagePair) error { got = p; return nil }})
	d := got.Difference()
	red := color.NRGBA{R: 255, A: 255} // the first row of the data is the bottom one
	if d.At(0, 3) != red || d.At(1, 3) != red || d.At(2, 3) == red || d.At(0, 0) == red {
		t.Errorf("%v", d)
	}
}

// TestReadPixels compares what glReadPixels returns.
func TestReadPixels(t *testing.T) {
	read := func(pixels []byte) []byte {
		return thread(call("glReadPixels", 0, 0, 16, 16, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(pixels)))
	}
	for count, want := range []bool{true, true, true, false} {
		b := read(with(gray(16, 100), count, 200))
		if r := compared(t, read(gray(16, 100)), b, Options{Mode: Tolerant}); r.Equal != want {
			t.Errorf("%d pixels: %+v", count, r)
		}
		if r := compared(t, read(gray(16, 100)), b, Options{}); r.Equal != (count == 0) {
			t.Errorf("%d pixels: %+v", count, r)
		}
	}
}

// TestPixelFormats compares 256 pixels of formats in tolerant mode: at most two of them can be different.
func TestPixelFormats(t *testing.T) {
	half := func(values ...uint16) (b []byte) {
		for _, v := range values {
			b = append(b, byte(v), byte(v>>8))
		}
		return b
	}
	many := func(pixel ...byte) []byte { return bytes.Repeat(pixel, 256) }
	for _, c := range []struct {
		format, kind string
		pixel, other []byte
		equal        bool
	}{
		{"GL_RGBA", "GL_UNSIGNED_BYTE", []byte{1, 2, 3, 255}, []byte{1, 2, 3, 240}, true},
		{"GL_RGBA", "GL_UNSIGNED_BYTE", []byte{1, 2, 3, 255}, []byte{1, 2, 3, 229}, false},
		{"GL_RGB", "GL_UNSIGNED_BYTE", []byte{1, 2, 3}, []byte{1, 3, 2}, true},
		{"GL_RGB", "GL_UNSIGNED_BYTE", []byte{1, 2, 3}, []byte{1, 4, 3}, false},
		{"GL_RGBA_INTEGER", "GL_UNSIGNED_BYTE", []byte{1, 2, 3, 4}, []byte{1, 2, 3, 5}, false},
		{"GL_RED", "GL_BYTE", []byte{0}, []byte{255}, true},
		{"GL_RED", "GL_UNSIGNED_SHORT", []byte{255, 0}, []byte{0, 1}, true},
		{"GL_RGB", "GL_UNSIGNED_SHORT_5_6_5", []byte{1, 2}, []byte{2, 2}, false},
		{"GL_RED", "GL_FLOAT", float(1).Bytes, float(1.0001).Bytes, true},
		{"GL_RED", "GL_FLOAT", float(1).Bytes, float(1.1).Bytes, false},
		{"GL_RED", "GL_HALF_FLOAT", half(0x6800), half(0x6801), true},
		{"GL_RED", "GL_HALF_FLOAT", half(0x3C00), half(0x3D00), false},
	} {
		read := func(pixels []byte) []byte {
			return thread(call("glReadPixels", 0, 0, 16, 16, c.format, c.kind, tracetest.Bytes(pixels)))
		}
		a, size := many(c.pixel...), len(c.pixel)
		for count, want := range map[int]bool{2: true, 3: c.equal, 256: c.equal} {
			b := slices.Concat(bytes.Repeat(c.other, count), a[count*size:])
			if r := compared(t, read(a), read(b), Options{Mode: Tolerant}); r.Equal != want {
				t.Errorf("%s, %s, %d pixels: equal %v", c.format, c.kind, count, r.Equal)
			}
		}
		if r := compared(t, read(a), read(a[size:]), Options{Mode: Tolerant}); r.Equal {
			t.Errorf("%s, %s: less data is equal", c.format, c.kind)
		}
	}
}

// TestAlpha compares alpha of framebuffer objects in tolerant mode, and not of windows.
func TestAlpha(t *testing.T) {
	with := func(framebuffer int, alpha byte) []byte {
		return thread(call("glDrawArrays", "GL_TRIANGLES", 0, 3), recorderCall(drawImage, framebuffer, 1, 1, 1, 1, 0, tracetest.Bytes([]byte{1, 2, 3, alpha})))
	}
	for framebuffer := range 2 {
		if r := compared(t, with(framebuffer, 255), with(framebuffer, 0), Options{Mode: Tolerant}); r.Equal != (framebuffer == 0) {
			t.Errorf("framebuffer %d: %+v", framebuffer, r.Images)
		}
	}
}

// TestUndefined compares pixels that are partly outside of the surface.
func TestUndefined(t *testing.T) {
	read := func(framebuffer, x, y int, pixels []byte) []byte {
		return thread(current(tracetest.Surface, tracetest.Surface), recorderCall(surface, tracetest.Display, tracetest.Surface, "EGL_WINDOW_BIT", 10, 20, 7, 8, 8, 8, 8, 24, 8, 0, 0, 5, 4),
			call("glBindFramebuffer", "GL_FRAMEBUFFER", framebuffer),
			call("glReadPixels", x, y, 4, 4, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(pixels)), swap())
	}
	changed := func(x, y int) []byte {
		pixels := gray(4, 1)
		pixels[4*(4*y+x)] = 9
		return pixels
	}
	for _, c := range []struct {
		framebuffer, x, y int // of the rectangle
		atX, atY          int // of the change, in the rectangle
		equal             bool
	}{
		{0, 0, 0, 0, 0, false}, {0, 8, 0, 1, 0, false}, {0, 8, 0, 2, 3, true}, {0, -1, 0, 0, 1, true}, {0, -1, 0, 1, 1, false},
		{0, 0, 18, 0, 1, false}, {0, 0, 18, 0, 2, true}, {0, 0, -2, 3, 1, true}, {0, 0, -2, 3, 2, false}, {0, 99, 0, 0, 0, true}, {5, 8, 0, 2, 3, false},
	} {
		r := compared(t, read(c.framebuffer, c.x, c.y, gray(4, 1)), read(c.framebuffer, c.x, c.y, changed(c.atX, c.atY)), Options{})
		if r.Equal != c.equal {
			t.Errorf("%+v: %+v", c, r.Differences)
		}
	}
}

func current(draw, read int) pass {
	return call("eglMakeCurrent", tracetest.Display, draw, read, tracetest.Contexts+1, tracetest.Returns(1))
}

// TestReadSurface compares the pixels outside of the surface that is current for reading, if its size is certain.
func TestReadSurface(t *testing.T) {
	described := func(surfaceHandle int, kind string, width, height int) pass {
		return recorderCall(surface, tracetest.Display, surfaceHandle, kind, width, height, 7, 8, 8, 8, 8, 24, 8, 0, 0, 5, 4)
	}
	const one, two = 0x10, 0x20
	both := []pass{current(one, two), described(one, "EGL_PBUFFER_BIT", 4, 4), described(two, "EGL_PBUFFER_BIT", 1, 1)}
	window := []pass{current(one, one), described(one, "EGL_WINDOW_BIT", 2, 2)}
	for _, c := range []struct {
		name          string
		before, after []pass
		equal         bool
	}{
		{"the other surface", append(both, current(one, one)), nil, false},
		{"the read surface", both, nil, true},
		{"a failed call", append(both, call("eglMakeCurrent", tracetest.Display, one, one, tracetest.Contexts+1, tracetest.Returns(0))), nil, true},
		{"a window", window, []pass{call("glFlush"), swap()}, true},
		{"a window that grows", window, []pass{call("glFlush"), described(one, "EGL_WINDOW_BIT", 4, 4), swap()}, false},
		{"a window without a swap", window, []pass{call("glFlush")}, false},
		{"a surface that is not known", []pass{current(one, two), described(one, "EGL_PBUFFER_BIT", 1, 1)}, nil, false},
	} {
		read := func(pixels []byte) []byte {
			one := call("glReadPixels", 0, 0, 4, 4, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(pixels))
			return thread(slices.Concat(c.before, []pass{one, one}, c.after)...)
		}
		changed := gray(4, 1)
		changed[len(changed)-4] = 9
		if r := compared(t, read(gray(4, 1)), read(changed), Options{}); r.Equal != c.equal {
			t.Errorf("%s: %+v", c.name, r.Differences)
		}
	}
}

// TestJUnit writes a report with a frame whose image differs, and one with another argument.
func TestJUnit(t *testing.T) {
	frame := func(clear int, image byte) []pass {
		return []pass{call("glClear", clear), recorderCall(frameImage, tracetest.Surface, 2, 2, 2, 2, 0, tracetest.Bytes(gray(2, image))), swap()}
	}
	a := thread(append(append(frame(1, 0), frame(1, 0)...), frame(1, 0)...)...)
	b := thread(append(append(append(frame(1, 9), frame(2, 0)...), frame(1, 0)...), call("glFlush"))...)
	var out bytes.Buffer
	if err := compared(t, a, b, Options{}).WriteJUnit(&out, "a & b"); err != nil {
		t.Fatal(err)
	}
	suite := readJUnit(t, out.Bytes())
	var got []string
	for _, c := range suite.Cases {
		line := c.Name + ":"
		if c.Failure != nil {
			line += " " + c.Failure.Message + strings.ReplaceAll(c.Failure.Text, "\n", "|")
		}
		got = append(got, line)
	}
	want := []string{
		"frame 0: image: 100.00 % of the pixels are different, by up to 9 of 255|call 3, frame 0, thread 1: gltrace.FrameImage: A image of 2 x 2 pixels; B image of 2 x 2 pixels: 100.00 % of the pixels are different, by up to 9 of 255",
		"frame 1: 1 differences in 2 calls|call 4, call 4 of B, frame 1, thread 1: glClear: argument mask: A 0x0001; B 0x0002",
		"frame 2:",
		"other calls and images: 1 differences, 1 additional calls|call 10 of B, thread 1: glFlush: 0 missing, 1 additional: A end of the thread; B glFlush()",
	}
	if suite.Tests != 4 || suite.Failures != 3 || !slices.Equal(got, want) {
		t.Errorf("%s\n%s", fmt.Sprintf("%+v", suite), strings.Join(got, "\n"))
	}
}

func readJUnit(t *testing.T, report []byte) (suite junitSuite) {
	t.Helper()
	if err := xml.Unmarshal(report, &suite); err != nil {
		t.Fatal(err)
	}
	return suite
}

// TestJUnitFails has a failure for each reason for which recordings are different.
func TestJUnitFails(t *testing.T) {
	for _, c := range []struct {
		report Report
		want   string // of the last case
	}{
		{Report{Equal: true, Frames: []Frame{{}}}, ""},
		{Report{Missing: 3}, "3 missing calls"},
		{Report{Additional: 2, Missing: 1, Counts: []Count{{Count: 1}}}, "1 differences, 1 missing calls, 2 additional calls"},
		{Report{Images: Images{Lacking: 4, Missing: 9}}, "4 missing images"},
		{Report{Images: Images{Different: 2}, Frames: []Frame{{Image: &ImageResult{Different: true}}}}, "1 different images of draws"},
		{Report{Frames: []Frame{{}}}, "the recordings are different"},
		{Report{Frames: []Frame{{Different: 1}}, Counts: []Count{{Count: 1}}}, ""},
	} {
		var out bytes.Buffer
		if err := c.report.WriteJUnit(&out, "name"); err != nil {
			t.Fatal(err)
		}
		suite := readJUnit(t, out.Bytes())
		got := ""
		if f := suite.Cases[len(suite.Cases)-1].Failure; f != nil {
			got = f.Message
		}
		if got != c.want || (suite.Failures == 0) != c.report.Equal {
			t.Errorf("%q, expected %q: %+v", got, c.want, suite)
		}
	}
}

// TestSurfaces lists the properties in which surfaces differ.
func TestSurfaces(t *testing.T) {
	with := func(samples int) []byte {
		return thread(recorderCall(surface, tracetest.Display, tracetest.Surface, "EGL_WINDOW_BIT", 40, 30, 7, 8, 8, 8, 8, 24, 8, samples, 0, 5, 4), call("glFlush"))
	}
	r := compared(t, with(0), with(4), Options{})
	if want := []Surface{{A: 1, B: 1, Property: "samples", TextA: "0", TextB: "4"}}; !r.Equal || !slices.Equal(r.Surfaces, want) {
		t.Errorf("%+v", r)
	}
}

// TestGPUTimes compares the GPU times of two frames.
func TestGPUTimes(t *testing.T) {
	with := func(first, second int) []byte {
		var calls []pass
		for _, time := range []int{first, second} {
			calls = append(calls, call("glDrawArrays", "GL_TRIANGLES", 0, 3), call("glDrawElements", "GL_TRIANGLES", 3, "GL_UNSIGNED_SHORT", tracetest.Offset(0)),
				swap(), recorderCall(gpuTime, 0, 1, 100, false), recorderCall(gpuTime, 5, 0, time, false))
		}
		return thread(calls...)
	}
	r := compared(t, with(10, 20), with(10, 90), Options{})
	if want := []GPU{{"glDrawArrays", 2, 2, 200, 200}, {"glDrawElements", 2, 2, 30, 100}}; !slices.Equal(r.GPU, want) {
		t.Errorf("%+v", r.GPU)
	}
	if f := r.Frames; len(f) != 2 || f[0].GPUA != 110 || f[0].GPUB != 110 || f[1].GPUA != 120 || f[1].GPUB != 190 {
		t.Errorf("%+v", f)
	}
	if p := r.Passes; len(p) != 2 || p[0].Frame != 1 || p[0].TimeB != 100 || p[1].Framebuffer != 5 || p[1].TimeA != 20 || p[1].Work[0].TimeB != 90 {
		t.Errorf("%+v", p)
	}
}
