package diff

import (
	"cmp"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// missingImage is an image of a frame or draw that only one recording has.
type missingImage struct {
	function string // frameImage or drawImage
	frame    int    // of A
	call     int    // of A: the draw, or the swap
	inA      bool   // A has it
}

// imageStream identifies the images that a recorder reads back in order.
type imageStream struct {
	function string
	context  uint32 // of A
	isA      bool   // the recording
}

// lastImages has the last draw of A that has an image in a recording.
type lastImages map[imageStream]int

// has adds the image of a draw.
func (l lastImages) has(isA bool, d drawn) {
	stream := imageStream{drawImage, d.context, isA}
	if last, known := l[stream]; known || len(l) < mostContexts {
		l[stream] = max(last, d.call)
	}
}

// mostUnread is the maximum number of images of a context that a recorder has not read back at the end.
const mostUnread = 32

// unread has the last images that one recording lacks, perhaps because its recorder had not read them back at the end.
type unread map[imageStream][]missingImage

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

// frameImages counts the images of a frame that only one recording has. context is that of the swap in A.
func (c *comparison) frameImages(frame int, context uint32, a, b *file.Frame) {
	for _, isA := range []bool{true, false} {
		stream, has, other := imageStream{frameImage, context, isA}, a.Image >= 0, b.Image >= 0
		if !isA {
			has, other = other, has
		}
		switch {
		case has:
			c.readAll(stream)
		case other && c.counted(frame):
			c.addUnread(stream, missingImage{frameImage, frame, a.Last, !isA})
		}
	}
}

// readAll says that a recorder read back a later image than the missing ones.
func (c *comparison) readAll(stream imageStream) {
	for _, m := range c.unread[stream] {
		c.missingImage(m)
	}
	delete(c.unread, stream)
}

// addUnread adds an image that may not have been read back at the end.
func (c *comparison) addUnread(stream imageStream, m missingImage) {
	list := c.unread[stream]
	if len(list) == mostUnread || list == nil && len(c.unread) == mostContexts {
		c.missingImage(append(list, m)[0])
		list = list[min(1, len(list)):]
		if len(list) == 0 {
			return
		}
	}
	c.unread[stream] = append(list, m)
}

// finishImages counts the images that only one recording has. A recording without any image of a kind has none that was not read
// back.
func (c *comparison) finishImages() {
	for _, one := range c.images.sorted() {
		stream := imageStream{drawImage, one.context, !one.isA}
		m := missingImage{drawImage, one.frame, one.call, one.isA}
		if last, known := c.lastImages[stream]; known && last > one.call {
			c.missingImage(m)
		} else {
			c.addUnread(stream, m)
		}
	}
	var all []missingImage
	for stream, list := range c.unread {
		of := c.b.File
		if stream.isA {
			of = c.a.File
		}
		if defines(of, stream.function) {
			c.report.Images.Missing += len(list)
		} else {
			all = append(all, list...)
		}
	}
	slices.SortFunc(all, func(x, y missingImage) int { return cmp.Compare(x.call, y.call) })
	for _, m := range all {
		c.missingImage(m)
	}
}
