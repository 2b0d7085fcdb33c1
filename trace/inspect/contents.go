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
	return i.image(ctx, call, images.Name(a), func(*frame, uint32) (replay.Request, error) {
		return replay.Read(0, replay.DrawFramebuffer, a), nil
	})
}

// Texture returns the image of a level and a layer of a texture after a call: share is a context of its share group, name its name
// in the recording. The layer is a slice of an array or a 3D texture, or a face of a cube map from 0 to 5. It returns nil if the
// texture does not have the level or the layer.
func (i *Inspector) Texture(ctx context.Context, call int, share, name uint32, level, layer int) (*images.Image, error) {
	what := fmt.Sprintf("texture %d", name)
	return i.image(ctx, call, what, func(fr *frame, context uint32) (replay.Request, error) {
		group := fr.script.Share(share)
		if group != fr.script.Share(context) {
			const reason = "the call has a context of another share group; choose a call of a context that shares the texture"
			return replay.Request{}, &Unavailable{"the contents of " + what, reason}
		}
		return replay.ReadTexture(0, group, name, level, layer), nil
	})
}

// image returns the image of a request after a call, which can depend on the context of the call.
func (i *Inspector) image(ctx context.Context, call int, name string, request func(fr *frame, context uint32) (replay.Request, error)) (image *images.Image, err error) {
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) error {
		until, context, err := fr.after(call)
		if err != nil {
			return err
		}
		r, err := request(fr, context)
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

// after returns the index in the recording of a frame up to which calls are made to see the effect of a call, and its context.
func (fr *frame) after(call int) (until int, context uint32, err error) {
	index := fr.index(call)
	c, err := fr.part.Call(min(index, fr.part.Len()-1))
	if err != nil {
		return 0, 0, err
	}
	if c.Function.IsSwap() && fr.call(index) == call {
		return index, c.Context, nil
	}
	return fr.index(call + 1), c.Context, nil
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
