package apitrace

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// nullable has the functions that allocate memory without data if the pointer is null.
var nullable = map[string]bool{"glTexImage2D": true, "glTexImage3D": true, "glTexImage3DOES": true, "glBufferData": true, "glBufferStorageEXT": true}

// isIncomplete reports whether data that the driver reads is not in the recording, so that a replay cannot make
// the call.
func isIncomplete(c *file.Call) bool {
	if c.Function.IsOwn() || nullable[c.Function.Name] {
		return false
	}
	for i := range c.Function.Params {
		if p := &c.Function.Params[i]; !p.Out && lacks(p, c.Args[i]) {
			return true
		}
	}
	return false
}

func lacks(p *file.Param, v file.Value) bool {
	switch {
	case v.Data == nil:
		return p.Missing && v.Bits != 0
	case hasData(v):
		return false
	}
	return v.Data.Capture != tracepb.Capture_CAPTURE_NULL && v.Data.Capture != tracepb.Capture_CAPTURE_OFFSET
}

// lackingArrays has the threads whose next draw reads a client array that is not in the recording.
type lackingArrays map[uint32]bool

// add reports whether a call is a draw that lacks an array.
func (l lackingArrays) add(c *file.Call) bool {
	if c.Function.Name == "gltrace.VertexData" {
		if data, _ := find(c, "data"); !hasData(data) {
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
