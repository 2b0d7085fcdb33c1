package view

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/state"
)

// imageFunctions are those of the recorder whose call is an image of a framebuffer.
var imageFunctions = map[string]bool{"gltrace.FrameImage": true, "gltrace.DrawImage": true}

// Constants of OpenGL ES for what the recorder's images are.
const (
	glRGBA         = 0x1908
	glUnsignedByte = 0x1401
)

// image gives the image of a framebuffer: of a call of the recorder, or of a frame.
func (s *Server) serveImage(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i := 0
	if q.values.Has("frame") {
		frames := s.file.Frames()
		if n := q.index("frame", len(frames)); q.err == nil {
			if i = frames[n].Image; i < 0 {
				q.err = missing("this frame has no image")
			}
		}
	} else {
		i = q.index("i", s.file.Len())
	}
	if q.err != nil {
		fail(w, q.err)
		return
	}
	s.servePNG(w, fmt.Sprintf("framebuffer %d", i), func() (image.Image, error) { return s.framebuffer(i) })
}

// framebuffer is the image that a call of the recorder has.
func (s *Server) framebuffer(call int) (image.Image, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	if !imageFunctions[c.Function.Name] {
		return nil, missing("this call is no image")
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
			if data, err = s.captured(c.Args[i].Data); err != nil {
				return nil, err
			}
		}
	}
	if width <= 0 || height <= 0 || height > int64(len(data)) || width*height*4 != int64(len(data)) {
		return nil, errors.New("the image has another size than its data")
	}
	return state.Picture(data, int(width), int(height), glRGBA, glUnsignedByte)
}

// servePNG answers with an image, which is made if it was not yet. Few are made at once, as each may be large.
func (s *Server) servePNG(w http.ResponseWriter, key string, draw func() (image.Image, error)) {
	b, ok := s.images.get(key)
	if !ok {
		s.heavy <- struct{}{}
		defer func() { <-s.heavy }()
		img, err := draw()
		if err == nil {
			b, err = encode(img)
		}
		if err != nil {
			fail(w, lacking(err))
			return
		}
		s.images.put(key, b)
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(b)
}

func encode(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	return b.Bytes(), err
}
