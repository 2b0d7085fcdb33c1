package view

import (
	"context"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/report"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// row is a call in a list.
type row struct {
	I        int      `json:"i"`
	Frame    int      `json:"frame"`
	Thread   uint32   `json:"thread"`
	Context  uint32   `json:"context"`
	Start    int64    `json:"start"`
	Duration int64    `json:"duration"` // -1 for an untimed call
	Name     string   `json:"name"`
	Args     []arg    `json:"args"`
	Result   string   `json:"result,omitempty"`
	Flags    []string `json:"flags,omitempty"`
	Depth    int      `json:"depth"` // number of enclosing debug groups
	Error    string   `json:"error,omitempty"`
}

// arg is a formatted argument.
type arg struct {
	Name string        `json:"name"`
	Text string        `json:"text"`
	Kind calltext.Kind `json:"kind,omitempty"`
	Ref  string        `json:"ref,omitempty"`  // object class: texture, buffer, program, ...
	Part string        `json:"part,omitempty"` // in a comparison, the data from the first difference on

	Strange bool `json:"strange,omitempty"` // in a comparison of two recordings, a value that is not comparable
}

// newRow returns the row of a call, without depth and error.
func newRow(in *calltext.Formatter, c *file.Call) row {
	r := row{I: c.Index, Frame: c.Frame, Thread: c.Thread, Context: c.Context, Start: int64(c.Start), Duration: int64(c.Duration),
		Name: c.Function.Name, Args: make([]arg, 0, len(c.Args)), Flags: flags(c)}
	for _, w := range in.Args(c) {
		r.Args = append(r.Args, arg{Name: w.Name, Text: w.Text, Kind: w.Kind, Ref: w.Class})
	}
	if w, ok := in.Result(c); ok {
		r.Result = w.Text
	}
	return r
}

// kindFlags maps kinds of functions to flags in the answer.
var kindFlags = map[index.Kind]string{
	index.Draw: "draw", index.Swap: "swap", index.Push: "marker", index.Pop: "marker", index.Marker: "marker", index.Error: "error",
}

func flags(c *file.Call) (all []string) {
	if c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0 {
		all = append(all, "synthetic")
	}
	if c.Flags&tracepb.CallFlag_FLAG_ATTACH != 0 {
		all = append(all, "attach")
	}
	if c.Snapshot() {
		all = append(all, "snapshot")
	}
	if word := kindFlags[index.KindOf(c.Function)]; word != "" {
		all = append(all, word)
	}
	return all
}

// errorsOf returns the names of the GL errors that calls generated, by call. calls is in ascending order; the result may
// also have other calls.
func (s *Server) errorsOf(ctx context.Context, calls []int) (map[int]string, error) {
	names := map[int]string{}
	if !s.index.Kinds().Any(index.Error) {
		return names, nil
	}
	for near := range neighbors(calls) {
		for c, err := range file.CallsWithErrors(s.file, near[0], near[len(near)-1]+1) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			if c.Failed() {
				names[c.Index] = report.ErrorName(&c)
			}
		}
	}
	return names, nil
}
