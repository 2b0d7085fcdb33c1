package tracecmd

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// exportFlags are the flags of trace export.
type exportFlags struct {
	format string
	out    string
	force  bool
	json   bool
}

func exportCmd(e *ui.Env) *cobra.Command {
	f := &exportFlags{}
	cmd := &cobra.Command{
		Use:   "export FILE --format json|csv|perfetto",
		Short: "Write a recording in the format of other programs",
		Long: `Writes a recording in another format, to OUT or to standard output.

json is one object: what is known of the recording, and its calls. csv has a call in each row. perfetto is a
trace for ui.perfetto.dev: a track for each thread with its calls, nested in the debug groups of the program,
frames beside them, and how many calls and draws each frame has.`,
		Example: `  gleslayergen trace export game.gltrace --format perfetto -o game.pftrace
  gleslayergen trace export game.gltrace --format csv -o game.csv
  gleslayergen trace export game.gltrace --format json | jq .frames`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceExport(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVar(&f.format, "format", "", "`FORMAT` to write: "+formatNames())
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT`")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace OUT")
	cmd.Flags().BoolVar(&f.json, "json", false, "report what was written to OUT as JSON")
	err := cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return slices.Sorted(maps.Keys(report.Formats)), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err)
	}
	return cmd
}

func formatNames() string { return strings.Join(slices.Sorted(maps.Keys(report.Formats)), ", ") }

// exportReport is what trace export tells.
type exportReport struct {
	Schema int    `json:"schema"`
	File   string `json:"file"`
	Format string `json:"format"`
	Calls  int    `json:"calls"`
	Bytes  int64  `json:"bytes"`
}

func traceExport(ctx context.Context, e *ui.Env, flags *exportFlags, path string) error {
	write, ok := report.Formats[flags.format]
	switch {
	case !ok && flags.format == "":
		return ui.Usage("trace export", "--format is missing", "one of: "+formatNames())
	case !ok:
		return ui.Usage(fmt.Sprintf("--format %q", flags.format), "unknown format", "one of: "+formatNames())
	case flags.json && flags.out == "":
		return ui.Usage("--json", "it reports what was written to OUT", "give -o OUT; for the calls as JSON: --format json")
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	if flags.out == "" {
		return write(ctx, data(e, flags.format), f)
	}
	if fsx.SameFile(flags.out, path) {
		return ui.Usage("--out "+flags.out, "it is the recording itself", "name another file")
	}
	if _, err := os.Lstat(flags.out); err == nil && !flags.force {
		return ui.WithHint(fmt.Errorf("%s: it is there already", flags.out), "name another file, or replace it with --force")
	}
	counted := &counting{}
	err = ui.WriteWhole(flags.out, 0o600, func(w io.Writer) error {
		counted.Writer = w
		return write(ctx, counted, f)
	})
	switch {
	case err != nil:
		return err
	case flags.json:
		return e.PrintJSON(exportReport{1, flags.out, flags.format, f.Len(), counted.n})
	}
	e.Notef("%s: %s, %s", flags.out, ui.Count(f.Len(), "call"), bytesText(counted.n))
	return nil
}

// counting counts what is written.
type counting struct {
	io.Writer
	n int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += int64(n)
	return n, err
}

// data is where a format goes: what is no text does not go through what escapes text.
func data(e *ui.Env, format string) io.Writer {
	if format == "perfetto" {
		return e.Out.W
	}
	return e.Out
}
