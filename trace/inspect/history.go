package inspect

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// History is what happened to a pixel in a frame.
type History struct {
	Frame      int     `json:"frame"`      // -1 after the last swap
	Attachment string  `json:"attachment"` // color0 and so on, depth or stencil
	X          int     `json:"x"`          // from the left
	Y          int     `json:"y"`          // from the bottom, as in glReadPixels
	Events     []Event `json:"events"`     // in the order of their calls
}

// Event is a draw, clear or blit to the framebuffer of a pixel.
type Event struct {
	Call     int          `json:"call"`
	Function string       `json:"function"`
	Before   images.Pixel `json:"before"`
	After    images.Pixel `json:"after"`
	Passed   int          `json:"passed"`           // fragments of the pixel that passed all tests; -1 if unknown or not a draw
	Reason   Reason       `json:"reason,omitempty"` // why the pixel is unchanged; "" if it changed
	Note     string       `json:"note,omitempty"`   // what is unknown, and why
}

// Reason is why a draw, clear or blit left a pixel unchanged.
type Reason string

// Reasons. Those of a draw are in the order in which they are checked; the first that applies counts.
const (
	NotCovered Reason = "not covered"         // no primitive covers the pixel
	Culled     Reason = "culled"              // all primitives that cover it face the culled way
	Scissor    Reason = "scissor"             // it is outside the scissor box
	Discarded  Reason = "discarded by shader" // the fragment shader discarded all fragments
	Stencil    Reason = "stencil test"        // all fragments failed the stencil test
	Depth      Reason = "depth test"          // all fragments failed the depth test
	Mask       Reason = "write mask"          // the color, depth or stencil mask excludes it
	Rasterizer Reason = "rasterizer discard"  // GL_RASTERIZER_DISCARD is enabled
	Equal      Reason = "equal"               // fragments passed, but blending or the new value left it as it was
	Unknown    Reason = "unknown"             // Note says why
)

// History returns the history of a pixel of the draw framebuffer of a call, in the frame of the call: all draws, clears and blits of
// the context to this framebuffer. The pixel has the coordinates of glReadPixels. It fails with *Unavailable for a pixel outside the
// attachment.
func (i *Inspector) History(ctx context.Context, call int, a replay.Attachment, x, y int) (h *History, err error) {
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) error {
		p := &pixel{attachment: a, x: x, y: y}
		if err := p.find(ctx, fr, fr.index(call)); err != nil {
			return err
		}
		h = &History{Frame: fr.number, Attachment: images.Name(a), X: x, Y: y, Events: []Event{}}
		if len(p.events) == 0 {
			return nil
		}
		first := p.events[0].index
		until := p.events[len(p.events)-1].index + 1
		if err := i.run(ctx, fr, first, &task{until: until, around: p.measure, on: p.measured}); err != nil {
			return err
		}
		if last := p.lastDoubt(); last >= 0 {
			if err := i.run(ctx, fr, first, &task{until: last + 1, around: p.test, on: p.tested}); err != nil {
				return err
			}
		}
		for _, e := range p.events {
			h.Events = append(h.Events, e.event(fr, a))
		}
		return nil
	})
	return h, err
}
