package diff

import (
	"bytes"
	"image"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Images counts the images of frames and draws.
type Images struct {
	Compared  int     `json:"compared"`
	Equal     int     `json:"equal"`     // all pixels are equal
	Different int     `json:"different"` // by the limits below
	Missing   int     `json:"missing"`   // images that only one recording has
	Lacking   int     `json:"lacking"`   // of these, the ones that are a difference: a replay must have all images of the recording
	Lost      int     `json:"lost"`      // pairs that are not compared, because an image was in a damaged part of a file; they are a difference
	Max       int     `json:"max"`       // largest difference of a channel, of 255
	MaxShare  float64 `json:"max_share"` // largest share of different pixels of an image, 0 to 1

	PixelLimit float64 `json:"pixel_limit"` // a pixel is different if its distance is larger; 0: if a bit is different
	ShareLimit float64 `json:"share_limit"` // an image is different if the share of different pixels is larger
}

// ImageResult is the result of comparing two images.
type ImageResult struct {
	Equal     bool    `json:"equal"`
	Different bool    `json:"different"`
	Max       int     `json:"max"`   // largest difference of a channel, of 255
	Share     float64 `json:"share"` // share of different pixels, 0 to 1
}

// ImagePair are two images that are different.
type ImagePair struct {
	Frame int // of A; -1 after the last one
	Draw  int // index of the draw in A; -1 for the image of a frame
	A, B  image.Image
	ImageResult
	rule pixelRule
}

// pairOfImages are the calls with the images of a frame or draw.
type pairOfImages struct {
	frame int // of A
	draw  int // index of the draw in A; -1 for the image of a frame
	a, b  int // indices of the calls
}

// picture is an image of a recorder.
type picture struct {
	width, height int
	data          []byte // RGBA, bottom row first
	object        bool   // of a framebuffer object
	lost          bool   // it was in a damaged part of the file
}

// describe sets the limits.
func (m *Images) describe(mode Mode) {
	if mode == Tolerant {
		m.PixelLimit, m.ShareLimit = pixelLimit, shareLimit
	}
}

// hasImage reports whether the call had the data of an image, which can be lost.
func hasImage(call *file.Call) bool {
	return len(call.Args) > 0 && (call.Args[len(call.Args)-1].CapturedSize() > 0 || lostImage(call))
}

func lostImage(call *file.Call) bool {
	return captureOf(call.Args[len(call.Args)-1]) == tracepb.Capture_CAPTURE_LOST
}

// picture returns the image of a call; false if it cannot be read.
func (s *side) picture(call int) (picture, bool) {
	c, err := s.Call(call)
	if err != nil || !hasImage(c) || lostImage(c) {
		return picture{lost: err == nil && hasImage(c)}, false
	}
	data, err := s.Payload(c.Args[len(c.Args)-1].Data.Payloads)
	out := picture{data: data}
	for i, p := range c.Function.Params {
		switch p.Name {
		case "width":
			out.width = int(int32(c.Args[i].Bits))
		case "height":
			out.height = int(int32(c.Args[i].Bits))
		case "framebuffer":
			out.object = c.Args[i].Bits != 0
		}
	}
	valid := err == nil && out.width > 0 && out.height > 0 && len(data)%4 == 0 && len(data)/4/out.width == out.height && len(data)/4%out.width == 0
	return out, valid
}

// compareImages compares two images. It returns nil if one of them cannot be read.
func (c *comparison) compareImages(p pairOfImages) (*ImageResult, error) {
	a, okA := c.a.picture(p.a)
	b, okB := c.b.picture(p.b)
	images := &c.report.Images
	switch {
	case a.lost || b.lost:
		c.lostImage(p, a.lost)
		return nil, nil
	case !okA && !okB: // the images are too large, or their sizes are wrong
		return nil, nil
	case !okA || !okB:
		c.missingImage(p.missing(&c.a, okA))
		return nil, nil
	}
	rule := pixelRule{c.o.Mode, a.object}
	r := rule.compare(a, b)
	images.Compared++
	images.Max, images.MaxShare = max(images.Max, r.Max), max(images.MaxShare, r.Share)
	if r.Equal {
		images.Equal++
	}
	if !r.Different {
		return &r, nil
	}
	images.Different++
	c.describeImages(p, a, b, r)
	return &r, c.showImages(p, a, b, r, rule)
}

// lostImage counts images that are not compared, because one was in a damaged part of the file.
func (c *comparison) lostImage(p pairOfImages, inA bool) {
	c.report.Images.Lost++
	m := p.missing(&c.a, false)
	d := Difference{Kind: KindNoImage, Frame: m.frame, A: m.call, B: -1, Function: m.function}
	c.describe(d, func(d *Difference) {
		d.TextA, d.TextB = "an image", "an image that was lost: a part of the file is damaged"
		if inA {
			d.TextA, d.TextB = d.TextB, d.TextA
		}
	})
}

// missing describes that only one recording has the image.
func (p *pairOfImages) missing(a *side, inA bool) missingImage {
	if p.draw < 0 {
		return missingImage{frameImage, p.frame, a.frames[p.frame].Last, inA}
	}
	return missingImage{drawImage, p.frame, p.draw, inA}
}

// describeImages adds different images to the report.
func (c *comparison) describeImages(p pairOfImages, a, b picture, r ImageResult) {
	d := Difference{Kind: KindImage, Frame: p.frame, A: p.draw, B: -1, Function: drawImage}
	if p.draw < 0 {
		d.A, d.Function, d.Thread = c.a.frames[p.frame].Last, frameImage, c.a.frames[p.frame].Thread
	}
	c.describe(d, func(d *Difference) { d.TextA, d.TextB = a.text(), b.text()+": "+r.text() })
}

// showImages passes different images to OnImage.
func (c *comparison) showImages(p pairOfImages, a, b picture, r ImageResult, rule pixelRule) error {
	if c.o.OnImage == nil {
		return nil
	}
	const rgba, bytes = 0x1908, 0x1401 // GL_RGBA, GL_UNSIGNED_BYTE
	imageA, errA := state.Picture(a.data, a.width, a.height, rgba, bytes)
	imageB, errB := state.Picture(b.data, b.width, b.height, rgba, bytes)
	if errA != nil || errB != nil {
		return nil // too large
	}
	return c.o.OnImage(&ImagePair{Frame: p.frame, Draw: p.draw, A: imageA, B: imageB, ImageResult: r, rule: rule})
}

// compare compares two images.
func (rule pixelRule) compare(a, b picture) ImageResult {
	if a.width != b.width || a.height != b.height {
		return ImageResult{Different: true, Max: 255, Share: 1}
	}
	if bytes.Equal(a.data, b.data) {
		return ImageResult{Equal: true}
	}
	r := rule.comparePixels(a.data, b.data)
	r.Different = r.Share > 0 && rule.mode == Exact || r.Share > shareLimit
	return r
}
