package diff

import "github.com/gleslayergen/gleslayergen/trace/file"

// missingImage is an image of a frame or draw that only one recording has.
type missingImage struct {
	function string // frameImage or drawImage
	frame    int    // of A
	call     int    // of A: the draw, or the swap
	inA      bool   // A has it
}

// missingImage counts an image that one recording lacks.
func (c *comparison) missingImage(m missingImage) {
	c.report.Images.Missing++
	if !c.o.AllImages || !m.inA {
		return
	}
	c.report.Images.Lacking++
	d := Difference{Kind: KindNoImage, Frame: m.frame, A: m.call, B: -1, Function: m.function}
	c.describe(d, func(d *Difference) { d.TextA, d.TextB = "an image", "no image" })
}

// missingFrameImage counts the image of a frame that only one recording has.
func (c *comparison) missingFrameImage(frame int, a, b *file.Frame) {
	if (a.Image >= 0) != (b.Image >= 0) {
		c.missingImage(missingImage{frameImage, frame, a.Last, a.Image >= 0})
	}
}

// missingDrawImages counts the images of draws that only one recording has.
func (c *comparison) missingDrawImages() {
	for _, one := range c.images.sorted() {
		c.missingImage(missingImage{drawImage, one.frame, one.call, one.isA})
	}
}
