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

// pendingError keeps an error that the program had not read when the recording began.
func pendingError(x *Restorer, r *restored, c *file.Call) error {
	if error := c.Result.Uint(); error != 0 {
		r.errors = append(r.errors, error)
		x.remember(1)
	}
	return nil
}

// Raise makes calls that fail with the errors that the program had not read, after [Restorer.Finish] has made calls. Other errors than
// those of wrong arguments cannot be raised.
func (x *Restorer) Raise(c *file.Call) {
	for _, error := range x.finished.errors {
		switch error {
		case invalidEnum:
			x.call(c, "glEnable", nil, Arg{"cap", Enum{"GL_NONE", 0}})
		case invalidValue:
			x.call(c, "glViewport", nil, Arg{"x", 0}, Arg{"y", 0}, Arg{"width", -1}, Arg{"height", -1})
		case invalidOperation:
			x.changeNoBuffer(c)
		}
	}
}

// changeNoBuffer changes the contents of the array buffer while there is none.
func (x *Restorer) changeNoBuffer(c *file.Call) {
	target := Arg{"target", Enum{"GL_ARRAY_BUFFER", arrayBuffer}}
	bound, known := x.finished.values[place{arrayBufferBinding, noIndex}]
	x.call(c, "glBindBuffer", nil, target, Arg{"buffer", 0})
	x.call(c, "glBufferSubData", nil, target, Arg{"offset", 0}, Arg{"size", 0}, Arg{"data", Address(0)})
	if known && len(bound) > 0 {
		x.call(c, "glBindBuffer", nil, target, Arg{"buffer", bound[0]})
	}
}
