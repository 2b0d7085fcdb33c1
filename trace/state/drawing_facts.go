package state

import (
	"cmp"
	"strings"
)

// FactGroup is a part of the pipeline's fixed functions.
type FactGroup struct {
	Name  string `json:"name"`
	On    string `json:"on,omitempty"` // on, off, or empty if it cannot be disabled
	Facts []Fact `json:"facts"`
}

// Fact is a value of the state.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// factGroups has, for each group, the kinds of drawing that it affects (empty for all), the capability that
// enables it, and the paths of its values below the context.
var factGroups = []struct {
	name, kinds, capability string
	paths                   []string
}{
	{"Viewport", "draw", "", []string{"rasterization/GL_VIEWPORT", "depth/GL_DEPTH_RANGE"}},
	{"Clear values", "clear", "", []string{"clear values"}},
	{"Scissor", "", "GL_SCISSOR_TEST", []string{"rasterization/GL_SCISSOR_BOX"}},
	{"Blending", "draw", "GL_BLEND", []string{"blending"}},
	{"Depth test", "draw", "GL_DEPTH_TEST", []string{"depth/GL_DEPTH_FUNC"}},
	{"Stencil test", "draw", "GL_STENCIL_TEST", []string{"stencil"}},
	{"Face culling", "draw", "GL_CULL_FACE", []string{"rasterization/GL_CULL_FACE_MODE", "rasterization/GL_FRONT_FACE"}},
	{"Write masks", "draw clear", "", []string{"masks"}},
	{"Polygon offset", "draw", "GL_POLYGON_OFFSET_FILL", []string{"rasterization/GL_POLYGON_OFFSET_FACTOR", "rasterization/GL_POLYGON_OFFSET_UNITS"}},
	{"Discard", "draw", "GL_RASTERIZER_DISCARD", nil},
}

// groups returns the groups that affect a kind of drawing.
func (s *scope) groups(kind string) []FactGroup {
	out := []FactGroup{}
	for _, g := range factGroups {
		if !strings.Contains(cmp.Or(g.kinds, kind), kind) {
			continue
		}
		group := FactGroup{Name: g.name, Facts: []Fact{}}
		if g.capability != "" {
			on, _ := s.context.number(word("capabilities"), word(g.capability))
			group.On = map[bool]string{true: "on", false: "off"}[on != 0]
		}
		for _, path := range g.paths {
			keys := []key{}
			for part := range strings.SplitSeq(path, "/") {
				keys = append(keys, word(part))
			}
			if n := s.context.at(keys...); n != nil {
				group.Facts = s.facts(group.Facts, nameOf(n.def, keys[len(keys)-1]), keys[len(keys)-1], n)
			}
		}
		out = append(out, group)
	}
	return out
}

// facts adds the value of a node, or those of its children.
func (s *scope) facts(to []Fact, name string, k key, n *node) []Fact {
	if len(n.def.kids) == 0 && n.def.each == nil || n.value.have {
		if text := s.text(k, n); text != "" {
			to = append(to, Fact{name, text})
		}
	}
	for _, kid := range s.sorted(n, n) {
		title := nameOf(n.def, kid)
		if kid.name != "" && k.name == "" {
			title = name + " " + title
		}
		to = s.facts(to, title, kid, n.kids[kid])
	}
	return to
}
