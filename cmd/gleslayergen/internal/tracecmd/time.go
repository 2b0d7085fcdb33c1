package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/timing"
)

// timeFlags are the flags of trace time.
type timeFlags struct {
	by     string
	rounds uint
	spread uint
	method string
	frames string
	most   uint
	json   bool
	playFlags

	from, to int // frames
}

// Values of --by and --method.
var (
	rows    = []string{string(timing.Draw), string(timing.Pass), string(timing.Frame)}
	methods = []string{"auto", string(timing.Query), string(timing.Finish)}
)

func timeCmd(e *ui.Env) *cobra.Command {
	f := &timeFlags{}
	cmd := &cobra.Command{
		Use:   "time FILE",
		Short: "Measure the draws, passes or frames of a recording, by replay",
		Long: `Makes the calls of a recording again, as "trace replay" does, in several rounds, and prints the time of each
draw, pass or frame on the GPU and in the driver: the median and the spread of the rounds. Rows with the
longest times come first. If the times of the GPU differ too much, the row says how:

    the first round differs         the driver may compile shaders or copy data then
    one round differs               another process may have used the GPU
    all rounds differ               the time depends on something else, or is too short to measure
    the clock of the GPU changed    the times can be wrong: measure again

The times of a pass are those of its draws and dispatches. The time of a frame in the driver is that of all its
calls. A round in which a time of the GPU is missing does not count for the row, and "-" means that no round
counts.

--method query uses timer queries, with the recorder in the player. They measure at most 4096 draws of a frame.
--method finish waits for the GPU before and after each draw, and includes the time in the driver.
--method auto uses queries if the driver has them.`,
		Example: `  gleslayergen trace time game.gltrace --by pass --frames 100
  gleslayergen trace time game.gltrace --frames 100-109 --loop 20 --driver /opt/angle`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceTime(cmd.Context(), e, f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.by, "by", rows[0], "print a row for each `draw`, pass or frame")
	flags.UintVar(&f.rounds, "loop", 5, "play the frames `N` times")
	flags.UintVar(&f.spread, "spread", 25, "report times that differ by more than `N` percent of the median")
	flags.StringVar(&f.method, "method", methods[0], "measure the GPU with `auto`, query or finish")
	flags.StringVar(&f.frames, "frames", "", framesHelp)
	flags.UintVar(&f.most, "most", 20, "print at most `N` rows; 0: all")
	flags.BoolVar(&f.json, "json", false, "report all rows as JSON, with times in nanoseconds")
	f.playFlags.add(cmd)
	for name, values := range map[string][]string{"by": rows, "method": methods} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

func (f *timeFlags) validate() (err error) {
	err = cmp.Or(checkValue("by", f.by, rows), checkValue("method", f.method, methods), f.playFlags.validate())
	if err == nil && f.rounds == 0 {
		err = ui.Usage("--loop 0", "nothing would be measured", "for example: --loop 5")
	}
	if err == nil {
		f.from, f.to, err = bounds("frames", f.frames)
	}
	return err
}

// timeReport is the JSON report of trace time.
type timeReport struct {
	Schema  int              `json:"schema"`
	File    string           `json:"file"`
	Method  timing.Method    `json:"method"` // query or finish
	By      timing.By        `json:"by"`     // draw, pass or frame
	Rounds  int              `json:"rounds"`
	Rows    []timing.Row     `json:"rows"`     // those with the longest times of the GPU first
	Untimed int              `json:"untimed"`  // draws and dispatches whose time of the GPU is missing in a round
	LeftOut []replay.LeftOut `json:"left_out"` // calls that were not made, by reason
	Missing []string         `json:"missing"`  // functions that the driver does not have
}

func traceTime(ctx context.Context, e *ui.Env, flags *timeFlags, path string) error {
	if err := flags.validate(); err != nil {
		return err
	}
	p, err := openPlayback(ctx, e, &flags.playFlags, path, flags.from)
	if err != nil {
		return err
	}
	defer p.a.Close()
	r := &timeRun{playback: p, flags: flags, report: timeReport{Schema: 1, File: path, By: timing.By(flags.by), Rounds: int(min(flags.rounds, math.MaxInt32-1))}}
	if err := r.preparePlayer(ctx); err != nil {
		return err
	}
	if err := r.measure(ctx); err != nil {
		return err
	}
	for _, row := range r.report.Rows {
		r.report.Untimed += row.Untimed
	}
	return r.show()
}

// timeRun measures a recording.
type timeRun struct {
	playback
	flags  *timeFlags
	report timeReport
}

// errNoQueries is the error of a driver without timer queries.
var errNoQueries = errors.New("the driver has no timer queries (GL_EXT_disjoint_timer_query)")

// measure measures with the method of --method.
func (r *timeRun) measure(ctx context.Context) error {
	if r.flags.method == string(timing.Finish) {
		return r.finish(ctx)
	}
	err := r.query(ctx)
	if errors.Is(err, errNoQueries) && r.flags.method == methods[0] {
		return r.finish(ctx)
	}
	return err
}

// playPlan plays the frames with a plan.
func (r *timeRun) playPlan(ctx context.Context, m timing.Method) (*timing.Plan, error) {
	plan, err := timing.New(ctx, r.a, m, inFrames(r.flags.from, r.flags.to))
	switch {
	case err != nil:
		return nil, err
	case plan.Len() == 0 && r.flags.frames == "":
		return nil, errors.New("the recording has no draws and dispatches")
	case plan.Len() == 0:
		return nil, ui.Usage("--frames "+r.flags.frames, "the selected frames have no draws and dispatches", statsHint)
	}
	r.report.Method = m
	if m == timing.Finish {
		r.player.OnReading = plan.Reading
	}
	rounds := r.report.Rounds
	if m == timing.Query {
		rounds++ // in which the driver returns the last times
	}
	result, err := r.playScript(ctx, replay.Options{From: r.flags.from, To: r.flags.to, Rounds: rounds, Images: m == timing.Query, Requests: plan.Requests})
	if err != nil {
		return nil, err
	}
	noteUnconfined(r.e, result)
	r.report.LeftOut, r.report.Missing = r.script.LeftOut(), append([]string{}, result.Missing...)
	return plan, nil
}

func (r *timeRun) options() timing.Options {
	return timing.Options{By: r.report.By, Rounds: r.report.Rounds, Threshold: float64(r.flags.spread) / 100}
}

// finish measures without a recording.
func (r *timeRun) finish(ctx context.Context) error {
	r.player.Settings = nil
	plan, err := r.playPlan(ctx, timing.Finish)
	if err == nil {
		r.report.Rows, err = plan.Finished(r.options())
	}
	return err
}

// query measures with the recorder in the player.
func (r *timeRun) query(ctx context.Context) (err error) {
	dir, err := makeReplayDir("")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "replay"+record.Extension)
	r.player.Settings = recorderSettings(&tracepb.Options{Recording: true, Block: true, GpuTime: true, NoTextures: true, NoBuffers: true, NoArrays: true}, out)
	plan, err := r.playPlan(ctx, timing.Query)
	var b *file.File
	if err == nil {
		b, err = openReplay(ctx, out)
	}
	if err != nil {
		return recordingError(err, filepath.Dir(dir), hintTemporary)
	}
	defer b.Close()
	if !hasGPUTimes(b) {
		return errNoQueries
	}
	r.report.Rows, err = plan.Recorded(ctx, b, r.report.Missing, r.options())
	return err
}

func hasGPUTimes(b *file.File) bool {
	for _, err := range b.GPUTimes(0, b.Len()) {
		return err == nil
	}
	return false
}

// show prints the report.
func (r *timeRun) show() error {
	if r.flags.json {
		return r.e.PrintJSON(r.report)
	}
	notePlayed(r.e, r.report.LeftOut, r.report.Missing)
	table := [][]string{{"FRAME", "PASS", "DRAW", "CALL", "FUNCTION", "WORK", "GPU", "SPREAD", "CPU", "SPREAD", ""}}
	for i, row := range r.report.Rows {
		if i == int(r.flags.most) && i > 0 {
			break
		}
		table = append(table, []string{number(row.Frame), number(row.Pass), number(row.Draw), number(row.Call), cmp.Or(row.Function, "-"), number(row.Work),
			medianOf(row.GPU), spreadOf(row.GPU), medianOf(&row.CPU), spreadOf(&row.CPU), row.Varies})
	}
	ui.Table(r.e.Out, "", table)
	if left := len(r.report.Rows) - len(table) + 1; left > 0 {
		r.e.Notef("note: %s not printed; to print all: --most 0", ui.Count(left, "row"))
	}
	if r.report.Untimed > 0 {
		r.e.Notef("note: the time of the GPU is missing in a round for %d draws and dispatches: the recorder keeps at most 4096 times in a frame, "+
			"and none while the driver has not returned them; to measure all: --method finish", r.report.Untimed)
	}
	how := "timer queries"
	if r.report.Method == timing.Finish {
		how = "glFinish"
	}
	r.e.Printf("%s, measured with %s\n", ui.Count(r.report.Rounds, "round"), how)
	return nil
}

// number formats a number; a negative one means none.
func number(n int) string {
	if n < 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// medianOf formats the median; nil means that no time is known.
func medianOf(t *timing.Times) string {
	if t == nil {
		return "-"
	}
	return shortTime(t.Median)
}

// spreadOf formats the lowest and the highest time.
func spreadOf(t *timing.Times) string {
	if t == nil {
		return "-"
	}
	return shortTime(t.Lowest) + ".." + shortTime(t.Highest)
}
