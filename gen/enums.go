package gen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// maxEnum is the largest value of a GLenum or GLbitfield.
const maxEnum = math.MaxUint32

// Const is an enum as a Go constant.
type Const struct{ Name, GoType, Value string }

// Named is a value with its only name.
type Named struct {
	Value uint64
	Name  string
}

// Group is an enum group as a Go variable.
type Group struct {
	Go      string
	Bitmask bool
	Values  []Named // sorted by value; without values that have several different names
}

// StringTable names the values of one C enum type that have only one name.
type StringTable struct {
	GoType string // GLenum or EGLenum
	Values []Named
}

func (p *Plan) resolveEnums(r *registry.Registry) {
	for _, e := range r.Enums {
		p.Consts = append(p.Consts, constant(e))
	}
	for _, g := range r.Groups {
		if values := p.groupValues(r, g.Name); len(values) > 0 {
			p.Groups = append(p.Groups, &Group{Go: groupName(g.Name), Bitmask: g.Bitmask, Values: values})
		}
	}
	p.Strings = []StringTable{
		{"GLenum", onlyNames(r, "GL_")},
		{"EGLenum", onlyNames(r, "EGL_")},
	}
}

// groupName returns the Go name of a group. An EGL mask has the name of its namespace.
func groupName(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func constant(e *registry.Enum) Const {
	c := Const{Name: e.Name, Value: fmt.Sprintf("%#04x", e.Value)}
	if int64(e.Value) < 0 && e.Type != "ull" {
		c.Value = fmt.Sprint(int64(e.Value))
	}
	if e.Type != "" && e.Type != "u" && e.Type != "ull" {
		c.GoType = e.Type
	}
	return c
}

// onlyNames returns the values of an API that have one name, whatever the parameter. The name of a bit does
// not count, but a bit with the same value makes the name of an enum ambiguous.
func onlyNames(r *registry.Registry, prefix string) []Named {
	var enums []*registry.Enum
	for _, e := range r.Enums {
		if strings.HasPrefix(e.Name, prefix) && e.Type == "" && e.Value <= maxEnum {
			enums = append(enums, e)
		}
	}
	return slices.DeleteFunc(uniqueNames(enums), func(n Named) bool {
		e, _ := r.Enum(n.Name)
		return isBit(r, e)
	})
}

func isBit(r *registry.Registry, e *registry.Enum) bool {
	return slices.ContainsFunc(e.Groups, func(name string) bool {
		g, _ := r.Group(name)
		return g.Bitmask
	})
}

// uniqueNames returns the values that have one name, if aliases and vendor suffixes are ignored.
func uniqueNames(enums []*registry.Enum) []Named {
	byValue := map[uint64][]*registry.Enum{}
	for _, e := range enums {
		byValue[e.Value] = append(byValue[e.Value], e)
	}
	var out []Named
	for value, same := range byValue {
		if name, ok := onlyName(same); ok {
			out = append(out, Named{value, name})
		}
	}
	slices.SortFunc(out, func(a, b Named) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

// onlyName returns the best of several names if all have the same meaning. It prefers the name without a
// suffix, then KHR, OES and EXT.
func onlyName(same []*registry.Enum) (string, bool) {
	present := map[string]bool{}
	for _, e := range same {
		present[e.Name] = true
	}
	best, stem := "", ""
	for _, e := range same {
		if e.Alias != "" && present[e.Alias] {
			continue
		}
		s, _ := cutVendor(e.Name)
		s = cmp.Or(sameAs[s], s)
		if stem != "" && s != stem {
			return "", false
		}
		stem = s
		if best == "" || suffixRank(e.Name) < suffixRank(best) {
			best = e.Name
		}
	}
	return best, best != ""
}

// sameAs lists names with the same meaning that the registry does not declare as aliases. A query of the
// blend equation, from before alpha had its own, returns that of the colors.
var sameAs = map[string]string{"GL_BLEND_EQUATION_RGB": "GL_BLEND_EQUATION"}

// vendors are the suffixes of extension names in EGL and OpenGL ES.
var vendors = wordSet(`KHR OES EXT ANDROID ANGLE AMD APPLE ARM ATI DMP FJ HI HUAWEI IMG INTEL MESA NOK NV
	OVR QCOM QNX SUN SGIS SGIX TIZEN VIV WL ARB BCOM COREAVI`)

func cutVendor(name string) (stem, vendor string) {
	at := strings.LastIndexByte(name, '_')
	if at > 0 && vendors[name[at+1:]] {
		return name[:at], name[at+1:]
	}
	return name, ""
}

// suffixOrder lists the vendor suffixes, those closest to the core first.
var suffixOrder = []string{"", "KHR", "OES", "EXT"}

func suffixRank(name string) int {
	_, vendor := cutVendor(name)
	if i := slices.Index(suffixOrder, vendor); i >= 0 {
		return i
	}
	return len(suffixOrder)
}
