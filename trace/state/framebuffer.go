package state

import (
	"fmt"
	stdimage "image"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// imageFunctions are the functions of the recorder whose calls have an image of a framebuffer.
var imageFunctions = map[string]bool{"gltrace.FrameImage": true, "gltrace.DrawImage": true}

// HasImage reports whether calls of a function have an image of a framebuffer.
func HasImage(function string) bool { return imageFunctions[function] }

// Constants of OpenGL ES for the formats of the recorder's images.
const (
	glRGBA         = 0x1908
	glUnsignedByte = 0x1401
)

// NoImage is the error for a call without an image, or whose image was not captured.
type NoImage struct {
	Call int
	Why  string
}

func (e *NoImage) Error() string { return fmt.Sprintf("call %d: %s", e.Call, e.Why) }

// Framebuffer returns the image that a call of the recorder has, top row first.
func Framebuffer(f *file.File, call int) (stdimage.Image, error) {
	c, err := f.Call(call)
	if err != nil {
		return nil, err
	}
	if !imageFunctions[c.Function.Name] {
		return nil, &NoImage{call, "it has no image"}
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
			d := c.Args[i].Data
			switch {
			case d != nil && d.Capture == tracepb.Capture_CAPTURE_NO_ROOM:
				return nil, &NoImage{call, "its image was dropped: the buffers of the trace layer were full"}
			case d == nil || d.Capture != tracepb.Capture_CAPTURE_DATA:
				return nil, &NoImage{call, "no data was captured for its image"}
			}
			if data, err = f.Payload(d.Payloads); err != nil {
				return nil, err
			}
		}
	}
	if width <= 0 || height <= 0 || height > int64(len(data)) || width*height*4 != int64(len(data)) {
		return nil, fmt.Errorf("the image of call %d has %d x %d pixels but %d bytes", call, width, height, len(data))
	}
	return Picture(data, int(width), int(height), glRGBA, glUnsignedByte)
}
