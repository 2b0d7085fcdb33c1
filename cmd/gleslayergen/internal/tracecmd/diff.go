package tracecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// diffFlags are the flags of trace diff.
type diffFlags struct {
	differenceFlags
	tolerant      bool
	otherPlatform bool
	frames        string
}

func diffCmd(e *ui.Env) *cobra.Command {
	f := &diffFlags{}
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two recordings of the same calls",
		Long: `Compares recording B with recording A: B is another run of the same program, or a run with another driver.

The calls of each thread are paired in order. For each pair, it compares the function, the arguments, the
results, the data that the driver wrote, GL errors (if both were recorded with --errors), and the images of
frames and draws. Names and handles can have other values if they refer to the same objects. What depends on
time or on addresses is not compared.

--tolerant is for two drivers: limits, texts, numbers of locations and formats that the driver chose are not
compared, floating-point numbers are equal within 1/1024, and images are equal if at most 1% of their pixels
look different.

If calls are missing or additional, it continues where the calls are the same again, or at the next swap.

The exit code is 0 if the recordings are equal, and 8 if they are not.`,
		Example: `  gleslayergen trace diff before.gltrace after.gltrace
  gleslayergen trace diff mesa.gltrace angle.gltrace --tolerant --images differences
  gleslayergen trace diff a.gltrace b.gltrace --junit report.xml`,
		Args:              ui.Args(2, 2, "A or B"),
		ValidArgsFunction: completeRecordings,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceDiff(cmd.Context(), e, f, args[0], args[1]) },
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.otherPlatform, "other-platform", false, "do not compare EGL configurations: the recordings were made with different EGL platforms, such as X11 and surfaceless")
	return cmd
}

// add adds the flags about the comparison.
func (f *diffFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.tolerant, "tolerant", false, "do not compare what drivers may choose, and compare floating-point numbers and images approximately")
	flags.StringVar(&f.frames, "frames", "", framesHelp)
	f.differenceFlags.add(flags)
}

// diffReport is the JSON report of trace diff.
type diffReport struct {
	Schema int    `json:"schema"`
	A      string `json:"file_a"`
	B      string `json:"file_b"`
	diff.Report
}

func traceDiff(ctx context.Context, e *ui.Env, flags *diffFlags, pathA, pathB string) error {
	o, err := flags.options()
	if err != nil {
		return err
	}
	a, err := openRecording(ctx, e, pathA)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := openRecording(ctx, e, pathB)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := flags.checkFrames(a); err != nil {
		return err
	}
	r, err := diff.Compare(ctx, a, b, o)
	if err != nil {
		return err
	}
	return flags.show(e, &diffReport{1, pathA, pathB, *r})
}

// options returns the options of the comparison.
func (f *diffFlags) options() (diff.Options, error) {
	from, to, err := bounds("frames", f.frames)
	if err != nil {
		return diff.Options{}, err
	}
	o, err := f.differenceFlags.options()
	if err != nil {
		return o, err
	}
	o.OtherPlatform = f.otherPlatform
	if f.tolerant {
		o.Mode = diff.Tolerant
	}
	if f.frames != "" {
		o.Frames = inFrames(from, to)
	}
	return o, nil
}

// inFrames returns whether a frame is in a range. A range without an end includes what follows the last frame, -1.
func inFrames(from, to int) func(frame int) bool {
	return func(frame int) bool {
		if to < 0 {
			return frame >= from || frame < 0
		}
		return frame >= from && frame <= to
	}
}

// checkFrames fails if the recording has none of the frames of --frames.
func (f *diffFlags) checkFrames(a *file.File) error {
	from, _, err := bounds("frames", f.frames)
	if err == nil && f.frames != "" && from >= len(a.Frames()) {
		return noFrame(from, a)
	}
	return err
}

// show prints the report and writes the JUnit report. The error has the exit code of recordings that differ.
func (f *diffFlags) show(e *ui.Env, r *diffReport) error {
	if err := f.writeJUnit(&r.Report, r.A); err != nil {
		return err
	}
	f.noteImages(e, &r.Report)
	if f.json {
		if err := e.PrintJSON(r); err != nil {
			return err
		}
	} else {
		printDiff(e, &r.Report)
	}
	if !r.Equal {
		return ui.Quiet(ui.ExitDifferent)
	}
	return nil
}

// completeRecordings completes recordings.
func completeRecordings(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"gltrace"}, cobra.ShellCompDirectiveFilterFileExt
}
