package file

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Arg returns the argument of the parameter with this name, and whether the function has it.
func (c *Call) Arg(name string) (Value, bool) {
	if i := c.Function.param(name); i >= 0 {
		return c.Args[i], true
	}
	return Value{}, false
}

// param returns the index of the parameter with this name, or -1.
func (f *Function) param(name string) int {
	return slices.IndexFunc(f.Params, func(p Param) bool { return p.Name == name })
}

// Begins reports whether the parameters of the function begin with those of the given names, separated by spaces.
func (f *Function) Begins(params string) bool {
	want := strings.Fields(params)
	same := func(name string, p Param) bool { return name == p.Name }
	return len(f.Params) >= len(want) && slices.EqualFunc(want, f.Params[:len(want)], same)
}

// HasData reports whether data of the pointer was captured, even if it is incomplete.
func (v Value) HasData() bool {
	return v.Data != nil && (v.Data.Capture == tracepb.Capture_CAPTURE_DATA || len(v.Data.Payloads) > 0)
}

// nullable has the functions that allocate memory without data if the pointer is null.
var nullable = map[string]bool{"glTexImage2D": true, "glTexImage3D": true, "glTexImage3DOES": true, "glBufferData": true, "glBufferStorageEXT": true}

// AcceptsNull reports whether the function allocates memory without data if its pointer is null.
func (f *Function) AcceptsNull() bool { return nullable[f.Name] }

// LacksInput reports whether data that the driver reads is not in the recording, so that a replay cannot make the call. Parameters
// with one of the accepted captures are not checked.
func (c *Call) LacksInput(accepted ...tracepb.Capture) bool {
	for i := range c.Function.Params {
		v := &c.Args[i]
		if v.Data != nil && slices.Contains(accepted, v.Data.Capture) {
			continue
		}
		if p := &c.Function.Params[i]; !p.Out && v.lacks(p) {
			return !c.Function.IsOwn() && !c.Function.AcceptsNull()
		}
	}
	return false
}

func (v Value) lacks(p *Param) bool {
	switch {
	case v.Data == nil:
		return p.Missing && v.Bits != 0
	case v.HasData():
		return false
	}
	return v.Data.Capture != tracepb.Capture_CAPTURE_NULL && v.Data.Capture != tracepb.Capture_CAPTURE_OFFSET
}

// LackingArrays has the threads whose next draw reads a client array that is not in the recording.
type LackingArrays map[uint32]bool

// Add reports whether a call is a draw that lacks an array. It must be called for all calls in order.
func (l LackingArrays) Add(c *Call) bool {
	if c.Function.Name == "gltrace.VertexData" {
		if data, _ := c.Arg("data"); !data.HasData() {
			l[c.Thread] = true
		}
		return false
	}
	if !c.Function.IsDraw() || !l[c.Thread] {
		return false
	}
	delete(l, c.Thread)
	return true
}
