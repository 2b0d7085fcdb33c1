package show

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Number describes a number: the enums that have it, and the groups of bits that name each of its bits.
type Number struct {
	Kind  string     `json:"kind"` // value
	Value string     `json:"value"`
	Enums []Named    `json:"enums"`
	Bits  []BitNames `json:"bits"`
}

// Named is an enum with its groups.
type Named struct {
	Name   string   `json:"name"`
	Groups []string `json:"groups"`
}

// BitNames is a value as enums of a group of bits.
type BitNames struct {
	Group string   `json:"group"`
	Enums []string `json:"enums"`
}

// parseValue parses a decimal, octal or hexadecimal number. A negative one stands for its 32-bit two's complement.
func parseValue(text string) (uint64, bool) {
	if v, err := strconv.ParseUint(text, 0, 64); err == nil {
		return v, true
	}
	v, err := strconv.ParseInt(text, 0, 32)
	return uint64(uint32(v)), err == nil
}

// number returns the description of a number, or nil if no enum and no group of bits has a name for it.
func number(r *registry.Registry, v uint64) *Number {
	out := &Number{Kind: "value", Value: hex(v), Enums: []Named{}, Bits: []BitNames{}}
	for _, e := range r.Enums {
		if e.Value == v || uint64(uint32(e.Value)) == v {
			out.Enums = append(out.Enums, Named{e.Name, some(e.Groups)})
		}
	}
	for _, g := range r.Groups {
		if names := bitsOf(r, g, v); len(names) > 1 {
			out.Bits = append(out.Bits, BitNames{g.Name, names})
		}
	}
	if len(out.Enums)+len(out.Bits) == 0 {
		return nil
	}
	return out
}

// bitsOf returns the enums of a group of bits whose union is v, lowest first, or nil. Of two enums with the same
// value it returns the first.
func bitsOf(r *registry.Registry, g *registry.EnumGroup, v uint64) []string {
	if !g.Bitmask {
		return nil
	}
	var bits []*registry.Enum
	rest := v
	for _, name := range g.Enums {
		e, ok := r.Enum(name)
		if ok && e.Value&(e.Value-1) == 0 && rest&e.Value != 0 {
			bits, rest = append(bits, e), rest&^e.Value
		}
	}
	if rest != 0 {
		return nil
	}
	slices.SortFunc(bits, func(a, b *registry.Enum) int { return cmp.Compare(a.Value, b.Value) })
	names := make([]string, len(bits))
	for i, e := range bits {
		names[i] = e.Name
	}
	return names
}

func (v *Number) page() page {
	p := page{title: v.Value}
	var rows [][]string
	var bits []string
	for _, e := range v.Enums {
		rows = append(rows, []string{e.Name, strings.Join(e.Groups, ", ")})
	}
	for _, b := range v.Bits {
		bits = append(bits, b.Group+": "+strings.Join(b.Enums, " | "))
	}
	p.table("Enums", rows)
	p.prose("Bits", bits)
	return p
}
