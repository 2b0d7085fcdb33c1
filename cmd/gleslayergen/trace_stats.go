package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/trace/dump"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/stats"
)

// statsFlags are the flags of trace stats.
type statsFlags struct {
	span span
	json bool
}

func traceStatsCmd(e *env) *cobra.Command {
	f := &statsFlags{}
	cmd := &cobra.Command{
		Use:   "stats FILE",
		Short: "Count the calls of a recording by function",
		Long: `Counts the calls of a recording by function: how many, how long they took in all, on average, at most, how long
half of them and 99 of 100 took (to 1 in 128), and how many made an error. The longest total comes first.

Calls that the recorder made itself do not count. Of a recording without times there are none. Errors are
those that the recorder asked for (trace record --errors), those that glGetError told the program, and
functions of EGL that returned EGL_FALSE.`,
		Example: `  gleslayergen trace stats game.gltrace
  gleslayergen trace stats game.gltrace --frames 100-200 --json`,
		Args:              wantArgs(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return e.traceStats(cmd.Context(), f, args[0]) },
	}
	f.span.flags(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON; times are in nanoseconds")
	return cmd
}

// statsReport is what trace stats tells.
type statsReport struct {
	Schema int `json:"schema"`
	From   int `json:"from"` // the first call
	To     int `json:"to"`   // behind the last one
	Frames int `json:"frames"`
	stats.Report
}

func (e *env) traceStats(ctx context.Context, flags *statsFlags, path string) error {
	f, err := e.openRecording(path)
	if err != nil {
		return err
	}
	defer f.Close()
	from, to, frames, err := flags.span.of(f)
	if err != nil {
		return err
	}
	r, err := stats.Of(ctx, f, from, to)
	if err != nil {
		return err
	}
	if flags.json {
		return e.printJSON(statsReport{1, from, to, frames, *r})
	}
	e.printStats(r)
	e.notef("%s of %s in %s, %s in the driver", count(r.Calls, "call"), count(len(r.Functions), "function"), count(frames, "frame"), dump.Short(r.Total))
	return nil
}

// of are the calls of a span, from one to before another, and how many frames they belong to.
func (s *span) of(f *file.File) (from, to, frames int, err error) {
	if s.frames != "" && s.calls != "" {
		return 0, 0, 0, &usageError{"--frames", "not together with --calls", "give one of them"}
	}
	first, last, err := bounds("frames", s.frames)
	if err != nil {
		return 0, 0, 0, err
	}
	all := f.Frames()
	if s.frames != "" {
		if first >= len(all) {
			return 0, 0, 0, fmt.Errorf("no frame %d: there are %d", first, len(all))
		}
		if last < 0 || last >= len(all) {
			last = len(all) - 1
		}
		for _, one := range all[first+1 : last+1] {
			all[first].First, all[first].Last = min(all[first].First, one.First), max(all[first].Last, one.Last)
		}
		return all[first].First, all[first].Last + 1, last - first + 1, nil
	}
	if from, to, err = bounds("calls", s.calls); err != nil {
		return 0, 0, 0, err
	}
	if to++; to == 0 || to > f.Len() {
		to = f.Len()
	}
	if from > to {
		return 0, 0, 0, fmt.Errorf("no call %d: there are %d", from, f.Len())
	}
	for _, one := range all {
		if one.First < to && one.Last >= from {
			frames++
		}
	}
	return from, to, frames, nil
}

func (e *env) printStats(r *stats.Report) {
	rows := [][]string{{"FUNCTION", "CALLS", "TOTAL", "MEAN", "P50", "P99", "MAX", "ERRORS"}}
	for _, one := range r.Functions {
		row := []string{one.Name, strconv.Itoa(one.Count), "-", "-", "-", "-", "-", strconv.Itoa(one.Errors)}
		if one.Timed > 0 {
			row[2], row[3], row[4], row[5], row[6] = dump.Short(one.Total), dump.Short(one.Mean), dump.Short(one.P50), dump.Short(one.P99), dump.Short(one.Max)
		}
		rows = append(rows, row)
	}
	text.Table(e.out, "", rows)
}
