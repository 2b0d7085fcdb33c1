package report

import (
	"context"
	"io"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/csource"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Format is an export format.
type Format struct {
	Name   string
	Help   string // what the file contains, as one or more sentences
	Binary bool
	Whole  bool // it always has all calls
	Prefix bool // it has all calls of the first frames
	Files  bool // it always has its data in files
	Write  func(ctx context.Context, w io.Writer, x *Export) error
	Size   func(ctx context.Context, x *Export) (Size, error)     // estimates the size; nil if it is not known before
	Limits func(ctx context.Context, x *Export) ([]string, error) // what the file will lack; nil for formats that lack nothing
}

// Formats lists the export formats by name.
var Formats = []Format{
	{Name: "apitrace", Help: "A trace for eglretrace, which replays it, and for qapitrace. Before it is written, warnings say what a replay will lack.",
		Binary: true, Whole: true, Write: writeAPITrace, Limits: apitraceLimits},
	{Name: "c", Help: "A program in C with a function for each frame, which compiles with EGL and OpenGL ES alone. Large data is in files of the directory OUT.data.",
		Prefix: true, Files: true, Write: writeC, Limits: limitsOfC},
	{Name: "csv", Help: "A table with a row for each call.", Write: writeCSV},
	{Name: "json", Help: "A JSON object a line: the recording, its frames, and its calls with all texts and data. DuckDB, jq and pandas read it; docs/json.md describes it.",
		Write: writeJSON, Size: jsonSize},
	{Name: "parquet", Help: "A table for DuckDB, Spark and pandas with a row for each call: the columns of csv, the arguments also as a list, and the vertices and data of a call.",
		Binary: true, Write: writeParquet},
	{Name: "perfetto", Help: "A trace for ui.perfetto.dev. Each thread has a track with its calls, nested in the debug groups of the program. Other tracks show frames, and counters for each frame.",
		Binary: true, Write: writePerfetto},
}

// FindFormat returns the format with a name.
func FindFormat(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// Export is a recording with the choice of what is written.
type Export struct {
	File   *file.File
	Filter Filter
	Data   DataMode
	Store  *Store // for DataFiles
	Name   string // of the recording, for formats that are read by people

	Calls int // number of calls that were written

	apitrace *apitrace.Export
	c        *csource.Export
}

// Size is an estimate of the size of an export.
type Size struct {
	Calls   int   // number of calls
	Bytes   int64 // of the file; of the files with data, too
	Sampled int   // number of calls of which the size is computed; others are estimated
}

// words returns a formatter of the calls of the recording.
func (x *Export) words() *calltext.Formatter { return calltext.NewFormatter(x.File.Payload) }

// each calls with for the selected calls in order, and counts them.
func (x *Export) each(ctx context.Context, words *calltext.Formatter, with func(*file.CallWithError) error) error {
	m, err := x.Filter.Matcher(words)
	if err != nil {
		return err
	}
	x.Calls = 0
	return each(ctx, x.File, func(c *file.CallWithError) error {
		if !m.Match(c) {
			return nil
		}
		x.Calls++
		return with(c)
	})
}

// frames calls with for the selected frames.
func (x *Export) frames(with func(n int, one file.Frame) error) error {
	for n, one := range x.File.Frames() {
		if n < x.Filter.From || x.Filter.To >= 0 && n > x.Filter.To {
			continue
		}
		if err := with(n, one); err != nil {
			return err
		}
	}
	return nil
}

// each calls with for all calls in order.
func each(ctx context.Context, f *file.File, with func(*file.CallWithError) error) error {
	for c, err := range file.CallsWithErrors(f, 0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = with(&c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
