package tracecmd

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// exportFlags are the flags of trace export.
type exportFlags struct {
	filter filterFlags
	format string
	data   string
	out    string
	force  bool
	json   bool
}

func exportCmd(e *ui.Env) *cobra.Command {
	f := &exportFlags{}
	cmd := &cobra.Command{
		Use:   "export FILE --format " + strings.Join(formatNames(), "|"),
		Short: "Convert a recording to another format",
		Long: `Converts a recording to another format, and writes it to OUT or to standard output.

The formats are:

` + formatsHelp() + `
The format json contains the data behind pointers, for example of textures and buffers. --data chooses where:

    base64   in the lines of the calls
    files    in files of the directory OUT.data, whose names are the SHA-256 of their content; equal contents
             are stored once
    none     only the sizes

The format c needs -o OUT, such as game.c. Only --frames 0-N selects calls; for later frames, use "gleslayergen
trace trim" first.

Before it writes json, the command prints how many calls it writes and an estimate of the size. OUT appears
when it is complete: if the disk is full, nothing is left.

If several flags select calls, a call must match all of them.`,
		Example: `  gleslayergen trace export game.gltrace --format perfetto -o game.pftrace
  gleslayergen trace export game.gltrace --format apitrace -o game.trace && eglretrace game.trace
  gleslayergen trace export game.gltrace --format c -o game.c && cc game.c -lEGL -lGLESv2 -lpthread
  gleslayergen trace export game.gltrace --format json --data files -o game.jsonl
  gleslayergen trace export game.gltrace --format json --function 'glDraw*' | jq -c 'select(.line == "call") | .name'`,
		Args:              ui.Args(1, 1, "FILE"),
		ValidArgsFunction: completeRecording,
		RunE:              func(cmd *cobra.Command, args []string) error { return traceExport(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVar(&f.format, "format", "", "`FORMAT` to write: "+strings.Join(formatNames(), ", "))
	cmd.Flags().StringVar(&f.data, "data", string(report.DataBase64), "with --format json: where data goes, `MODE` base64, files or none")
	f.filter.add(cmd)
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT` instead of standard output")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace OUT if it exists")
	cmd.Flags().BoolVar(&f.json, "json", false, "print a report about OUT, as JSON")
	for flag, values := range map[string][]string{"format": formatNames(), "data": dataModes()} {
		if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err)
		}
	}
	return cmd
}

func formatNames() (names []string) {
	for _, f := range report.Formats {
		names = append(names, f.Name)
	}
	return names
}

func dataModes() (names []string) {
	for _, m := range report.DataModes {
		names = append(names, string(m))
	}
	return names
}

// formatsHelp returns a paragraph for each format.
func formatsHelp() string {
	var b strings.Builder
	for _, f := range report.Formats {
		fmt.Fprintf(&b, "    %-10s %s\n", f.Name, ui.Wrap(f.Help, 110, strings.Repeat(" ", 15)))
	}
	return b.String()
}

// exportReport is the JSON report of trace export.
type exportReport struct {
	Schema int    `json:"schema"`
	File   string `json:"file"`
	Format string `json:"format"`
	Calls  int    `json:"calls"`
	Bytes  int64  `json:"bytes"` // size of the file

	DataFiles int   `json:"data_files,omitempty"` // number of files with data, with --data files
	DataBytes int64 `json:"data_bytes,omitempty"` // size of these files
}

func traceExport(ctx context.Context, e *ui.Env, flags *exportFlags, path string) error {
	format, filter, err := flags.read(path)
	if err != nil {
		return err
	}
	f, err := openRecording(ctx, e, path)
	if err != nil {
		return err
	}
	defer f.Close()
	x := &report.Export{File: f, Filter: filter, Data: report.DataMode(flags.data), Name: filepath.Base(path)}
	if err := warnOfLimits(ctx, e, format, x); err != nil {
		return err
	}
	if format.Size != nil {
		size, err := format.Size(ctx, x)
		if err != nil {
			return err
		}
		e.Notef("writes %s, about %s (estimated from %d of them)", ui.Count(size.Calls, "call"), bytesText(size.Bytes), size.Sampled)
	}
	if flags.out == "" {
		return format.Write(ctx, data(e, format), x)
	}
	r, err := flags.write(ctx, format, x)
	switch {
	case err != nil:
		return err
	case flags.json:
		return e.PrintJSON(r)
	}
	e.Notef("%s: %s, %s", flags.out, ui.Count(x.Calls, "call"), bytesText(r.Bytes))
	if r.DataFiles > 0 {
		e.Notef("%s: %s, %s", dataDir(flags.out), ui.Count(r.DataFiles, "file"), bytesText(r.DataBytes))
	}
	return nil
}

// warnOfLimits prints what the file will lack.
func warnOfLimits(ctx context.Context, e *ui.Env, format report.Format, x *report.Export) error {
	if format.Limits == nil {
		return nil
	}
	limits, err := format.Limits(ctx, x)
	for _, limit := range limits {
		e.Warnf("%s", limit)
	}
	return err
}

// read checks the flags.
func (flags *exportFlags) read(path string) (report.Format, report.Filter, error) {
	format, ok := report.FindFormat(flags.format)
	names := strings.Join(formatNames(), ", ")
	var err error
	switch {
	case !ok && flags.format == "":
		err = ui.Usage("trace export", "--format is missing", "add --format with one of "+names)
	case !ok:
		err = ui.Usage(fmt.Sprintf("--format %q", flags.format), "unknown format", "the formats are "+names)
	case !slices.Contains(dataModes(), flags.data):
		err = ui.Usage(fmt.Sprintf("--data %q", flags.data), "unknown mode", "the modes are "+strings.Join(dataModes(), ", "))
	case flags.data == string(report.DataFiles) && flags.out == "":
		err = ui.Usage("--data files", "requires -o OUT", "add -o OUT: the data goes to the directory OUT.data")
	case format.Files && flags.out == "":
		err = ui.Usage("--format "+format.Name, "requires -o OUT", "add -o OUT: large data goes to the directory OUT.data")
	case flags.json && flags.out == "":
		err = ui.Usage("--json", "requires -o OUT", "add -o OUT; to export the calls as JSON: --format json")
	case flags.out != "" && fsx.SameFile(flags.out, path):
		err = ui.Usage("--out "+flags.out, "this file is the recording itself", "choose another file")
	}
	if err != nil {
		return format, report.Filter{}, err
	}
	filter, err := flags.filter.filter()
	if err == nil {
		err = checkSelection(format, filter)
	}
	return format, filter, err
}

// checkSelection fails if a format cannot contain the selected calls alone.
func checkSelection(format report.Format, filter report.Filter) error {
	selected := filter
	if selected.To = -1; format.Prefix && filter.From == 0 && selected.MatchesAll() || !format.Prefix && !format.Whole || filter.MatchesAll() {
		return nil
	}
	if format.Prefix {
		return ui.Usage("--format "+format.Name, "always contains all calls of the first frames, because later ones need them",
			"select frames with --frames 0-N; for later frames alone, write a recording with: gleslayergen trace trim")
	}
	return ui.Usage("--format "+format.Name, "always contains all calls", "leave out the flags that select calls")
}

// data returns the writer of a format. Binary formats bypass the escaping of text.
func data(e *ui.Env, format report.Format) io.Writer {
	if format.Binary {
		return e.Out.W
	}
	return e.Out
}
