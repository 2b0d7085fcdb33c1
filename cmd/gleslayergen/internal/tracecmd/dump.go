package tracecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
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
		Long: `Prints the calls of a recording, one per line: number, thread, context, start in seconds since recording began,
duration, and the call itself. Enums are printed by name, according to the enum group of the parameter; values
without a name are printed as numbers. An error follows after !, if the recorder checked for errors.

A call must match all flags that are given. With --json each line is an object.`,
		Example: `  gleslayergen trace dump game.gltrace --function 'glDraw*' --frames 10-12
  gleslayergen trace dump game.gltrace --function 'gl*' --function '!glUniform*' --argument GL_TEXTURE_3D
  gleslayergen trace dump game.gltrace --errors --json`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceDump(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringArrayVar(&f.functions, "function", nil, "only functions that match a `PATTERN` with * and ?; a leading ! excludes them (repeatable)")
	cmd.Flags().StringVar(&f.argument, "argument", "", "only calls with this `TEXT` in an argument or the result, as dump prints them")
	cmd.Flags().StringVar(&f.frames, "frames", "", "only these frames, from 0: `FROM-TO`, FROM-, or one number")
	cmd.Flags().UintSliceVar(&f.contexts, "context", nil, "only contexts with these `NUMBERS`")
	cmd.Flags().UintSliceVar(&f.threads, "thread", nil, "only threads with these `NUMBERS`")
	cmd.Flags().BoolVar(&f.errors, "errors", false, "only calls that caused an error")
	cmd.Flags().BoolVar(&f.json, "json", false, "write each call as a line of JSON")
	if err := cmd.RegisterFlagCompletionFunc("function", completeFunctions); err != nil {
		panic(err)
	}
	return cmd
}

func traceDump(ctx context.Context, e *ui.Env, flags *dumpFlags, path string) error {
	filter := report.Filter{Functions: flags.functions, Argument: flags.argument, Contexts: numbers(flags.contexts), Threads: numbers(flags.threads), Errors: flags.errors}
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
		e.Notef("%s of %d", ui.Count(n, "call"), f.Len())
	}
	return nil
}

func numbers(list []uint) (out []uint32) {
	for _, n := range list {
		out = append(out, uint32(min(n, 1<<32-1)))
	}
	return out
}
