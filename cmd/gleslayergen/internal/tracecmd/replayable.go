package tracecmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// replayability says whether a replay of a recording shows the same images.
type replayability struct {
	Replayable bool          `json:"replayable"` // a replay of the whole recording shows the same images
	EndsEarly  string        `json:"ends_early"` // why the recording lacks the end of the program; "" if it has it
	Reasons    []file.Reason `json:"reasons"`    // why it is not replayable
}

func replayabilityOf(ctx context.Context, f *file.File) (replayability, error) {
	reasons, err := f.CannotReplay(ctx)
	return replayability{len(reasons) == 0, f.WhyCut(), reasons}, err
}

// print prints whether the recording can be replayed, and if not, why and what to do. Each line begins with before.
func (r replayability) print(e *ui.Env, before string) {
	switch {
	case r.Replayable && r.EndsEarly != "":
		e.Notef("%sreplayable up to its end: the recording ends early, because %s", before, r.EndsEarly)
	case r.Replayable:
		e.Notef("%sreplayable: nothing is missing", before)
	}
	for _, one := range r.Reasons {
		text := countedReason(one)
		if len(one.Functions) > 0 {
			text += " (" + strings.Join(one.Functions, ", ") + ")"
		}
		e.Notef("%snot replayable: %s; %s", before, text, one.Remedy)
	}
}

// countedReason returns the text of a reason, with its number if it occurs several times.
func countedReason(r file.Reason) string {
	if r.Count <= 1 {
		return r.Text
	}
	return r.Text + ": " + strconv.FormatUint(r.Count, 10)
}

// replayCheck is the part of the JSON report about one recording with --replayable.
type replayCheck struct {
	File string `json:"file"`
	replayability
}

// checkReplay prints whether the recordings can be replayed, with --replayable. It returns an error if one cannot.
func (f *traceFlags) checkReplay(ctx context.Context, e *ui.Env, list []record.Status) (reports []replayCheck, err error) {
	if !f.replayable {
		return nil, nil
	}
	failed := &notReplayable{of: len(list)}
	for _, s := range list {
		r, err := replayabilityAt(context.WithoutCancel(ctx), s.File) // Ctrl-C has ended the recording, not this
		if err != nil {
			return nil, err
		}
		if !r.Replayable {
			failed.count++
		}
		r.print(e, "gleslayergen: "+ui.OneLine(s.File)+": ")
		reports = append(reports, replayCheck{s.File, r})
	}
	if failed.count > 0 {
		err = failed
	}
	return reports, err
}

func replayabilityAt(ctx context.Context, path string) (replayability, error) {
	f, err := opened(ctx, path)
	if err != nil {
		return replayability{}, err
	}
	r, err := replayabilityOf(ctx, f)
	return r, errors.Join(err, f.Close())
}

// notReplayable is the error of recordings with --replayable that cannot be replayed.
type notReplayable struct{ count, of int }

func (n *notReplayable) Error() string {
	if n.of == 1 {
		return "the recording cannot be replayed with the same images"
	}
	return fmt.Sprintf("%d of %d recordings cannot be replayed with the same images", n.count, n.of)
}

func (n *notReplayable) ExitCode() int { return ui.ExitIncomplete }
