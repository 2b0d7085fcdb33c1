package gen

import (
	"slices"
	"testing"
)

// A value with several names of different meanings has no name.
func TestNamesAreNeverGuessed(t *testing.T) {
	p := planAll(t, HookGo)
	group := func(name string) *Group {
		i := slices.IndexFunc(p.Groups, func(g *Group) bool { return g.Go == name })
		if i < 0 {
			t.Fatalf("no group %s", name)
		}
		return p.Groups[i]
	}
	name := func(values []Named, v uint64) string {
		for _, n := range values {
			if n.Value == v {
				return n.Name
			}
		}
		return ""
	}
	for _, want := range []struct {
		values []Named
		value  uint64
		name   string
	}{
		{group("PrimitiveType").Values, 0, "GL_POINTS"},
		{group("PrimitiveType").Values, 4, "GL_TRIANGLES"},
		{group("TextureTarget").Values, 0x0DE1, "GL_TEXTURE_2D"},
		{group("ClearBufferMask").Values, 0x4000, "GL_COLOR_BUFFER_BIT"},
		{group("ErrorCode").Values, 0, "GL_NO_ERROR"},
		{p.Strings[0].Values, 0, ""},      // GL_POINTS, GL_ZERO, GL_NONE ...
		{p.Strings[0].Values, 1, ""},      // GL_LINES, GL_ONE, GL_TRUE ...
		{p.Strings[0].Values, 0x4000, ""}, // a bit
		{p.Strings[0].Values, 0x0DE1, "GL_TEXTURE_2D"},
		{p.Strings[0].Values, 0x8D40, "GL_FRAMEBUFFER"}, // GL_FRAMEBUFFER_OES has the same meaning
	} {
		if got := name(want.values, want.value); got != want.name {
			t.Errorf("%#x is %q, expected %q", want.value, got, want.name)
		}
	}
	for _, values := range [][]Named{p.Strings[0].Values, p.Strings[1].Values} {
		if !slices.IsSortedFunc(values, func(a, b Named) int { return int(int64(a.Value) - int64(b.Value)) }) {
			t.Error("values are searched by halving, and are not sorted")
		}
	}
}

// No two exported names of package gles are the same.
func TestNamesOfPackageGlesDoNotCollide(t *testing.T) {
	p := planAll(t, HookGo)
	seen := map[string]string{"Ptr": "helper", "Memory": "helper", "Layer": "helper", "Logf": "helper", "String": "helper",
		"Strings": "helper", "Attribs": "helper", "WideAttribs": "helper", "EnumGroup": "helper", "AttribGroup": "helper",
		"Calls": "helper", "BindCalls": "helper"}
	add := func(name, what string) {
		if other, ok := seen[name]; ok {
			t.Errorf("%s is the name of a %s and of a %s", name, other, what)
		}
		seen[name] = what
	}
	for _, x := range p.Types {
		add(x.Go, "type")
	}
	for _, x := range p.Consts {
		add(x.Name, "constant")
	}
	for _, x := range p.Groups {
		add(x.Go, "group")
	}
	for _, x := range p.attribs {
		add(x.goName, "attribute group")
	}
	for _, x := range p.Commands {
		add(x.caller, "command")
		add(x.Go+"Func", "function type")
		add(x.Go+"Hook", "hook type")
	}
}

func TestParamNames(t *testing.T) {
	for in, want := range map[string]string{"attrib_list": "attribList", "type": "typeArg", "func": "funcArg", "range": "rangeArg",
		"string": "stringArg", "cap": "capArg", "x": "x", "baseVertex": "baseVertex", "no_more": "noMore", "next": "nextArg", "V": "v"} {
		if got := paramName(in); got != want {
			t.Errorf("%s becomes %s, expected %s", in, got, want)
		}
	}
}
