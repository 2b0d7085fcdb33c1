package restore

import "github.com/gleslayergen/gleslayergen/trace/file"

// Errors of OpenGL ES, and what raises them.
const (
	invalidEnum        = 0x0500
	invalidValue       = 0x0501
	invalidOperation   = 0x0502
	arrayBuffer        = 0x8892
	arrayBufferBinding = 0x8894
)

// Finished is a context whose state is complete.
type Finished struct{ state *restored }

// pendingError keeps an error that the program had not read when the recording began.
func pendingError(x *Restorer, r *restored, c *file.Call) error {
	if code := c.Result.Uint(); code != 0 {
		r.errors = append(r.errors, code)
		x.remember(1)
	}
	return nil
}

// canRaise reports whether a call can be made that fails with an error.
func canRaise(code uint64) bool {
	return code == invalidEnum || code == invalidValue || code == invalidOperation
}

// Raise makes calls that fail with the errors that the program had not read. The other calls that restored the state may have failed,
// too, so their errors must be removed before.
func (x *Restorer) Raise(c *file.Call, of *Finished) {
	for _, code := range of.state.errors {
		switch code {
		case invalidEnum:
			x.call(c, "glEnable", nil, Arg{"cap", Enum{"GL_NONE", 0}})
		case invalidValue:
			x.call(c, "glViewport", nil, Arg{"x", 0}, Arg{"y", 0}, Arg{"width", -1}, Arg{"height", -1})
		case invalidOperation:
			x.raiseInvalidOperation(c, of.state)
		}
	}
}

// raiseInvalidOperation changes the contents of the array buffer while there is none.
func (x *Restorer) raiseInvalidOperation(c *file.Call, r *restored) {
	bound := r.values[place{arrayBufferBinding, noIndex}]
	if len(bound) == 0 {
		return
	}
	target := Arg{"target", Enum{"GL_ARRAY_BUFFER", arrayBuffer}}
	x.call(c, "glBindBuffer", nil, target, Arg{"buffer", 0})
	x.call(c, "glBufferSubData", nil, target, Arg{"offset", 0}, Arg{"size", 0}, Arg{"data", Address(0)})
	x.call(c, "glBindBuffer", nil, target, Arg{"buffer", bound[0]})
}
