package trim

import (
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// late finds the images and GPU times of the range. They follow the frames and draws that they belong to, some of them after the
// range. Those in the range that belong to earlier frames and draws are left out, as are errors of earlier calls.
type late struct {
	f     *file.File
	r     Range
	calls *file.Set

	changes map[int]file.Change // new values of the argument "ago"
}

func (l *late) setAgo(call int, ago uint64) {
	l.changes[call] = file.Change{Args: map[string]uint64{"ago": ago}}
}

// mostLate is the number of calls after the range that are searched for images and GPU times.
const mostLate = 1 << 18

// lane identifies the frames of a thread with a context.
type lane struct{ thread, context uint32 }

// find finds the images of frames, then what belongs to draws. The argument "ago" of an image is the number of swaps of the range
// since its frame.
func (l *late) find(ctx context.Context) error {
	swaps := map[lane]uint64{}
	for _, frame := range slices.Backward(l.f.Frames()) {
		in := l.r.has(frame.Last)
		if in {
			swaps[lane{frame.Thread, frame.Context}]++
		}
		switch image := frame.Image; {
		case image < 0:
		case l.r.has(image) && !in:
			l.calls.Remove(uint32(image))
		case !l.r.has(image) && in:
			l.calls.Add(uint32(image))
			l.setAgo(image, swaps[lane{frame.Thread, frame.Context}])
		}
	}
	return l.draws(ctx)
}

// count has the draws, or the draws and dispatches, of a context in the range and after it.
type count struct{ in, after uint64 }

// draws finds the images and the GPU times of draws.
func (l *late) draws(ctx context.Context) error {
	draws, work, last := map[uint32]*count{}, map[uint32]*count{}, map[uint32]int{}
	for span, err := range l.f.Spans(l.r.From, min(l.f.Len(), l.r.To+mostLate)) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		for i := range span.Len {
			call, f := span.First+i, span.Function(i)
			switch {
			case f.Name == file.ErrorFunction:
				l.failed(call, last, span.Thread)
			case f.Name == "gltrace.DrawImage":
				l.assign(span, i, draws[span.Context])
			case f.Name == "gltrace.GPUTime":
				l.assign(span, i, work[span.Context])
			case f.IsDraw():
				l.add(draws, span.Context, call)
				l.add(work, span.Context, call)
			case f.IsGPUWork():
				l.add(work, span.Context, call)
			}
			last[span.Thread] = call
		}
	}
	return nil
}

// failed adds or removes the error of the previous call of a thread, if only one of the two is in the range.
func (l *late) failed(call int, last map[uint32]int, thread uint32) {
	switch before, ok := last[thread]; {
	case !ok:
		l.calls.Remove(uint32(call))
	case call >= l.r.To && before < l.r.To:
		l.calls.Add(uint32(call))
	}
}

// add counts a draw or dispatch.
func (l *late) add(counts map[uint32]*count, context uint32, call int) {
	c := counts[context]
	if c == nil {
		c = &count{}
		counts[context] = c
	}
	if call < l.r.To {
		c.in++
	} else {
		c.after++
	}
}

// assign adds an image or a GPU time if it belongs to the range, and removes it otherwise.
func (l *late) assign(span *file.Span, i int, c *count) {
	call := span.First + i
	ago, _ := span.Arg(i, "ago")
	if c == nil || ago < c.after || ago-c.after >= c.in {
		l.calls.Remove(uint32(call))
		return
	}
	l.calls.Add(uint32(call))
	l.setAgo(call, ago-c.after)
}
