package calltext

import (
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

const (
	eglNone  = 0x3038
	anyValue = 0xFFFFFFFF // EGL_DONT_CARE

	mostAttribs = 32
	anyGroup    = "EGLConfigAttrib" // in lists of this group, -1 is EGL_DONT_CARE
)

// eglGroups has the groups of EGL's tokens, because egl.xml defines none.
var eglGroups = sync.OnceValue(func() map[string]*group {
	all := map[string]*group{}
	for _, t := range registry.EGLTokens() {
		if all[t.Group] == nil {
			all[t.Group] = &group{map[uint64]string{}, map[uint64]Reading{}}
		}
	}
	for _, t := range registry.EGLTokens() {
		g := all[t.Group]
		e, ok := registry.Builtin().Enum(t.Enum)
		if !ok {
			continue
		}
		value := uint64(uint32(e.Value))
		if name, named := g.names[value]; named && !e.IsBetterName(name) {
			continue
		}
		g.names[value], g.attribs[value] = e.Name, eglValue(all, t)
	}
	return all
})

// eglValue parses the third column of egl_groups.tsv.
func eglValue(all map[string]*group, t registry.EGLToken) Reading {
	word, name, _ := strings.Cut(t.Value, ":")
	switch word {
	case "enum":
		return Reading{kind: enumKind, group: all[name], api: "EGL_"}
	case "bits":
		return Reading{kind: bitsKind, group: all[name]}
	case "bool":
		return Reading{kind: eglBool}
	case "handle", "hex":
		return Reading{kind: address}
	}
	if t.Group == anyGroup {
		return Reading{kind: anyKind}
	}
	return Reading{}
}

// eglReading returns the Reading of an EGL parameter, if the tables have one.
func eglReading(f *file.Function, p *file.Param, i int) (Reading, bool) {
	name := p.Name
	if i == len(f.Params) {
		name = "return"
	}
	word, of, _ := strings.Cut(registry.EGLMeaning(f.Name, name), ":")
	switch word {
	case "enum":
		return Reading{kind: enumKind, group: groupOf(of), api: "EGL_"}, true
	case "bits":
		return Reading{kind: bitsKind, group: groupOf(of)}, true
	case "attribs":
		return Reading{kind: attribKind, group: groupOf(of)}, true
	case "bool":
		return Reading{kind: eglBool}, true
	case "value-of":
		for at := range f.Params {
			if f.Params[at].Name == of {
				return Reading{kind: valueOf, of: at}, true
			}
		}
	}
	return Reading{}, false
}

// attribs formats a list of attributes and values up to its end.
func attribs(g *group, list []uint64) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := 0; i+1 < len(list) && list[i] != eglNone; i += 2 {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 2*mostAttribs {
			b.WriteString("...")
			break
		}
		name := uint64(uint32(list[i]))
		b.WriteString(enum(g, "EGL_", name) + "=")
		r, known := g.attribs[name]
		if !known {
			r = Reading{kind: address}
		}
		b.WriteString(r.number(list[i+1], cellInt))
	}
	return b.String() + "]"
}
