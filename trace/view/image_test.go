package view

import (
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

func TestImage(t *testing.T) {
	s := serve(t, small(), Options{})
	for _, path := range []string{"/api/image.png?i=9", "/api/image.png?frame=0", "/api/image.png?frame=0"} {
		w := serveRequest(s, "GET", path, "")
		img, err := png.Decode(w.Body)
		if err != nil || w.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("%s: %d, %v", path, w.Code, err)
		}
		if b := img.Bounds(); b.Dx() != 2 || b.Dy() != 1 || color.NRGBAModel.Convert(img.At(1, 0)) != (color.NRGBA{4, 5, 6, 255}) {
			t.Errorf("%s: %v, %v", path, b, img.At(1, 0))
		}
	}
}

// TestImageIsAsItWas: the first row of a framebuffer is at the bottom.
func TestImageIsAsItWas(t *testing.T) {
	w := serveRequest(sample(t), "GET", "/api/image.png?frame=3", "")
	img, err := png.Decode(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if _, top, _, _ := img.At(0, 0).RGBA(); top>>8 != 255*11/12 {
		t.Errorf("the top row is %d", top>>8)
	}
}

// TestDrawn: the image after a draw is the one with the matching number of draws, not the next one.
func TestDrawn(t *testing.T) {
	s := serve(t, recorded(func(t *tracetest.Thread) {
		image := func(ago int) {
			t.Synthetic("gltrace.DrawImage", 0, 1, 1, 1, 1, ago, tracetest.Bytes([]byte{1, 2, 3, 4}))
		}
		for range 3 {
			t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3).Call("glFinish") // 0 to 5
		}
		image(2) // 6: of draw 0
		image(0) // 7: of draw 4
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		image(2) // 9: of draw 2
	}), Options{})
	for draw, want := range map[int]int{0: 6, 2: 9, 4: 7, 8: -1} {
		if got := getJSON[map[string]int](t, s, fmt.Sprintf("/api/drawn?i=%d", draw)); got["i"] != want {
			t.Errorf("draw %d: %v, want %d", draw, got, want)
		}
	}
}

// TestLostImages: an image without data reports the reason and belongs to no frame.
func TestLostImages(t *testing.T) {
	s := serve(t, recorded(func(t *tracetest.Thread) {
		lost := tracetest.Data{Capture: tracepb.Capture_CAPTURE_NO_ROOM}
		t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3).Synthetic("gltrace.DrawImage", 0, 1, 1, 1, 1, 0, lost)
		t.Synthetic("gltrace.FrameImage", tracetest.Surface, 1, 1, 1, 1, 0, lost).Call("eglSwapBuffers", 1, tracetest.Surface)
	}), Options{})
	if got := getJSON[map[string]int](t, s, "/api/drawn?i=0"); got["i"] != 1 {
		t.Errorf("after the draw: %v", got)
	}
	for path, want := range map[string]string{"?i=1": "was dropped: the buffers of the trace layer were full", "?frame=0": "has no image"} {
		if w := serveRequest(s, "GET", "/api/image.png"+path, ""); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, %s", path, w.Code, w.Body)
		}
	}
}

// TestHostileImages: sizes that do not match the data are rejected.
func TestHostileImages(t *testing.T) {
	for _, size := range [][2]any{{-1, 1}, {1 << 30, 1 << 30}, {0, 0}, {2, 2}} {
		s := serve(t, recorded(func(t *tracetest.Thread) {
			t.Synthetic("gltrace.FrameImage", tracetest.Surface, size[0], size[1], 1, 1, 0, tracetest.Bytes(make([]byte, 8)))
		}), Options{})
		if w := serveRequest(s, "GET", "/api/image.png?i=0", ""); w.Code != http.StatusUnprocessableEntity || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%v: %d, %s", size, w.Code, w.Body)
		}
	}
}

func TestCache(t *testing.T) {
	c := newCache(100)
	for i := range 20 {
		c.store(fmt.Sprint(i), make([]byte, 10))
		c.store(fmt.Sprint(i), make([]byte, 10))
	}
	c.store("large", make([]byte, 90))
	_, first := c.get("0")
	_, last := c.get("19")
	_, large := c.get("large")
	if first || !last || large || c.size != 100 || len(c.all) != 10 || len(c.order) != 10 {
		t.Errorf("%v, %v, %v, %d bytes of %d", first, last, large, c.size, len(c.all))
	}
}

func TestData(t *testing.T) {
	s := serve(t, small(), Options{})
	same(t, s, "/api/data?i=13&param=2&as=hex", `{"total": 2, "rows": [
		{"offset": 0, "values": ["00", "00", "80", "3f", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "61", "62"]},
		{"offset": 16, "values": ["63", "64", "65", "66"]}]}`)
	same(t, s, "/api/data?i=3&param=1&as=text", `{"total": 0, "text": "<script>alert(1)</script>"}`)
	for as, want := range map[string]string{"f32": "1", "f16": "0", "u32": "1065353216", "i32": "1065353216", "u16": "0", "i16": "0", "u8": "0", "i8": "0", "": "0"} {
		got := getJSON[dataAnswer](t, s, "/api/data?i=13&param=2&count=1&as="+as)
		if got.Total != 2 || len(got.Rows) != 1 || got.Rows[0].Values[0] != want {
			t.Errorf("%s: %+v", as, got)
		}
	}
	w := serveRequest(s, "GET", "/api/data?i=13&param=2&as=raw", "")
	if w.Header().Get("Content-Type") != "application/octet-stream" || w.Header().Get("Content-Disposition") != "attachment" ||
		w.Body.String() != "\x00\x00\x80\x3f0123456789abcdef" {
		t.Errorf("%v, %q", w.Header(), w.Body)
	}
}
