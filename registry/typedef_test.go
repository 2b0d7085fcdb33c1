package registry

import (
	"fmt"
	"strings"
	"testing"
)

// shape formats a type in one line.
func shape(x *Type) string {
	if x == nil {
		return "no type"
	}
	var fields []string
	for _, f := range x.Fields {
		fields = append(fields, f.Type.Declare(f.Name))
	}
	return fmt.Sprintf("%s %s %s (%s)", x.Name, x.Kind, x.Target, strings.Join(fields, ", "))
}

func TestParseTypedef(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"GLenum", "typedef unsigned int GLenum;", "GLenum alias unsigned int ()"},
		{"GLsync", "typedef struct __GLsync *GLsync;", "GLsync alias struct __GLsync * ()"},
		{"EGLDisplay", "typedef void *EGLDisplay;\n", "EGLDisplay alias void * ()"},
		{"EGLint", "", "EGLint platform  ()"},
		{"EGLint", " \n", "EGLint platform  ()"},
		{"khrplatform", "#include <KHR/khrplatform.h>", "no type"},
		{"a name with blanks", "#define X", "no type"},
		{"struct wl_display", "struct wl_display;", "wl_display opaque  ()"},
		{"struct _cl_context", "struct _cl_context", "_cl_context opaque  ()"},
		{"EGLClientPixmapHI", "struct EGLClientPixmapHI {\n    void *pData;\n    EGLint iWidth;\n};",
			"EGLClientPixmapHI struct  (void *pData, EGLint iWidth)"},
		{"S", "struct S { int a[4]; };", "S struct  (int a[4])"},
		{"S", "struct S {};", "S struct  ()"},
		{"F", "typedef void (*F)(void);", "F func void ()"},
		{"F", "typedef void ( *F)(void );", "F func void ()"},
		{"GLDEBUGPROC", "typedef void ( *GLDEBUGPROC)(GLenum source,const GLchar *message,const void *userParam);",
			"GLDEBUGPROC func void (GLenum source, const GLchar *message, const void *userParam)"},
	} {
		got, err := parseTypedef(c.name, c.text)
		if err != nil || shape(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", c.text, shape(got), err, c.want)
		}
	}
}

func TestBadTypedef(t *testing.T) {
	for text, want := range map[string]string{
		"int X":                         "neither a typedef nor a struct",
		"typedef":                       "neither a typedef nor a struct",
		"typedef int Y":                 "does not end with the name of the type",
		"typedef X":                     "no type name",
		"typedef int X[4]":              "does not end with the name of the type",
		"typedef GLint GLint X":         "more than one type name",
		"struct X { int a;":             "struct without a closing brace",
		"struct X { int; }":             `expected a declaration such as "GLint x", got "int"`,
		"struct X { int *; }":           "expected a declaration",
		"struct X { int a:3; }":         "expected a declaration",
		"struct X { unsigned int; }":    "expected a declaration",
		"typedef void (X)":              "no parameter list",
		"typedef void (*X":              "is not a function pointer",
		"typedef void (*Y)(void)":       "is not a function pointer",
		"typedef (*X)(void)":            "no type name",
		"typedef void (*X)()":           "expected a declaration",
		"typedef void (*X)(":            "no parameter list",
		"typedef void (*X)(int)":        "expected a declaration",
		"typedef void (*X)(int a,)":     "expected a declaration",
		"typedef void (*X)(int a, ...)": "expected a declaration",
	} {
		if got, err := parseTypedef("X", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s (%v), want %s", text, shape(got), err, want)
		}
	}
	if _, err := parseTypedef("a b", "typedef int a b;"); err == nil {
		t.Error("a name of two words")
	}
	if _, err := parseField(strings.Repeat("a ", 5000)); err == nil || len(err.Error()) > 400 {
		t.Errorf("%v", err)
	}
}
