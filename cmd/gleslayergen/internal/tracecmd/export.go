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
	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/file"
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
		Use:   "export FILE --format json|csv|perfetto|apitrace",
		Short: "Convert a recording to another format",
		Long: `Converts a recording to another format, and writes it to OUT or to standard output.

The formats are:

    json       one object that contains all calls and information about the recording
    csv        a table with a row for each call
    perfetto   a trace for ui.perfetto.dev. Each thread has a track with its calls, nested in the debug groups
               of the program. Other tracks show frames, and how many calls and draws each frame has.
    apitrace   a trace for eglretrace, which replays it, and for qapitrace. Before it is written, a warning
               says what a replay will lack.`,
		Example: `  gleslayergen trace export game.gltrace --format perfetto -o game.pftrace
  gleslayergen trace export game.gltrace --format csv -o game.csv
  gleslayergen trace export game.gltrace --format apitrace -o game.trace && eglretrace game.trace
  gleslayergen trace export game.gltrace --format json | jq .frames`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceExport(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVar(&f.format, "format", "", "`FORMAT` to write: "+formatNames())
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT` instead of standard output")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace OUT if it exists")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a report about OUT, as JSON")
	err := cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return slices.Sorted(maps.Keys(report.Formats)), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err)
	}
	return cmd
}

func formatNames() string { return strings.Join(slices.Sorted(maps.Keys(report.Formats)), ", ") }

// exportReport is the JSON report of trace export.
type exportReport struct {
	Schema int    `json:"schema"`
	File   string `json:"file"`
	Format string `json:"format"`
	Calls  int    `json:"calls"`
	Bytes  int64  `json:"bytes"` // size of the file
}

func traceExport(ctx context.Context, e *ui.Env, flags *exportFlags, path string) error {
	write, ok := report.Formats[flags.format]
	switch {
	case !ok && flags.format == "":
		return ui.Usage("trace export", "--format is missing", "add --format with one of "+formatNames())
	case !ok:
		return ui.Usage(fmt.Sprintf("--format %q", flags.format), "unknown format", "the formats are "+formatNames())
	case flags.json && flags.out == "":
		return ui.Usage("--json", "requires -o OUT", "add -o OUT; to export the calls as JSON: --format json")
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	if flags.format == "apitrace" {
		if write, err = apitraceExport(ctx, e, f); err != nil {
			return err
		}
	}
	if flags.out == "" {
		return write(ctx, data(e, flags.format), f)
	}
	if fsx.SameFile(flags.out, path) {
		return ui.Usage("--out "+flags.out, "this file is the recording itself", "choose another file")
	}
	if _, err := os.Lstat(flags.out); err == nil && !flags.force {
		return ui.WithHint(fmt.Errorf("%s: already exists", flags.out), "choose another file; to replace this file, add --force")
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

// apitraceExport prints what a replay of the trace will lack, and returns the function that writes the trace.
func apitraceExport(ctx context.Context, e *ui.Env, f *file.File) (func(context.Context, io.Writer, *file.File) error, error) {
	x, err := apitrace.New(ctx, f)
	if err != nil {
		return nil, err
	}
	for _, limit := range x.Limits() {
		e.Warnf("%s", limit)
	}
	return func(ctx context.Context, w io.Writer, _ *file.File) error { return x.Write(ctx, w) }, nil
}

// counting counts the bytes that are written.
type counting struct {
	io.Writer
	n int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += int64(n)
	return n, err
}

// data returns the writer of a format. Binary formats bypass the escaping of text.
func data(e *ui.Env, format string) io.Writer {
	if format == "perfetto" || format == "apitrace" {
		return e.Out.W
	}
	return e.Out
}
