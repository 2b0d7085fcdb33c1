package registry

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestEnumValue(t *testing.T) {
	for text, want := range map[string]struct {
		value uint64
		typ   string
	}{
		"0":                      {0, ""},
		"0x1F":                   {31, ""},
		"31":                     {31, ""},
		"-6":                     {1<<64 - 6, ""},
		"-0":                     {0, ""},
		"0xFFFFFFFFFFFFFFFF":     {1<<64 - 1, ""},
		"EGL_CAST(EGLint,-1)":    {1<<64 - 1, "EGLint"},
		"EGL_CAST(EGLContext,0)": {0, "EGLContext"},
		"-0x7fffffffffffffff":    {1<<63 + 1, ""},
	} {
		e := &Enum{}
		if err := e.parseValue(text); err != nil || e.Value != want.value || e.Type != want.typ {
			t.Errorf("%s: %+v (%v)", text, e, err)
		}
	}
	for _, text := range []string{"", "-", "--5", "+5", "x", "0x", "1.0", "0x1 ", "1u", "0x10000000000000000",
		"-0xffffffffffffffff", "EGL_CAST(EGLint,-1", "EGL_CAST(EGLint)", "EGL_CAST(,1)", "EGL_CAST(a b,1)", "EGL_CAST(EGLint,)"} {
		if err := new(Enum).parseValue(text); err == nil || !strings.Contains(err.Error(), "value ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

var xmlEnum = regexp.MustCompile(`<enum [^>]*/?>`)

func xmlAttr(element, name string) string {
	_, rest, _ := strings.Cut(element, " "+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// TestEveryEnumHasItsValue compares the values with those that an independent parser reads from gl.xml.
func TestEveryEnumHasItsValue(t *testing.T) {
	r := debian.registry(t)
	text, err := os.ReadFile(debian.gl)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, element := range xmlEnum.FindAllString(string(text), -1) {
		api, value := xmlAttr(element, "api"), xmlAttr(element, "value")
		if value != "" && api != "gl" && api != "glcore" {
			want[xmlAttr(element, "name")] = value
		}
	}
	seen := 0
	for _, e := range r.Enums {
		if !strings.HasPrefix(e.Name, "GL_") {
			continue
		}
		seen++
		if n, err := strconv.ParseUint(want[e.Name], 0, 64); err != nil || n != e.Value {
			t.Errorf("%s = %#x, the file says %q", e.Name, e.Value, want[e.Name])
		}
	}
	if seen < 2500 {
		t.Errorf("only %d", seen)
	}
}

// TestEnumsOfVersions checks that the model has every enum that a version or extension requires.
func TestEnumsOfVersions(t *testing.T) {
	forAll(t, func(t *testing.T, r *Registry) {
		check := func(owner string, list []Require) {
			for _, q := range list {
				for _, name := range q.Enums {
					if _, ok := r.Enum(name); !ok {
						t.Errorf("%s has the enum %s, which has no value", owner, name)
					}
				}
				for _, name := range q.Commands {
					if _, ok := r.Command(name); !ok {
						t.Errorf("%s has the command %s, which nobody knows", owner, name)
					}
				}
			}
		}
		for _, f := range r.Features {
			check(f.Name, f.Requires)
		}
		for _, x := range r.Extensions {
			check(x.Name, x.Requires)
		}
	})
}
