//go:build ignore

package gles

import (
	"fmt"
	"slices"
	"strings"
)

// named is a value with its name.
type named struct {
	value uint32
	name  string
}

// EnumGroup names the values of one kind of parameter. Format an enum with the group of its parameter,
// because the same number has different names in different groups.
type EnumGroup struct{ values []named }

func (g *EnumGroup) find(v uint32) (string, bool) {
	i, ok := slices.BinarySearchFunc(g.values, v, func(n named, v uint32) int {
		switch {
		case n.value < v:
			return -1
		case n.value > v:
			return 1
		}
		return 0
	})
	if !ok {
		return "", false
	}
	return g.values[i].name, true
}

// Name returns the name of v in the group, or the number in the form 0x0001 if the group has no name for it.
func (g *EnumGroup) Name(v GLenum) string {
	if name, ok := g.find(uint32(v)); ok {
		return name
	}
	return fmt.Sprintf("0x%04X", uint32(v))
}

// Names returns the names of the bits in v, joined with "|". Bits without a name are a number at the end.
func (g *EnumGroup) Names(v GLbitfield) string {
	if name, ok := g.find(uint32(v)); ok {
		return name
	}
	var list []string
	rest := uint32(v)
	for _, n := range g.values {
		if n.value != 0 && n.value&(n.value-1) == 0 && rest&n.value != 0 {
			list = append(list, n.name)
			rest &^= n.value
		}
	}
	if rest != 0 || len(list) == 0 {
		list = append(list, fmt.Sprintf("0x%04X", rest))
	}
	return strings.Join(list, "|")
}

// String returns the name of v if no other enum has its value, else the number.
func (v GLenum) String() string { return onlyGLenum.Name(v) }

// String returns the name of v if no other enum has its value, else the number.
func (v EGLenum) String() string { return onlyEGLenum.Name(GLenum(v)) }
