package view

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// mostSide is the maximum side of an image: a larger one is reduced to every n-th pixel.
const mostSide = 4096

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
		localpage.Fail(w, q.err)
		return
	}
	s.servePNG(w, r, fmt.Sprintf("framebuffer %d", i), mostSide, func() (image.Image, error) { return state.Framebuffer(s.file, i) })
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
			localpage.Fail(w, asMissing(err))
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
