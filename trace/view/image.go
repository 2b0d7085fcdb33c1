package view

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/view/picture"
)

// imageFunctions are those of the recorder whose call is an image of a framebuffer.
var imageFunctions = map[string]bool{"gltrace.FrameImage": true, "gltrace.DrawImage": true}

// Constants of OpenGL ES for what the recorder's images are.
const (
	glRGBA         = 0x1908
	glUnsignedByte = 0x1401
)

// image gives the image of a framebuffer: of a call of the recorder, or of a frame.
func (s *Server) image(w http.ResponseWriter, r *http.Request) {
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
	s.servePNG(w, fmt.Sprintf("framebuffer %d", i), func() (picture.Texels, error) { return s.framebuffer(i) })
}

// framebuffer is the image that a call of the recorder has.
func (s *Server) framebuffer(call int) (picture.Texels, error) {
	c, err := s.file.Call(call)
	if err != nil {
		return picture.Texels{}, err
	}
	if !imageFunctions[c.Function.Name] {
		return picture.Texels{}, missing("this call is no image")
	}
	t := picture.Texels{Format: glRGBA, Type: glUnsignedByte, BottomUp: true}
	for i, p := range c.Function.Params {
		switch p.Name {
		case "width":
			t.Width = int(c.Args[i].Int())
		case "height":
			t.Height = int(c.Args[i].Int())
		case "data":
			if t.Data, err = s.captured(c.Args[i].Data); err != nil {
				return t, err
			}
		}
	}
	return t, nil
}

// servePNG answers with an image, which is made if it was not yet. Few are made at once, as each may be large.
func (s *Server) servePNG(w http.ResponseWriter, key string, texels func() (picture.Texels, error)) {
	b, ok := s.images.get(key)
	if !ok {
		s.heavy <- struct{}{}
		defer func() { <-s.heavy }()
		t, err := texels()
		if err == nil {
			b, err = encode(t)
		}
		if err != nil {
			fail(w, err)
			return
		}
		s.images.put(key, b)
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(b)
}

func encode(t picture.Texels) ([]byte, error) {
	img, err := t.Image(picture.Longest)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	return b.Bytes(), err
}
