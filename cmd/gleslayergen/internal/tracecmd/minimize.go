package tracecmd

import (
	"context"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// minimizeFlags are the flags of trace minimize.
type minimizeFlags struct {
	out     string
	match   string
	seconds uint
	jobs    uint
	replay  bool
	driver  string
	force   bool
	json    bool

	pattern *regexp.Regexp // of match; nil without it
}

func minimizeCmd(e *ui.Env) *cobra.Command {
	f := &minimizeFlags{}
	cmd := &cobra.Command{
		Use:   "minimize FILE [flags] -- COMMAND [ARG...]",
		Short: "Remove calls from a recording as long as a command fails",
		Long: `Writes a small recording for which COMMAND still fails. It removes frames, objects, functions, draws, calls and
lines of shaders, halves the sizes of textures and buffers, and runs COMMAND with each smaller recording. In
the result, COMMAND does not fail any more if one more call is removed, together with the calls that need it.

In the arguments of COMMAND, {} is the path of the recording. Without {}, the path is the last argument.
COMMAND fails in the same way if it ends with the same exit code or signal as with FILE, and if its output
matches --match. The exit code 0 means that the recording shows no error, and 125 that it cannot be tested,
as with "git bisect run".

With --replay, COMMAND gets the recording of a replay: its results, pixels that were read, and images are those
of the remaining calls. Without it, they are those of FILE. The images of frames and draws are left out.

The results of the runs are kept in OUT.minimize, with the smallest recording so far. If you stop the command,
run it again to continue. The directory is removed at the end.`,
		Example: `  gleslayergen trace minimize game.gltrace -- ./check {}
  gleslayergen trace minimize game.gltrace --match 'GPU hang' -- gleslayergen trace replay {} --check off
  gleslayergen trace minimize game.gltrace --replay -- gleslayergen trace replay {} --driver /opt/angle --check tolerant`,
		Args:              ui.Args(2, -1, "FILE or COMMAND"),
		ValidArgsFunction: completeRecording,
		RunE: func(cmd *cobra.Command, args []string) error {
			return traceMinimize(cmd.Context(), e, f, args[0], args[1:])
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "write to `OUT`, which must not exist (default: FILE with .min before "+record.Extension+")")
	flags.StringVar(&f.match, "match", "", "COMMAND fails only if its output matches the regular expression `REGEXP`, too")
	flags.UintVar(&f.seconds, "timeout", 0, "a replay and COMMAND that take longer than `S` seconds do not fail (default: 10 times the time with FILE, at least 10)")
	flags.UintVar(&f.jobs, "jobs", uint(runtime.NumCPU()), "run COMMAND `N` times at the same time")
	flags.BoolVar(&f.replay, "replay", false, "pass a recording of a replay to COMMAND")
	flags.StringVar(&f.driver, "driver", "", "with --replay, use libEGL and libGLESv2 of the directory `DIR`")
	flags.BoolVar(&f.force, "force", false, "with --replay, play what is possible of a recording that lacks calls or data")
	flags.BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// minimizeReport is the JSON report of trace minimize.
type minimizeReport struct {
	Schema  int     `json:"schema"`
	File    string  `json:"file"`    // the minimized recording
	Failure string  `json:"failure"` // how the command fails
	Calls   int     `json:"calls"`   // of the program, in the recording
	Kept    int     `json:"kept"`    // of them in the minimized recording
	Before  int64   `json:"before"`  // bytes
	After   int64   `json:"after"`
	Steps   int     `json:"steps"`  // smaller recordings that failed
	Tested  int     `json:"tested"` // smaller recordings that the command was run with
	Known   int     `json:"known"`  // results that were known
	Seconds float64 `json:"seconds"`
}

// validate fails if a flag has an invalid value, and sets the defaults.
func (f *minimizeFlags) validate(path string) (err error) {
	if f.match != "" {
		if f.pattern, err = regexp.Compile(f.match); err != nil {
			return ui.Usage("--match", err.Error(), "give a regular expression, for example: --match 'GL_INVALID.*'")
		}
	}
	if f.jobs == 0 {
		return ui.Usage("--jobs 0", "not a number from 1", "leave it out to use all processors")
	}
	if f.driver != "" && !f.replay {
		return ui.Usage("--driver", "requires --replay", "add --replay, or pass the driver to COMMAND")
	}
	if f.force && !f.replay {
		return ui.Usage("--force", "requires --replay", "add --replay, or leave out --force")
	}
	if f.out == "" {
		f.out = strings.TrimSuffix(path, record.Extension) + ".min" + record.Extension
	}
	return checkNew(f.out)
}

func traceMinimize(ctx context.Context, e *ui.Env, flags *minimizeFlags, path string, command []string) error {
	started := time.Now()
	if err := flags.validate(path); err != nil {
		return err
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	m := &minimizing{e: e, flags: flags, command: command, f: f, shown: newProgress(e), report: minimizeReport{Schema: 1, File: filepath.ToSlash(flags.out), Before: f.Size()}}
	if err := m.run(ctx, path); err != nil {
		return err
	}
	m.report.Seconds = time.Since(started).Seconds()
	if flags.json {
		return e.PrintJSON(m.report)
	}
	r := &m.report
	e.Printf("%s: %s of %d; %s of %s; %s\n", flags.out, ui.Count(r.Kept, "call"), r.Calls, bytesText(r.After), bytesText(r.Before), r.Failure)
	e.Printf("%s tested in %.1f s; %s known\n", ui.Count(r.Tested, "smaller recording"), r.Seconds, ui.Count(r.Known, "result"))
	return nil
}
