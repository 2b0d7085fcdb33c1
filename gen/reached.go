package gen

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// ConstantsUsed limits package gles to the constants, enum groups and extensions that the layer's commands reach.
const ConstantsUsed = "used"

// basicConsts are in every project: the terminators of lists, the success codes and the null handles.
var basicConsts = wordSet(`EGL_FALSE EGL_TRUE EGL_NONE EGL_DONT_CARE EGL_UNKNOWN EGL_SUCCESS EGL_EXTENSIONS
	EGL_NO_CONTEXT EGL_NO_DISPLAY EGL_NO_SURFACE EGL_DEFAULT_DISPLAY
	GL_FALSE GL_TRUE GL_NONE GL_ZERO GL_ONE GL_NO_ERROR GL_EXTENSIONS`)

// basicGroup is read by the helpers of package gles, whatever the layer intercepts.
const basicGroup = "EGLConfigAttrib"

// reach holds what the commands of a plan use.
type reach struct {
	p      *Plan
	r      *registry.Registry
	groups map[string]bool // of the registry, by its name
	egl    map[string]bool // of EGL, by the Go name
	types  map[string]bool // Go names
	enums  map[string]bool
}

// keepReached removes the constants, groups and extensions that no command of the plan uses.
//
// A command uses the enum groups and types of its parameters and result, and everything in the extensions
// that define it. An enum parameter without a group may take any enum without a group from the versions of
// its API.
func (p *Plan) keepReached(r *registry.Registry) {
	reached := reach{p, r, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	reached.addEGLGroup(basicGroup)
	for _, c := range p.Commands {
		for _, v := range append(slices.Clone(c.Params), c.Result) {
			reached.addValue(v)
		}
	}
	reached.addExtensions()
	for name := range reached.groups {
		if g, ok := r.Group(name); ok {
			reached.addEnums(g.Enums)
		}
	}
	for _, token := range registry.EGLTokens() {
		if reached.egl[token.Group] {
			reached.enums[token.Enum] = true
		}
	}
	p.Consts = slices.DeleteFunc(slices.Clone(p.Consts), func(c Const) bool {
		return !reached.enums[c.Name] && !basicConsts[c.Name] && (c.GoType == "" || !reached.types[c.GoType])
	})
	p.Groups = slices.DeleteFunc(p.Groups, func(g *Group) bool {
		return !slices.ContainsFunc(r.Groups, func(of *registry.EnumGroup) bool { return groupName(of.Name) == g.Go && reached.groups[of.Name] })
	})
	p.attribs = slices.DeleteFunc(p.attribs, func(g *attribGroup) bool { return !reached.egl[g.goName] })
	for i := range p.Strings {
		p.Strings[i].Values = slices.DeleteFunc(p.Strings[i].Values, func(n Named) bool { return !reached.enums[n.Name] && !basicConsts[n.Name] })
	}
}

func (x *reach) addValue(v Value) {
	x.types[strings.TrimLeft(v.GoType, "*")] = true
	if v.Group != "" {
		x.groups[v.Group] = true
	}
	if v.reading.egl && v.reading.kind != "value-of" {
		x.addEGLGroup(v.reading.group)
	}
	if v.Group == "" && v.GoType == "GLenum" {
		x.addUngrouped()
	}
}

// addEGLGroup adds a group and the groups with which the values of its attributes are formatted.
func (x *reach) addEGLGroup(name string) {
	if name == "" || x.egl[name] {
		return
	}
	x.egl[name] = true
	for _, g := range x.p.attribs {
		if g.goName == name {
			for _, a := range g.values {
				x.addEGLGroup(a.group)
			}
		}
	}
}

func (x *reach) addEnums(names []string) {
	for _, name := range names {
		x.enums[name] = true
	}
}

// addUngrouped adds the enums of OpenGL ES that its versions define and that have no group.
func (x *reach) addUngrouped() {
	if x.types["ungrouped"] {
		return
	}
	x.types["ungrouped"] = true
	for _, f := range x.r.Features {
		for _, require := range f.Requires {
			for _, name := range require.Enums {
				if e, ok := x.r.Enum(name); ok && len(e.Groups) == 0 && strings.HasPrefix(name, "GL_") {
					x.enums[name] = true
				}
			}
		}
	}
}

// addExtensions keeps the extensions that define a command that the author intercepts or uses, and adds their
// enums.
func (x *reach) addExtensions() {
	chosen := map[string]bool{}
	for _, c := range x.p.Commands {
		if c.Hook != "" || c.Use {
			chosen[c.Name] = true
		}
	}
	kept := map[string]bool{}
	for _, e := range x.r.Extensions {
		for _, require := range e.Requires {
			if slices.ContainsFunc(require.Commands, func(name string) bool { return chosen[name] }) {
				kept[e.Name] = true
				x.addEnums(require.Enums)
			}
		}
	}
	x.p.Extensions = slices.DeleteFunc(x.p.Extensions, func(name string) bool { return !kept[name] })
}
