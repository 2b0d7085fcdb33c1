package inspect

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Attachment returns the image of an attachment of the draw framebuffer after a call, or before it if it is a swap, which makes the
// contents undefined. It returns nil if the framebuffer does not have the attachment.
func (i *Inspector) Attachment(ctx context.Context, call int, a replay.Attachment) (*images.Image, error) {
	return i.image(ctx, call, images.Name(a), replay.Read(0, replay.DrawFramebuffer, a))
}

// Texture returns the image of a level and a layer of a texture after a call: share is a context of its share group, name its name
// in the recording. The layer is a slice of an array or a 3D texture, or a face of a cube map from 0 to 5. It returns nil if the
// texture does not have the level or the layer.
func (i *Inspector) Texture(ctx context.Context, call int, share, name uint32, level, layer int) (*images.Image, error) {
	return i.image(ctx, call, fmt.Sprintf("texture %d", name), replay.ReadTexture(0, share, name, level, layer))
}

// image returns the image of a request after a call.
func (i *Inspector) image(ctx context.Context, call int, name string, r replay.Request) (image *images.Image, err error) {
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) error {
		until, err := fr.after(call)
		if err != nil {
			return err
		}
		return i.run(ctx, fr, until, &task{until: until, then: []replay.Request{r}, on: func(r *replay.Reading) (err error) {
			image, err = images.Of(images.Moment{Frame: fr.number, Pass: -1, Draw: -1, Call: call}, name, r)
			return err
		}})
	})
	if failure, failed := err.(*images.Failure); failed {
		err = &Unavailable{"the contents of " + name, failure.Reason}
	}
	return image, err
}

// after returns the index in the recording of a frame up to which calls are made to see the effect of a call.
func (fr *frame) after(call int) (int, error) {
	index := fr.index(call)
	c, err := fr.part.Call(min(index, fr.part.Len()-1))
	if err == nil && c.Function.IsSwap() && fr.call(index) == call {
		return index, nil
	}
	return fr.index(call + 1), err
}

// passOf returns the draws of the pass of a draw, up to that draw, as indices in the recording of a frame.
func (fr *frame) passOf(ctx context.Context, call int) (draws []int, err error) {
	var numbers file.Numbering
	var works []file.Work
	index := fr.index(call)
	for c, err := range fr.part.Calls(0, index+1) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if w, isWork := numbers.Add(fr.part, c); isWork && c.Function.IsDraw() && c.Index >= fr.begin {
			works = append(works, w)
		}
	}
	if len(works) == 0 || works[len(works)-1].Call != index {
		return nil, &Unavailable{"the overdraw", fmt.Sprintf("call %d is not a draw", call)}
	}
	last := works[len(works)-1]
	for _, w := range works {
		if w.Frame == last.Frame && w.Pass == last.Pass {
			draws = append(draws, w.Call)
		}
	}
	return draws, nil
}

// Overdraw returns how many fragments of each pixel passed all tests, from the first draw of the pass of a draw up to that draw. The
// picture has a palette: the index of a pixel is its count.
func (i *Inspector) Overdraw(ctx context.Context, call int) (image *images.Image, err error) {
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) error {
		draws, err := fr.passOf(ctx, call)
		if err != nil {
			return err
		}
		counted := map[int]bool{}
		for n, draw := range draws {
			counted[draw] = n == 0
		}
		around := func(c *file.Call) (out replay.Around) {
			if first, isCounted := counted[c.Index]; isCounted {
				out.Again = []replay.Again{replay.Counted(replay.Fragments, first)}
			}
			return out
		}
		on := func(r *replay.Reading) (err error) {
			image, err = images.Of(images.Moment{Frame: fr.number, Pass: -1, Draw: -1, Call: call}, string(images.Overdraw), r)
			return err
		}
		return i.run(ctx, fr, draws[0], &task{until: fr.index(call + 1), around: around, then: []replay.Request{replay.Counts(0)}, on: on})
	})
	if failure, failed := err.(*images.Failure); failed {
		err = &Unavailable{"the overdraw", failure.Reason}
	}
	return image, err
}
