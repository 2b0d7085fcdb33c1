package trim

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Range has the calls in [From, To).
type Range struct{ From, To int }

// RangeError is the error of a frame or draw that a recording does not have.
type RangeError struct {
	Kind   string // frame or draw
	Number int
	Count  int // of those that the recording has
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("no %s %d: the recording has %d %[1]ss, numbered from 0", e.Kind, e.Number, e.Count)
}

// Frames returns the calls of the frames from first to last; last is -1 for all later calls.
func Frames(f *file.File, first, last int) (Range, error) {
	frames := f.Frames()
	if n := max(first, last); n >= len(frames) {
		return Range{}, &RangeError{"frame", n, len(frames)}
	}
	r := Range{To: f.Len()}
	if first > 0 {
		r.From = frames[first-1].Last + 1
	}
	if last >= 0 {
		r.To = frames[last].Last + 1
	}
	return r, nil
}

// Draws returns the calls from a draw to another one; last is -1 for all later calls. Draws are numbered from 0 in the order of
// calls.
func Draws(ctx context.Context, f *file.File, first, last int) (Range, error) {
	r := Range{To: f.Len()}
	n := 0
	for span, err := range f.Spans(0, f.Len()) {
		if err != nil {
			return r, err
		}
		if err := ctx.Err(); err != nil {
			return r, err
		}
		for i := range span.Len {
			if !span.Function(i).IsDraw() {
				continue
			}
			if n == first {
				r.From = span.First + i
			}
			if n == last {
				r.To = span.First + i + 1
				return r, nil
			}
			n++
		}
	}
	if first >= n || last >= n {
		return r, &RangeError{"draw", max(first, last), n}
	}
	return r, nil
}

// has reports whether a call is in the range.
func (r *Range) has(call int) bool { return call >= r.From && call < r.To }

// Frames returns the number of frames that end in the range.
func (r *Range) Frames(f *file.File) (n int) {
	for _, frame := range f.Frames() {
		if r.has(frame.Last) {
			n++
		}
	}
	return n
}

// Draws returns the number of draws in the range.
func (r *Range) Draws(f *file.File) (n int, err error) {
	for span, err := range f.Spans(r.From, r.To) {
		if err != nil {
			return 0, err
		}
		for i := range span.Len {
			if span.Function(i).IsDraw() {
				n++
			}
		}
	}
	return n, nil
}
