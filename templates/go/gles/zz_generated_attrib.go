//go:build ignore

package gles

import (
	"fmt"
	"strings"
)

// reading is the format of the value after an attribute.
type reading uint8

const (
	isName   reading = iota // a token without a value
	isInt                   // a number
	isHex                   // a number in hexadecimal
	isBool                  // EGL_TRUE or EGL_FALSE
	isEnum                  // a token of another group
	isBits                  // bits of another group
	isHandle                // a handle or address
)

// attrib is an EGL token, with the format of its value in a list.
type attrib struct {
	value  int32
	name   string
	read   reading
	values *AttribGroup // of isEnum and isBits
}

// AttribGroup names the EGL tokens of one parameter: attributes with their values, or the values themselves.
// egl.xml has no groups; these come from the specifications.
type AttribGroup struct{ tokens []attrib }

func (g *AttribGroup) find(v EGLint) *attrib {
	for i := range g.tokens {
		if g.tokens[i].value == int32(v) {
			return &g.tokens[i]
		}
	}
	return nil
}

// Name returns the name of v in the group, or the number in the form 0x3038 if the group has no name for it.
func (g *AttribGroup) Name(v EGLint) string {
	if a := g.find(v); a != nil {
		return a.name
	}
	return fmt.Sprintf("0x%04X", uint32(v))
}

// Names returns the names of the bits in v, joined with "|".
func (g *AttribGroup) Names(v EGLint) string {
	var list []string
	rest := uint32(v)
	for _, a := range g.tokens {
		if bit := uint32(a.value); bit != 0 && bit&(bit-1) == 0 && rest&bit != 0 {
			list = append(list, a.name)
			rest &^= bit
		}
	}
	if rest != 0 || len(list) == 0 {
		list = append(list, fmt.Sprintf("0x%X", rest))
	}
	return strings.Join(list, "|")
}

// Value formats value as the value of an attribute.
func (g *AttribGroup) Value(attribute EGLint, value EGLAttrib) string {
	a := g.find(attribute)
	if a == nil {
		return fmt.Sprintf("0x%X", uint64(value))
	}
	switch {
	case a.read == isInt && value == -1 && g == &EGLConfigAttrib, a.read == isBits && value == -1:
		return "EGL_DONT_CARE"
	case a.read == isBool && value == 0:
		return "EGL_FALSE"
	case a.read == isBool && value == 1:
		return "EGL_TRUE"
	case a.read == isEnum:
		return a.values.Name(EGLint(value))
	case a.read == isBits:
		return a.values.Names(EGLint(value))
	case a.read == isInt:
		return fmt.Sprint(int64(value))
	}
	return fmt.Sprintf("0x%X", uint64(value))
}

// List formats an attribute list: "EGL_RED_SIZE=8, EGL_SURFACE_TYPE=EGL_PBUFFER_BIT".
func (g *AttribGroup) List(attribs []EGLint) string { return list(g, attribs) }

// ListAttrib is like List, for the lists of EGL 1.5, whose elements are pointer-sized.
func (g *AttribGroup) ListAttrib(attribs []EGLAttrib) string { return list(g, attribs) }

func list[T EGLint | EGLAttrib](g *AttribGroup, attribs []T) string {
	var out []string
	for i := 0; i+1 < len(attribs); i += 2 {
		name := EGLint(attribs[i])
		out = append(out, g.Name(name)+"="+g.Value(name, EGLAttrib(attribs[i+1])))
	}
	return strings.Join(out, ", ")
}
