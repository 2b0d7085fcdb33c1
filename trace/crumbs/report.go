package crumbs

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Report is a file with its calls as text. Its form as JSON is that of trace crumbs.
type Report struct {
	Layer   string         `json:"layer"` // name of the layer that wrote the file
	Process string         `json:"process"`
	PID     int            `json:"pid"`
	Started time.Time      `json:"started"` // when the layer created the file
	Refused int            `json:"refused"` // threads that were not recorded, because all rings were in use
	Threads []ThreadReport `json:"threads"`
}

// ThreadReport has the last calls of a thread.
type ThreadReport struct {
	ID     int          `json:"id"`
	Name   string       `json:"name"`  // at the first call
	Ended  bool         `json:"ended"` // it ended before the process
	Stored int          `json:"stored"`
	Calls  []CallReport `json:"calls"` // the last ones, and older ones that did not return
}

// CallReport is a call as text.
type CallReport struct {
	Number   uint64   `json:"number"` // in its thread, from 1
	Frame    uint32   `json:"frame"`  // frames that the process had completed
	Function string   `json:"function"`
	Args     []string `json:"args"`
	Result   string   `json:"result,omitempty"`
	Returned bool     `json:"returned"`
	Text     string   `json:"text"` // the whole call
}

// Report returns the last calls of each thread, or all if last is 0. Older calls that did not return are included. A
// thread is included if its id or name is thread, which may be "".
func (f *File) Report(w *Formatter, last int, thread string) *Report {
	r := &Report{Layer: f.Layer, Process: f.Process, PID: f.PID, Started: f.Started.UTC(), Refused: f.Refused, Threads: []ThreadReport{}}
	for _, t := range f.Threads {
		if thread != "" && thread != t.Name && thread != strconv.Itoa(t.ID) {
			continue
		}
		one := ThreadReport{ID: t.ID, Name: t.Name, Ended: t.Ended, Stored: len(t.Calls), Calls: []CallReport{}}
		for i := range t.Calls {
			if c := &t.Calls[i]; last == 0 || i >= len(t.Calls)-last || !c.Returned {
				one.Calls = append(one.Calls, w.report(c))
			}
		}
		r.Threads = append(r.Threads, one)
	}
	return r
}

func (w *Formatter) report(c *Call) CallReport {
	out := CallReport{Number: c.Number, Frame: c.Frame, Function: c.Function.Name, Args: []string{}, Returned: c.Returned, Text: w.Line(c)}
	for _, v := range w.Args(c) {
		out.Args = append(out.Args, v.Name+"="+v.Text)
	}
	if v, ok := w.Result(c); ok {
		out.Result = v.Text
	}
	return out
}

// Text returns the report as lines: the process, then each thread with its calls. A call that did not return is marked.
// The texts of the file are not escaped.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, process %d, layer %s, since %s\n", line(r.Process), r.PID, line(r.Layer), r.Started.Format(time.DateTime+" MST"))
	for _, t := range r.Threads {
		fmt.Fprintf(&b, "\nthread %d %s", t.ID, line(t.Name))
		if t.Ended {
			b.WriteString(", which ended")
		}
		fmt.Fprintf(&b, ": the last %d of %d calls in the file\n", len(t.Calls), t.Stored)
		fmt.Fprintf(&b, "%12s %8s\n", "CALL", "FRAME")
		for _, c := range t.Calls {
			fmt.Fprintf(&b, "%12d %8d  %s", c.Number, c.Frame, line(c.Text))
			if !c.Returned {
				b.WriteString("  <- did not return")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// line keeps a text of the file on one line.
func line(text string) string {
	return strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text)
}
