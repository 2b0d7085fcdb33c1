package report

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Arg is an argument or the result of a Line.
type Arg struct {
	Name string        `json:"name"` // of the parameter; empty for the result
	Text string        `json:"text"` // the formatted value
	Kind calltext.Kind `json:"kind"`
}

// Line is a call as JSON.
type Line struct {
	Index    int      `json:"i"`                  // index of the call in the recording
	Frame    int      `json:"frame"`              // -1 after the last frame
	Thread   uint32   `json:"thread"`             // number of the thread
	Context  uint32   `json:"context"`            // number of the context; 0: none is current
	Start    int64    `json:"start"`              // ns since recording began
	Duration *int64   `json:"duration,omitempty"` // ns; nil for an untimed call
	Depth    int      `json:"depth,omitempty"`    // number of enclosing calls
	Name     string   `json:"name"`
	Args     []Arg    `json:"args"`
	Result   *Arg     `json:"result,omitempty"`
	Flags    []string `json:"flags,omitempty"` // synthetic, attach, snapshot
	Error    string   `json:"error,omitempty"`
}

// LineOf returns the Line of a call.
func LineOf(w *calltext.Formatter, c *file.CallWithError) Line {
	l := Line{Index: c.Index, Frame: c.Frame, Thread: c.Thread, Context: c.Context, Start: int64(c.Start), Depth: c.Depth,
		Name: c.Function.Name, Args: make([]Arg, len(c.Args)), Flags: CallFlags(c.Call), Error: ErrorName(c)}
	for i := range c.Args {
		a := w.Arg(c.Call, i)
		l.Args[i] = Arg{a.Name, a.Text, a.Kind}
	}
	if r, ok := w.Result(c.Call); ok {
		l.Result = &Arg{"", r.Text, r.Kind}
	}
	if c.Duration != file.Untimed {
		d := int64(c.Duration)
		l.Duration = &d
	}
	return l
}

// CallFlags returns the names of the flags of a call that the program did not make.
func CallFlags(c *file.Call) (out []string) {
	if c.Synthetic() {
		out = append(out, "synthetic")
	}
	if c.Snapshot() {
		out = append(out, "snapshot")
	}
	if c.Flags&tracepb.CallFlag_FLAG_ATTACH != 0 {
		out = append(out, "attach")
	}
	return out
}

// ErrorName returns the name of the GL error that the call generated, or "" if none is known.
func ErrorName(c *file.CallWithError) string {
	if !c.Failed() {
		return ""
	}
	return calltext.Enum("ErrorCode", uint64(c.Error))
}

// Dump writes the calls that match the filter, one line each, and returns their number. With asJSON, each
// line is a Line.
func Dump(ctx context.Context, w io.Writer, f *file.File, filter Filter, asJSON bool) (n int, err error) {
	in := calltext.NewFormatter(f.Payload)
	m, err := filter.Matcher(in)
	if err != nil {
		return 0, err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for c, err := range file.CallsWithErrors(f, 0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return n, err
		}
		if !m.Match(&c) {
			continue
		}
		n++
		if asJSON {
			err = enc.Encode(LineOf(in, &c))
		} else {
			_, err = fmt.Fprintln(out, formatLine(in, &c))
		}
		if err != nil {
			return n, err
		}
	}
	return n, out.Flush()
}

// formatLine returns a call as a line: index, thread, context, start, duration, the call, and its error.
func formatLine(w *calltext.Formatter, c *file.CallWithError) string {
	took := "-"
	if c.Duration != file.Untimed {
		took = FormatDuration(c.Duration)
	}
	line := fmt.Sprintf("%d t%d c%d %.9f %s ", c.Index, c.Thread, c.Context, c.Start.Seconds(), took)
	if c.Synthetic() {
		line += "[recorder] "
	}
	line += w.Line(c.Call)
	if c.Failed() {
		line += " ! " + ErrorName(c)
	}
	return line
}

// FormatDuration returns a duration with about three significant digits.
func FormatDuration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%dns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3gus", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3gms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.4gs", d.Seconds())
}
