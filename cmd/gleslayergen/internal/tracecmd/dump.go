package tracecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// dumpFlags are the flags of trace dump.
type dumpFlags struct {
	functions []string
	argument  string
	frames    string
	contexts  []uint
	threads   []uint
	errors    bool
	json      bool
}

func dumpCmd(e *ui.Env) *cobra.Command {
	f := &dumpFlags{}
	cmd := &cobra.Command{
		Use:   "dump FILE",
		Short: "Print the calls of a recording, one per line",
		Long: `Prints the calls of a recording, one per line. A line has the number of the call, the thread, the context, the
start in seconds since the beginning of the recording, the duration, and the call itself. If the recording was
made with --errors and the call caused a GL error, the line ends with "!" and the error. Calls that the trace
layer added are marked [recorder].

Enums are printed by name, according to the enum group of the parameter. A value that has no name in this
group, or several names, is printed as a number.

If several flags are given, a call must match all of them. With --json, each line is a JSON object.`,
		Example: `  gleslayergen trace dump game.gltrace --function 'glDraw*' --frames 10-12
  gleslayergen trace dump game.gltrace --function 'gl*,!glUniform*' --argument GL_TEXTURE_3D
  gleslayergen trace dump game.gltrace --errors --json`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceDump(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringArrayVar(&f.functions, "function", nil, "only calls of functions that match one of these `PATTERNS`, which commas separate and which can contain * and ?; !PATTERN excludes functions (repeatable)")
	cmd.Flags().StringVar(&f.argument, "argument", "", "only calls with this `TEXT` in a printed argument or result; upper and lower case are equal")
	cmd.Flags().StringVar(&f.frames, "frames", "", framesHelp)
	cmd.Flags().UintSliceVar(&f.contexts, "context", nil, "only calls in contexts with these `NUMBERS`")
	cmd.Flags().UintSliceVar(&f.threads, "thread", nil, "only calls of threads with these `NUMBERS`")
	cmd.Flags().BoolVar(&f.errors, "errors", false, "only calls that caused a GL error; requires a recording that was made with --errors")
	cmd.Flags().BoolVar(&f.json, "json", false, "print each call as a JSON object, one per line")
	if err := cmd.RegisterFlagCompletionFunc("function", completeFunctions); err != nil {
		panic(err)
	}
	return cmd
}

func traceDump(ctx context.Context, e *ui.Env, flags *dumpFlags, path string) error {
	filter := report.Filter{Functions: registry.SplitPatterns(flags.functions), Argument: flags.argument, Contexts: numbers(flags.contexts), Threads: numbers(flags.threads), Errors: flags.errors}
	var err error
	if filter.From, filter.To, err = bounds("frames", flags.frames); err != nil {
		return err
	}
	if _, err := filter.Matcher(nil); err != nil {
		return ui.Usage("--function", err.Error(), "for example: --function 'glDraw*'")
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := report.Dump(ctx, e.Out, f, filter, flags.json)
	if err != nil || e.Out.Broken() {
		return err
	}
	if n < f.Len() {
		e.Notef("printed %d of %s", n, ui.Count(f.Len(), "call"))
	}
	return nil
}

func numbers(list []uint) (out []uint32) {
	for _, n := range list {
		out = append(out, uint32(min(n, 1<<32-1)))
	}
	return out
}
