package state

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func (o object) program(current uint64) Program {
	p := Program{Name: o.name, Label: o.plain(word("label")), Status: o.word(word("link status")), Log: o.plain(word("log")), Current: o.name == current, Changed: o.changed()}
	p.Shaders, p.Uniforms, p.Attributes, p.Blocks = []uint64{}, o.uniforms(), []Attribute{}, []Block{}
	o.kids("shaders", func(k key, _ object) { p.Shaders = append(p.Shaders, uint64(k.number)) })
	o.kids("attributes", func(_ key, a object) {
		name, location := a.plain(word("name")), int64(-1)
		if n, ok := o.is.number(word("attribute locations"), word(name)); ok {
			location = int64(int32(n))
		}
		p.Attributes = append(p.Attributes, Attribute{name, a.word(word("type")), location})
	})
	o.kids("uniform blocks", func(k key, b object) {
		p.Blocks = append(p.Blocks, Block{k.number, b.plain(word("name")), b.number("binding")})
	})
	return p
}

// active is an active uniform of a program, by name.
type active struct {
	kind string
	size int64
}

// uniforms returns the uniforms with a location, and those that are only known to be active.
func (o object) uniforms() []Uniform {
	known := map[string]active{}
	o.kids("active uniforms", func(_ key, u object) {
		known[u.plain(word("name"))] = active{u.word(word("type")), max(u.number("size"), 1)}
	})
	seen, out := map[string]bool{}, []Uniform{}
	array, first := "", int64(0) // the last one that has a name
	o.kids("uniforms", func(k key, u object) {
		one := Uniform{Location: k.number, Name: u.plain(word("name")), Value: u.word(word("value")), Changed: u.changed()}
		if one.Name != "" {
			array, first = base(one.Name), one.Location
		} else if at := one.Location - first; array != "" && at < known[array+"[0]"].size {
			one.Name = fmt.Sprintf("%s[%d]", array, at)
		}
		one.Type = cmp.Or(known[one.Name].kind, known[base(one.Name)+"[0]"].kind)
		seen[one.Name], seen[base(one.Name)+"[0]"] = true, true
		out = append(out, one)
	})
	for name, a := range known {
		if !seen[name] {
			out = append(out, Uniform{Location: -1, Name: name, Type: a.kind})
		}
	}
	slices.SortFunc(out, func(a, b Uniform) int {
		return cmp.Or(cmp.Compare(uint64(a.Location), uint64(b.Location)), strings.Compare(a.Name, b.Name))
	})
	return out
}

// base returns the name of an array without its index.
func base(name string) string {
	before, _ := strings.CutSuffix(name, "]")
	if at := strings.LastIndexByte(before, '['); at >= 0 && before != name {
		return name[:at]
	}
	return name
}
