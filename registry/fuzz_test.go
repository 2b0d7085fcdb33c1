package registry

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The seeds are in testdata/fuzz, together with the inputs that found bugs.

// FuzzDecode checks that any bytes as gl.xml or egl.xml give an error with a position, or a model that a
// snapshot can represent.
func FuzzDecode(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte, egl bool) {
		gl, other := string(data), goodEGL
		if egl {
			gl, other = goodGL, string(data)
		}
		r, err := decode(gl, other)
		if err != nil {
			if s := new(SyntaxError); !errors.As(err, &s) || s.File == "" || s.Line < 1 || s.Line > strings.Count(gl+other, "\n")+1 {
				t.Errorf("an error without a place: %v", err)
			}
			return
		}
		again, err := ReadSnapshot(written(t, r))
		if err != nil {
			t.Fatalf("its snapshot does not read back: %v", err)
		}
		if !reflect.DeepEqual(r, again) {
			t.Error(difference(r, again))
		}
	})
}

// FuzzReadSnapshot checks that any text gives an error, or a model that is equal after it is written and read
// again.
func FuzzReadSnapshot(f *testing.F) {
	f.Fuzz(func(t *testing.T, facts string) {
		_, _ = ReadSnapshot(facts) // without its first line
		r, err := ReadSnapshot(snapshotHeader + "\n" + facts)
		if err != nil {
			return
		}
		again := reread(t, r)
		if written(t, r) != written(t, again) || !reflect.DeepEqual(r, again) {
			t.Error(difference(r, again))
		}
		for _, p := range []string{"@all", "gl*", "nothing"} {
			r.Select(FullScope(), []string{p})
		}
	})
}

// FuzzParseCType checks that a parsed type is equal after it is written and parsed again, alone and in a
// declaration.
func FuzzParseCType(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCType(text)
		if err != nil {
			return
		}
		if again, err := ParseCType(c.String()); err != nil || again != c {
			t.Errorf("%q, written %q, reads back as %+v (%v)", text, c, again, err)
		}
		if field, err := parseField(c.Declare("x")); err != nil || field != (Field{"x", c}) {
			t.Errorf("%q, declared %q, reads back as %+v (%v)", text, c.Declare("x"), field, err)
		}
		for c.IsPointer() {
			c = c.Elem()
		}
		if c.ConstPtrs != 0 {
			t.Errorf("%q: a const pointer that is none", text)
		}
	})
}

// FuzzParseLen checks that a parsed length is equal after it is written and parsed again.
func FuzzParseLen(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLen(text)
		if err != nil {
			return
		}
		if again, err := ParseLen(l.String()); err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q, written %q, reads back as %+v (%v)", text, l, again, err)
		}
	})
}

// FuzzParseTypedef checks that any text gives an error, or a type that a snapshot can represent.
func FuzzParseTypedef(f *testing.F) {
	f.Fuzz(func(t *testing.T, name, text string) {
		x, err := parseTypedef(name, text)
		if err != nil || x == nil {
			return
		}
		r := &Registry{Types: []*Type{x}, types: map[string]*Type{x.Name: x}}
		if again := reread(t, r); !reflect.DeepEqual(again.Types, r.Types) {
			t.Errorf("%s, read back as %s", shape(x), shape(again.Types[0]))
		}
	})
}

// FuzzSelect checks that any patterns give commands in scope and in order, or one of the four errors, with a
// hint.
func FuzzSelect(f *testing.F) {
	scope := Scope{EGL: "1.4", GLES2: "3.1", Extensions: []string{"GL_KHR_debug"}}
	in := scope.commands(Builtin())
	f.Fuzz(func(t *testing.T, patterns string) {
		list, err := Builtin().Select(scope, []string{patterns})
		if err != nil {
			known := errors.As(err, new(*PatternError)) || errors.As(err, new(*UnknownNameError)) ||
				errors.As(err, new(*ES1Error)) || errors.As(err, new(*ScopeError))
			if h := hinter(nil); !known || !errors.As(err, &h) || h.Hint() == "" || list != nil {
				t.Errorf("%q: %v", patterns, err)
			}
			return
		}
		names := namesOf(list)
		if !slices.IsSorted(names) || (len(names) == 0) != (len(SplitPatterns([]string{patterns})) == 0) {
			t.Errorf("%q: %v", patterns, names)
		}
		for _, name := range names {
			if !in[name] {
				t.Errorf("%q: %s is not in scope", patterns, name)
			}
		}
	})
}
