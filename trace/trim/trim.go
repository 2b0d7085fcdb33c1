package trim

import (
	"context"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Result describes a trimmed recording.
type Result struct {
	Calls  int   // calls of the recording
	Kept   int   // calls of the trimmed recording
	Needed int   // those of them that precede the range
	Before int64 // size of the recording in bytes
	After  int64

	Set file.Set // the calls of the recording that are kept; they have the same order in the trimmed one
}

// Trim writes a recording with the calls of a range, the earlier calls that they need, and the images and GPU times that belong to
// the range.
func Trim(ctx context.Context, f *file.File, r Range, w io.Writer) (Result, error) {
	calls, err := Calls(ctx, f, r)
	if err != nil {
		return Result{}, err
	}
	needed := calls.Count() - (r.To - r.From)
	l := late{f: f, r: r, calls: &calls, changes: map[int]file.Change{}}
	if err := l.find(ctx); err != nil {
		return Result{}, err
	}
	stats, err := f.WriteSubset(ctx, w, file.Subset{Calls: calls, Changes: l.changes})
	return Result{f.Len(), stats.Calls, needed, f.Size(), stats.Bytes, calls}, err
}

// Calls returns the calls of a range, and the earlier calls that they need.
func Calls(ctx context.Context, f *file.File, r Range) (file.Set, error) {
	calls, err := state.New(f).Needed(ctx, r.From, r.To)
	for i := r.From; i < r.To; i++ {
		calls.Add(uint32(i))
	}
	return calls, err
}
