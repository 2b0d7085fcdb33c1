package tracecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// dumpFlags are the flags of trace dump.
type dumpFlags struct {
	filter filterFlags
	json   bool
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
	f.filter.add(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print each call as a JSON object, one per line")
	return cmd
}

func traceDump(ctx context.Context, e *ui.Env, flags *dumpFlags, path string) error {
	filter, err := flags.filter.filter()
	if err != nil {
		return err
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
