package view

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// imageFunctions are the functions of the recorder whose calls have an image of a framebuffer.
var imageFunctions = map[string]bool{"gltrace.FrameImage": true, "gltrace.DrawImage": true}

// mostSide is the maximum side of an image: a larger one is reduced to every n-th pixel.
const mostSide = 4096

// Constants of OpenGL ES for the formats of the recorder's images.
const (
	glRGBA         = 0x1908
	glUnsignedByte = 0x1401
)

// serveImage serves the image of a framebuffer: of a call of the recorder, or of a frame.
func (s *Server) serveImage(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i := 0
	if q.values.Has("frame") {
		frames := s.file.Frames()
		if n := q.index("frame", len(frames)); q.err == nil {
			if i = frames[n].Image; i < 0 {
				q.err = missing(fmt.Sprintf("frame %d has no image: record with --frame-images (even then, some frames can lack an image, such as the last ones)", n))
			}
		}
	} else {
		i = q.index("i", s.file.Len())
	}
	if q.err != nil {
		fail(w, q.err)
		return
	}
	s.servePNG(w, r, fmt.Sprintf("framebuffer %d", i), mostSide, func() (image.Image, error) { return s.framebuffer(i) })
}

// framebuffer returns the image that a call of the recorder has.
func (s *Server) framebuffer(call int) (image.Image, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	if !imageFunctions[c.Function.Name] {
		return nil, missing(fmt.Sprintf("call %d has no image", call))
	}
	var width, height int64
	var data []byte
	for i, p := range c.Function.Params {
		switch p.Name {
		case "width":
			width = c.Args[i].Int()
		case "height":
			height = c.Args[i].Int()
		case "data":
			if d := c.Args[i].Data; d != nil && d.Capture == tracepb.Capture_CAPTURE_NO_ROOM {
				return nil, missing(fmt.Sprintf("the image of call %d was dropped: the buffers of the trace layer were full", call))
			}
			if data, err = s.captured(c.Args[i].Data); err != nil {
				return nil, err
			}
		}
	}
	if width <= 0 || height <= 0 || height > int64(len(data)) || width*height*4 != int64(len(data)) {
		return nil, fmt.Errorf("the image of call %d has %d x %d pixels but %d bytes", call, width, height, len(data))
	}
	return state.Picture(data, int(width), int(height), glRGBA, glUnsignedByte)
}

// servePNG serves an image reduced to a maximum side. It draws the image unless the cache has it.
func (s *Server) servePNG(w http.ResponseWriter, r *http.Request, key string, size int, draw func() (image.Image, error)) {
	b, ok := s.images.get(key)
	if !ok {
		if !s.enter(r) {
			return
		}
		defer s.leave()
		img, err := draw()
		if err == nil {
			b, err = encode(thin(img, size))
		}
		if err != nil {
			fail(w, asMissing(err))
			return
		}
		s.images.store(key, b)
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(b)
}

// enter waits for permission to use much memory. It returns false if the request was canceled.
func (s *Server) enter(r *http.Request) bool {
	select {
	case s.heavy <- struct{}{}:
		return true
	case <-r.Context().Done():
		return false
	}
}

func (s *Server) leave() { <-s.heavy }

// thin returns an image with every n-th pixel of a larger one.
func thin(img image.Image, size int) image.Image {
	b := img.Bounds()
	step := (max(b.Dx(), b.Dy()) + size - 1) / size
	if step <= 1 {
		return img
	}
	out := image.NewNRGBA(image.Rect(0, 0, (b.Dx()+step-1)/step, (b.Dy()+step-1)/step))
	for y := range out.Rect.Max.Y {
		for x := range out.Rect.Max.X {
			out.Set(x, y, img.At(b.Min.X+x*step, b.Min.Y+y*step))
		}
	}
	return out
}

func encode(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	return b.Bytes(), err
}
