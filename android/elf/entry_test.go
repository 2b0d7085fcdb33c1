package elf

import (
	"fmt"
	"testing"
)

func TestFunction(t *testing.T) {
	object := func(hidden []string, exports ...string) *Object {
		o := &Object{Hidden: hidden}
		for _, name := range exports {
			o.Exports = append(o.Exports, Symbol{Name: name})
		}
		return o
	}
	var many []string
	for i := range 5 * maxAlike {
		many = append(many, fmt.Sprintf("AndroidNot%d", i))
	}
	last := func(_ string, names []string) string {
		if len(names) > maxAlike {
			t.Errorf("%d names are compared", len(names))
		}
		if len(names) == 0 {
			return ""
		}
		return names[len(names)-1]
	}
	const entry = "AndroidGLESLayer_Initialize"
	for _, c := range []struct {
		o     *Object
		state State
		name  string
	}{
		{object(nil), Missing, ""},
		{object(nil, "other", "init"), Missing, ""},
		{object([]string{entry}, "x", entry), Exported, entry},
		{object([]string{entry}, "x"), Hidden, entry},
		{object([]string{entry}, "_Z27AndroidGLESLayer_InitializePv"), Mangled, "_Z27AndroidGLESLayer_InitializePv"},
		{object(nil, "InitializeLayer", "androidGLES"), Misspelt, "InitializeLayer"},
		{object(nil, "androidgleslayer_init"), Misspelt, "androidgleslayer_init"},
		{object(nil, "Layer_initialize"), Misspelt, "Layer_initialize"},
		{object(nil, "AndroidGLESLayer_GetProcAddress"), Missing, ""},
		{object(nil, many...), Misspelt, many[maxAlike-1]},
	} {
		if state, name := c.o.Function(entry, last); state != c.state || name != c.name {
			t.Errorf("%v: %s, %q", c, state, name)
		}
		if got := c.o.IsLayer(func(string, []string) string { return "" }); !got && (c.state == Exported || c.state == Hidden || c.state == Mangled) {
			t.Errorf("%v is no layer", c)
		}
	}
}
