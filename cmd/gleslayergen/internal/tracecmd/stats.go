package tracecmd

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// statsFlags are the flags of trace stats.
type statsFlags struct {
	span span
	json bool
}

func statsCmd(e *ui.Env) *cobra.Command {
	f := &statsFlags{}
	cmd := &cobra.Command{
		Use:   "stats FILE",
		Short: "Count the calls of a recording by function",
		Long: `Prints a table with a row for each function: the number of calls; the total, mean, median (P50), 99th
percentile (P99) and maximum of their durations; and the number of calls with an error. The functions are
sorted by total duration. P50 and P99 are accurate to 1%.

A call has an error in three cases: the recording was made with --errors and the call caused a GL error; it is
a call of glGetError that returned an error; or it is a call of an EGL function that returned EGL_FALSE.

If the recording was made with --gpu-time, the columns GPU and MEASURED have the total GPU time of a function,
and the number of its calls with such a time.

The last lines say whether the recording can be replayed with the same images, and if not, what is missing and
what to do. A recording that ends early, for example because the program was killed, is replayable up to its
end.

Calls that the trace layer added are not counted. If the recording was made with --untimed, only EGL calls have
durations.`,
		Example: `  gleslayergen trace stats game.gltrace
  gleslayergen trace stats game.gltrace --frames 100-200 --json`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceStats(cmd.Context(), e, f, args[0]) },
	}
	f.span.flags(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON, with times in nanoseconds")
	return cmd
}

// statsReport is the JSON report of trace stats.
type statsReport struct {
	Schema int `json:"schema"`
	From   int `json:"from"`   // the first call; with --frames, calls of other threads do not count
	To     int `json:"to"`     // after the last call
	Frames int `json:"frames"` // number of frames

	replayability
	report.Stats
}

func traceStats(ctx context.Context, e *ui.Env, flags *statsFlags, path string) error {
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := flags.span.count(ctx, f)
	if err != nil {
		return err
	}
	if r.replayability, err = replayabilityOf(ctx, f); err != nil {
		return err
	}
	if flags.json {
		return e.PrintJSON(r)
	}
	printStats(e, &r.Stats)
	e.Notef("%s in %s: %d by the program, of %s, and %d by the recorder; %s in the driver", ui.Count(r.Calls+r.Recorder, "call"), ui.Count(r.Frames, "frame"),
		r.Calls, ui.Count(len(r.Functions), "function"), r.Recorder, report.FormatDuration(r.Total))
	r.replayability.print(e, "")
	return nil
}

// count counts the calls that the flags select.
func (s *span) count(ctx context.Context, f *file.File) (*statsReport, error) {
	if s.frames != "" && s.calls != "" {
		return nil, ui.Usage("--frames", "cannot be combined with --calls", "give only one of the two flags")
	}
	if s.frames != "" {
		return s.countFrames(ctx, f)
	}
	return s.countCalls(ctx, f)
}

func (s *span) countFrames(ctx context.Context, f *file.File) (*statsReport, error) {
	first, last, err := bounds("frames", s.frames)
	if err != nil {
		return nil, err
	}
	frames := len(f.Frames())
	if first >= frames {
		return nil, noFrame(first, f)
	}
	if last < 0 || last >= frames {
		last = frames - 1
	}
	out := &statsReport{Schema: 1, Frames: last - first + 1}
	out.From, out.To = report.FrameSpan(f, first, last)
	r, err := report.ComputeFrameStats(ctx, f, first, last)
	if err == nil {
		out.Stats = *r
	}
	return out, err
}

func (s *span) countCalls(ctx context.Context, f *file.File) (*statsReport, error) {
	from, last, err := bounds("calls", s.calls)
	if err != nil {
		return nil, err
	}
	if from > 0 && from >= f.Len() {
		return nil, noCall(uint(from), f)
	}
	if last < 0 || last >= f.Len() {
		last = f.Len() - 1
	}
	out := &statsReport{Schema: 1, From: from, To: last + 1}
	for _, one := range f.Frames() {
		if one.First <= last && one.Last >= from {
			out.Frames++
		}
	}
	r, err := report.ComputeStats(ctx, f, from, last+1)
	if err == nil {
		out.Stats = *r
	}
	return out, err
}

func printStats(e *ui.Env, r *report.Stats) {
	rows := [][]string{{"FUNCTION", "CALLS", "TOTAL", "MEAN", "P50", "P99", "MAX", "ERRORS"}}
	gpu := slices.ContainsFunc(r.Functions, func(one report.FunctionStats) bool { return one.Measured > 0 })
	if gpu {
		rows[0] = append(rows[0], "GPU", "MEASURED")
	}
	for _, one := range r.Functions {
		row := []string{one.Name, strconv.Itoa(one.Count), "-", "-", "-", "-", "-", strconv.Itoa(one.Errors)}
		if one.Timed > 0 {
			row[2], row[3], row[4], row[5], row[6] = report.FormatDuration(one.Total), report.FormatDuration(one.Mean), report.FormatDuration(one.P50), report.FormatDuration(one.P99), report.FormatDuration(one.Max)
		}
		if gpu {
			row = append(row, measuredColumns(one)...)
		}
		rows = append(rows, row)
	}
	ui.Table(e.Out, "", rows)
}

func measuredColumns(one report.FunctionStats) []string {
	if one.Measured == 0 {
		return []string{"-", "-"}
	}
	return []string{report.FormatDuration(one.GPU), strconv.Itoa(one.Measured)}
}
