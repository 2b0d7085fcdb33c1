package tracecmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// importFlags are the flags of trace import.
type importFlags struct {
	out  string
	json bool
}

func importCmd(e *ui.Env) *cobra.Command {
	f := &importFlags{}
	cmd := &cobra.Command{
		Use:   "import FILE.trace",
		Short: "Convert a trace of apitrace to a recording",
		Long: `Converts a trace that apitrace wrote to a recording, which all trace commands read. The trace must be of EGL
and OpenGL ES ("apitrace trace --api=egl"), in version 4, 5 or 6 of the format, and compressed with snappy,
gzip or zstd.

Calls of functions that this tool does not have are left out and counted. Calls of the recording have no
times, because the trace has none. A truncated trace is converted up to its last complete call.`,
		Example: `  gleslayergen trace import game.trace
  gleslayergen trace import game.trace --out /tmp/game.gltrace && gleslayergen trace replay /tmp/game.gltrace`,
		Args: ui.Args(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return traceImport(cmd.Context(), e, f, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write to `OUT`, which must not exist; the default is FILE with the suffix .gltrace")
	cmd.Flags().BoolVar(&f.json, "json", false, "report as JSON")
	return cmd
}

// importReport is the JSON report of trace import.
type importReport struct {
	Schema     int            `json:"schema"`
	File       string         `json:"file"`       // the recording
	Format     int            `json:"format"`     // version of apitrace's format
	Calls      int            `json:"calls"`      // calls of the trace that are in the recording
	Frames     int            `json:"frames"`     // frames of the recording
	LeftOut    map[string]int `json:"left_out"`   // number of calls of functions that a recording cannot have, by name
	Unfinished int            `json:"unfinished"` // calls that did not return, which are left out
	Lost       int            `json:"lost"`       // writes to mapped memory whose buffer is not known, which are left out
	Short      int            `json:"short"`      // draws that need more vectors of a client array with a divisor than the trace has
	Cut        bool           `json:"cut"`        // the trace is truncated
	Before     int64          `json:"before"`     // bytes
	After      int64          `json:"after"`
	replayability
}

func traceImport(ctx context.Context, e *ui.Env, flags *importFlags, path string) error {
	out := cmp.Or(flags.out, strings.TrimSuffix(path, filepath.Ext(path))+".gltrace")
	if err := checkNew(out); err != nil {
		return err
	}
	size, err := sizeOf(path)
	if err != nil {
		return err
	}
	limitMemory()
	var result *apitrace.Imported
	err = ui.WriteNew(out, 0o600, func(w io.Writer) error {
		result, err = importInto(ctx, e, w, path, size)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrExist):
		return errExists(out)
	case err != nil:
		return err
	}
	f, err := opened(ctx, out)
	if err != nil {
		return err
	}
	defer f.Close()
	r := importReport{Schema: 1, File: filepath.ToSlash(out), Format: result.Format, Calls: result.Calls, Frames: len(f.Frames()), LeftOut: result.LeftOut,
		Unfinished: result.Unfinished, Lost: result.Lost, Short: result.Short, Cut: result.Cut, Before: size, After: f.Size()}
	if r.replayability, err = replayabilityOf(ctx, f); err != nil {
		return err
	}
	if flags.json {
		return e.PrintJSON(r)
	}
	r.print(e, out)
	return nil
}

// sizeOf returns the size of a regular file: opening a FIFO would block.
func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: %w", path, ui.WithoutPath(err))
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s: not a regular file", path)
	}
	return info.Size(), nil
}

// importInto converts the first size bytes of a file.
func importInto(ctx context.Context, e *ui.Env, w io.Writer, path string, size int64) (*apitrace.Imported, error) {
	definitions, err := recorder.Definitions()
	if err != nil {
		return nil, err
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	to := bufio.NewWriterSize(w, 1<<20)
	show := sizeProgress(e, "imported", size)
	r, err := apitrace.Import(ctx, io.LimitReader(in, size), to, apitrace.ImportOptions{Definitions: definitions, Progress: show})
	show(size) // clears the line, also after an error
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, to.Flush()
}

// mostLeftOut is the maximum number of functions whose calls are listed.
const mostLeftOut = 8

// print prints what the recording has, and what it lacks.
func (r *importReport) print(e *ui.Env, out string) {
	e.Printf("%s: %s, %s, %s from %s of apitrace's format %d\n", out, ui.Count(r.Calls, "call"), ui.Count(r.Frames, "frame"), bytesText(r.After), bytesText(r.Before), r.Format)
	if r.Cut {
		e.Notef("note: the trace is truncated: the recording has its complete calls")
	}
	if r.Unfinished > 0 {
		e.Notef("note: left out %s that did not return", ui.Count(r.Unfinished, "call"))
	}
	if r.Lost > 0 {
		e.Notef("note: left out %s to mapped memory whose buffer the trace does not say: a replay lacks this data", ui.Count(r.Lost, "write"))
	}
	if r.Short > 0 {
		e.Notef("note: left out of a replay: %s whose client arrays with a divisor have more vectors than apitrace recorded", ui.Count(r.Short, "draw"))
	}
	names := slices.SortedFunc(maps.Keys(r.LeftOut), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.LeftOut[b], r.LeftOut[a]), cmp.Compare(a, b))
	})
	calls := 0
	var list []string
	for i, name := range names {
		if calls += r.LeftOut[name]; i < mostLeftOut {
			list = append(list, fmt.Sprintf("%s: %d", ui.OneLine(name), r.LeftOut[name]))
		}
	}
	if more := len(names) - mostLeftOut; more > 0 {
		list = append(list, fmt.Sprintf("and %d more functions", more))
	}
	if calls > 0 {
		e.Notef("note: left out %s of functions that this tool does not have: %s", ui.Count(calls, "call"), strings.Join(list, ", "))
	}
	r.replayability.print(e, "")
}
