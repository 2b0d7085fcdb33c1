package state

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Needed returns the calls before from that the calls in [from, to) need: those that created the objects that exist at from, set
// the state that is in effect, and wrote contents that can still be read. What is not known to be unnecessary is needed.
//
// It assumes that calls succeed, unless the recording has their errors. If the range reads an error of an earlier call, the calls
// that can have failed with it are needed; if it reads the result of an earlier query, its draws are needed.
func (s *State) Needed(ctx context.Context, from, to int) (file.Set, error) {
	late, err := s.findLate(ctx, from, to)
	if err != nil {
		return nil, err
	}
	t, first, err := s.tracked(ctx, from, late)
	if err != nil {
		return nil, err
	}
	r, k := t.roots(), newMarker(ctx, s, from)
	if first < from || to-from > mostRange {
		r.markAll(k)
		if err := s.keepAll(ctx, k, first, from); err != nil {
			return nil, err
		}
		return k.calls, ctx.Err()
	}
	for c, err := range s.successful(ctx, t, from, to) {
		if err != nil {
			return nil, err
		}
		t.evaluate(c)
		k.mark(t.now)
	}
	r.mark(k)
	return k.calls, ctx.Err()
}

// keepAll marks the calls in [from, to), except swaps and calls that later ones cannot depend on. Errors stay with their calls.
func (s *State) keepAll(ctx context.Context, k *marker, from, to int) error {
	left := map[*file.Function]bool{}
	for _, f := range s.file.Functions() {
		kind := kindOf(f.Name)
		left[f] = kind == "swap" || kind == "nothing" && f.Name != file.ErrorFunction
	}
	for span, err := range s.file.Spans(from, to) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		for i := range span.Len {
			if !left[span.Function(i)] {
				k.calls.Add(uint32(span.First + i))
			}
		}
	}
	return nil
}

// mostRange is the number of calls whose reads are evaluated. A longer range is taken to read all contents.
const mostRange = 1 << 17

// Limits of what a tracker remembers. Beyond them, all later calls are needed.
var (
	mostUsages = 1 << 13 // states that draws use
	mostAlways = 1 << 20 // calls that are needed in any case
)

// tracked evaluates the calls before from. It returns the tracker, and what track returns. Draws to a window are first taken to be
// lost with its next swap. If a call reads them before, the calls are evaluated again, without this for draws up to the last such call.
func (s *State) tracked(ctx context.Context, from int, late lateAnswers) (*tracker, int, error) {
	w, err := s.writes(ctx, from)
	w.live = max(w.live, late.last)
	for err == nil {
		w.heads, w.windows, w.shared = map[resource]levels{}, map[uint64]bool{}, map[resource]bool{}
		t := newTracker(s, w, late)
		var first int
		if first, err = s.track(ctx, t, from); err != nil {
			break
		}
		read := t.lastRead
		if first < from && s.mayReadWindows() {
			read = first // later calls are kept, and may read what was drawn before
		}
		if read <= w.live {
			return t, first, nil
		}
		w.live = read
	}
	return nil, 0, err
}

// mayReadWindows reports whether the recording has a function that can read a window.
func (s *State) mayReadWindows() bool {
	return slices.ContainsFunc(s.file.Functions(), func(f *file.Function) bool {
		kind := kindOf(f.Name)
		return kind == "copy" || kind == "blit" || kind == "read"
	})
}

// track evaluates the calls before from. It returns from, or the call at which the tracker reached a limit.
func (s *State) track(ctx context.Context, t *tracker, from int) (int, error) {
	next := mostUsages
	for c, err := range s.successful(ctx, t, 0, from) {
		if err != nil {
			return 0, err
		}
		t.evaluate(c)
		if len(t.always) > mostAlways {
			return c.Index + 1, nil
		}
		if t.usages < next {
			continue
		}
		k := newMarker(ctx, s, from)
		r := t.roots()
		if r.markAll(k); k.usages > mostUsages {
			return c.Index + 1, nil
		}
		next = t.usages + mostUsages
	}
	return from, nil
}

// successful returns the calls in [from, to) without an error. It fails if the state of a tracker has too many parts.
func (s *State) successful(ctx context.Context, t *tracker, from, to int) iter.Seq2[*file.Call, error] {
	return func(yield func(*file.Call, error) bool) {
		for c, err := range file.CallsWithErrors(s.file, from, to) {
			if err == nil && c.Index%step == 0 {
				err = ctx.Err()
			}
			if t.parts > mostParts {
				err = errParts
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if c.Failed() {
				t.keepFailed(c.Call)
				continue
			}
			if !yield(c.Call, nil) {
				return
			}
		}
	}
}

// roots has what is needed at a call.
type roots struct {
	state  *node
	names  map[resource]*origin
	always []*origin
	heads  map[resource]levels
}

func (t *tracker) roots() roots {
	return roots{t.keep(), maps.Clone(t.names), t.always[:len(t.always):len(t.always)], t.heads}
}

// mark marks the origins of the state and of all objects. Contents that draws wrote are needed only by the calls that read them.
func (r *roots) mark(k *marker) {
	k.part(r.state)
	for _, o := range r.names {
		k.mark(o)
	}
	for _, o := range r.always {
		k.mark(o)
	}
	k.finish()
}

// markAll is mark for all contents.
func (r *roots) markAll(k *marker) {
	for _, levels := range r.heads {
		for _, head := range levels {
			k.mark(head)
		}
	}
	r.mark(k)
}
