package calltext

import "github.com/gleslayergen/gleslayergen/trace/file"

// DependsOn returns the index of the parameter that specifies the meaning of the value, such as pname, or false if there is none.
func (r Reading) DependsOn() (int, bool) { return r.of, r.kind == valueOf }

// When returns the Reading of a value that depends on another parameter of f, which has the given value.
func (w *Formatter) When(f *file.Function, r Reading, value uint64) Reading {
	name := uint64(uint32(value))
	if g := w.function(f).readings[r.of].group; g != nil && g.attribs != nil {
		return g.attribs[name]
	}
	return pnames()[name]
}

// IsHandle reports whether the value is a handle or an address.
func (r Reading) IsHandle() bool { return r.kind == address }

// IsAttribs reports whether the value is a list of EGL attributes.
func (r Reading) IsAttribs() bool { return r.kind == attribKind && r.group != nil }

// Attrib returns the Reading of the value of an attribute of a list.
func (r Reading) Attrib(name uint64) Reading { return r.group.attribs[uint64(uint32(name))] }
