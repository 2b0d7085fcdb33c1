package calltext

import (
	"math"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Symbol returns the name of a value of argument i, if it is an enum or a boolean, and else "". The result of
// the call has the index len(c.Function.Params).
func (w *Formatter) Symbol(c *file.Call, i int, bits uint64) string {
	r := w.function(c.Function).readings[i]
	if r.kind == valueOf {
		r = w.behind(c, r)
	}
	return r.symbol(bits)
}

// Symbols is like Symbol for the elements of the argument's data. In a list of EGL attributes, an element is a
// name or a value.
func (w *Formatter) Symbols(c *file.Call, i int, list []uint64) []string {
	r := w.function(c.Function).readings[i]
	if r.kind == valueOf {
		r = w.behind(c, r)
	}
	out := make([]string, len(list))
	for at, bits := range list {
		switch {
		case r.kind != attribKind:
			out[at] = r.symbol(bits)
		case at%2 == 0:
			out[at] = Reading{kind: enumKind, group: r.group, api: "EGL_"}.symbol(bits)
		case r.group != nil:
			out[at] = r.group.attribs[uint64(uint32(list[at-1]))].symbol(bits)
		}
	}
	return out
}

// symbol returns the name of an enum or a boolean.
func (r Reading) symbol(bits uint64) string {
	switch {
	case (r.kind == boolKind || r.kind == eglBool) && bits <= 1:
		return boolean(r.kind, bits)
	case r.kind != enumKind || bits > math.MaxUint32:
		return ""
	case r.group != nil && r.group.names[bits] != "":
		return r.group.names[bits]
	case r.strict && bits < leastEnum:
		return ""
	}
	return anywhere()[r.api][bits]
}

// IsNumber reports whether an unsigned type of 64 bits is a number, not a handle or an address.
func IsNumber(ctype string) bool { return numbers[ctype] }
