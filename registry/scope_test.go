package registry

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestParseScope(t *testing.T) {
	for _, c := range []struct {
		api, extensions string
		want            Scope
	}{
		{"egl=1.5,gles2=3.2", "all", FullScope()},
		{" gles2=2.0 , egl=1.0 ", "none", Scope{EGL: "1.0", GLES2: "2.0"}},
		{"egl=1.4", "", Scope{EGL: "1.4"}},
		{"gles2=3.1", "GL_KHR_debug, EGL_KHR_image", Scope{GLES2: "3.1", Extensions: []string{"GL_KHR_debug", "EGL_KHR_image"}}},
		{"", "", Scope{}},
		{",", "none,none", Scope{}},
	} {
		got, err := Builtin().ParseScope(c.api, c.extensions)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, %q: %+v, %v", c.api, c.extensions, got, err)
		}
	}
}

func TestBadScope(t *testing.T) {
	for api, want := range map[string][2]string{
		"gles2":             {`api "gles2": expected API=VERSION`, "for example egl=1.5,gles2=3.2"},
		"gles1":             {`api "gles1": expected API=VERSION`, "gles2=3.2"},
		"gles1=1.1":         {`api "gles1": Android does not pass the GL calls of OpenGL ES 1.x contexts to layers (rule 4.8)`, "remove gles1"},
		"egl=1.5,gles1=1.0": {"Android does not pass the GL calls", "remove gles1"},
		"gles2=3.3":         {`api "gles2=3.3": unknown version`, "the known versions are 2.0, 3.0, 3.1, 3.2"},
		"gles2=1.1":         {`api "gles2=1.1": unknown version`, "the known versions are 2.0"},
		"gles2=":            {`api "gles2=": unknown version`, "the known versions are 2.0"},
		"egl=1.50":          {"unknown version", "the known versions are 1.0, 1.1, 1.2, 1.3, 1.4, 1.5"},
		"gl=4.6":            {`api "gl": unknown API`, "the APIs are egl and gles2"},
		"=1.5":              {`api "": unknown API`, "the APIs are egl and gles2"},
		"EGL=1.5":           {`api "EGL": unknown API`, "the APIs are egl and gles2"},
		"egl=1.5\x1b[2J":    {`unknown version`, "the known versions are"},
		"egl=1.5;gles2=3.2": {"unknown version", "the known versions are"},
		"egl = 1.5":         {`api "egl ": unknown API`, "the APIs are"},
	} {
		_, err := Builtin().ParseScope(api, "all")
		e := new(ScopeError)
		if !errors.As(err, &e) || !strings.Contains(e.Error(), want[0]) || !strings.Contains(e.Hint(), want[1]) {
			t.Errorf("%q: %v, want %s", api, err, want)
		}
		if err != nil && strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("%q is printed as it is", api)
		}
	}
	_, err := Builtin().ParseScope("egl=1.5", "EGL_KHR_debug,EGL_KHR_imag")
	u := new(UnknownNameError)
	if !errors.As(err, &u) || u.Kind != "extension" || u.Name != "EGL_KHR_imag" || u.Near[0] != "EGL_KHR_image" {
		t.Errorf("%v", err)
	}
}
