package diff

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

const (
	frameImage = "gltrace.FrameImage"
	drawImage  = "gltrace.DrawImage"
)

// drawn is a draw of A that B has, too. The call is -1 for a draw that only one recording has.
type drawn struct {
	call    int // index
	frame   int
	context uint32
}

var onlyOne = drawn{call: -1}

// drawList has the last draws of a context.
type drawList struct{ draws []drawn }

// mostDraws is the maximum number of draws between a draw and its image.
const mostDraws = 1 << 12

// drew adds a call to the draws of its context, if it is one.
func (s *side) drew(span *file.Span, i int, d drawn) {
	if s.draws == nil || !span.Function(i).IsDraw() {
		return
	}
	list := s.draws[span.Context]
	if list == nil {
		list = &drawList{}
		s.draws[span.Context] = list
	}
	if len(list.draws) == 2*mostDraws {
		list.draws = slices.Clone(list.draws[mostDraws:])
	}
	list.draws = append(list.draws, d)
}

// pendingImages has the images of draws whose other image was not read yet, by the draw of A.
type pendingImages map[int]pendingImage

type pendingImage struct {
	drawn
	image int  // index of the call with the image
	isA   bool // the recording
}

// mostPending is the maximum number of pending images. A recorder has at most 32 for each context.
const mostPending = 1 << 12

// drawImage compares the image of a draw, or keeps it until the other recording has one.
func (c *comparison) drawImage(of *side, s *file.Span, i int) error {
	list := of.draws[s.Context]
	ago, ok := s.Arg(i, "ago")
	if list == nil || !ok || ago >= uint64(len(list.draws)) {
		return nil
	}
	draw := list.draws[len(list.draws)-1-int(ago)]
	if draw.call < 0 || !hasImage(s.Call(i)) {
		return nil
	}
	if !c.counted(draw.frame) {
		return nil
	}
	one := pendingImage{draw, s.First + i, of == &c.a}
	switch other, waits := c.images[draw.call]; {
	case !waits:
		c.addPending(one)
	case other.isA != one.isA:
		delete(c.images, draw.call)
		if one.isA {
			one, other = other, one
		}
		_, err := c.compareImages(pairOfImages{frame: draw.frame, draw: draw.call, a: other.image, b: one.image})
		return err
	}
	return nil
}

// addPending adds a pending image. If there are too many, the older ones are missing in the other recording.
func (c *comparison) addPending(one pendingImage) {
	if len(c.images) == mostPending {
		for _, old := range c.images.sorted()[:mostPending/2] {
			delete(c.images, old.call)
			c.missingImage(missingImage{drawImage, old.frame, old.call, old.isA})
		}
	}
	c.images[one.call] = one
}

// sorted returns the images in the order of their draws.
func (p pendingImages) sorted() []pendingImage {
	return slices.SortedFunc(maps.Values(p), func(x, y pendingImage) int { return cmp.Compare(x.call, y.call) })
}
