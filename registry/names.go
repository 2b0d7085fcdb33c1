package registry

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// maxEnum is the largest value of a GLenum or GLbitfield.
const maxEnum = math.MaxUint32

// Named is a value that has exactly one name.
type Named struct {
	Value uint64
	Name  string
}

// GroupNames returns the values of an enum group that have one name and fit a GLenum, sorted by value. It
// returns nil for an unknown group.
func (r *Registry) GroupNames(group string) []Named {
	g, ok := r.Group(group)
	if !ok {
		return nil
	}
	var enums []*Enum
	for _, name := range g.Enums {
		if e, ok := r.Enum(name); ok && e.Value <= maxEnum {
			enums = append(enums, e)
		}
	}
	return uniqueNames(enums)
}

// UniqueNames returns the values that have one name in a whole API, sorted by value. The prefix of the names,
// "GL_" or "EGL_", selects the API. Names of bits are left out, but a bit with the same value makes the name of
// an enum ambiguous.
func (r *Registry) UniqueNames(prefix string) []Named {
	var enums []*Enum
	for _, e := range r.Enums {
		if strings.HasPrefix(e.Name, prefix) && e.Type == "" && e.Value <= maxEnum {
			enums = append(enums, e)
		}
	}
	return slices.DeleteFunc(uniqueNames(enums), func(n Named) bool {
		e, _ := r.Enum(n.Name)
		return r.isBit(e)
	})
}

func (r *Registry) isBit(e *Enum) bool {
	return slices.ContainsFunc(e.Groups, func(name string) bool {
		g, _ := r.Group(name)
		return g.Bitmask
	})
}

// uniqueNames returns the values that have one name, if aliases and vendor suffixes are ignored.
func uniqueNames(enums []*Enum) []Named {
	byValue := map[uint64][]*Enum{}
	for _, e := range enums {
		byValue[e.Value] = append(byValue[e.Value], e)
	}
	var out []Named
	for value, same := range byValue {
		if name, ok := uniqueName(same); ok {
			out = append(out, Named{value, name})
		}
	}
	slices.SortFunc(out, func(a, b Named) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

// uniqueName returns the best of several names if all have the same meaning. It prefers the name without a
// suffix, then KHR, OES and EXT.
func uniqueName(same []*Enum) (string, bool) {
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
		s = cmp.Or(sameMeaning[s], s)
		if stem != "" && s != stem {
			return "", false
		}
		stem = s
		if best == "" || SuffixRank(e.Name) < SuffixRank(best) {
			best = e.Name
		}
	}
	return best, best != ""
}

// sameMeaning lists names with the same meaning that the registry does not declare as aliases. A query of the
// blend equation, from before alpha had its own, returns that of the colors.
var sameMeaning = map[string]string{"GL_BLEND_EQUATION_RGB": "GL_BLEND_EQUATION"}

// vendors are the suffixes of extension names in EGL and OpenGL ES.
var vendors = strings.Fields(`KHR OES EXT ANDROID ANGLE AMD APPLE ARM ATI DMP FJ HI HUAWEI IMG INTEL MESA NOK NV
	OVR QCOM QNX SUN SGIS SGIX TIZEN VIV WL ARB BCOM COREAVI`)

func cutVendor(name string) (stem, vendor string) {
	at := strings.LastIndexByte(name, '_')
	if at > 0 && slices.Contains(vendors, name[at+1:]) {
		return name[:at], name[at+1:]
	}
	return name, ""
}

// Variants returns the names that differ from that of an enum only in their vendor suffix, and have the same value; and its own.
func (r *Registry) Variants(e *Enum) (names []string) {
	stem, _ := cutVendor(e.Name)
	for _, suffix := range append([]string{""}, vendors...) {
		name := stem
		if suffix != "" {
			name += "_" + suffix
		}
		if v, ok := r.Enum(name); ok && v.Value == e.Value {
			names = append(names, name)
		}
	}
	return names
}

// IsBetterName reports whether the enum is a better name for its value than another name: it is not an alias of the
// other, and its vendor suffix is closer to the core.
func (e *Enum) IsBetterName(than string) bool {
	return than != e.Alias && SuffixRank(e.Name) < SuffixRank(than)
}

// suffixOrder lists the vendor suffixes, those closest to the core first.
var suffixOrder = []string{"", "KHR", "OES", "EXT"}

// SuffixRank orders names by their vendor suffix: 0 for a name without one, then KHR, OES, EXT, and all others.
func SuffixRank(name string) int {
	_, vendor := cutVendor(name)
	if i := slices.Index(suffixOrder, vendor); i >= 0 {
		return i
	}
	return len(suffixOrder)
}
