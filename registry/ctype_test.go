package registry

import (
	"strings"
	"testing"
)

func TestParseCType(t *testing.T) {
	for text, want := range map[string]CType{
		"void":                          {Base: "void"},
		"GLint":                         {Base: "GLint"},
		" unsigned\n int\t":             {Base: "unsigned int"},
		"unsigned long long int":        {Base: "unsigned long long int"},
		"void *":                        {Base: "void", Pointers: 1},
		"void**":                        {Base: "void", Pointers: 2},
		"const GLchar *":                {Base: "GLchar", Const: true, Pointers: 1},
		"GLchar const *":                {Base: "GLchar", Const: true, Pointers: 1},
		"const const int":               {Base: "int", Const: true},
		"const GLchar *const*":          {Base: "GLchar", Const: true, Pointers: 2, ConstPtrs: 1},
		"GLchar *const *const":          {Base: "GLchar", Pointers: 2, ConstPtrs: 3},
		"void *const":                   {Base: "void", Pointers: 1, ConstPtrs: 1},
		"struct wl_display *":           {Base: "wl_display", Struct: true, Pointers: 1},
		"const struct AHardwareBuffer*": {Base: "AHardwareBuffer", Struct: true, Const: true, Pointers: 1},
		"GLfloat[4]":                    {Base: "GLfloat", Array: 4},
		"const GLfloat *[ 16 ]":         {Base: "GLfloat", Const: true, Pointers: 1, Array: 16},
		"_x1":                           {Base: "_x1"},
		"int " + strings.Repeat("*", 8): {Base: "int", Pointers: 8},
	} {
		got, err := ParseCType(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if again, err := ParseCType(got.String()); err != nil || again != got {
			t.Errorf("%q: written %q, read back as %+v (%v)", text, got, again, err)
		}
	}
}

func TestBadCType(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "no type name",
		" \n":                           "no type name",
		"const":                         "no type name",
		"struct":                        "no type name",
		"*":                             `unexpected "*"`,
		"*int":                          `unexpected "*"`,
		"GLint GLint":                   "more than one type name",
		"unsigned GLint":                "more than one type name",
		"void int":                      "more than one type name",
		"struct unsigned int":           "more than one type name",
		"int int int int int":           "more than one type name",
		"int * int":                     `unexpected "int"`,
		"int &":                         `unexpected "&"`,
		"4":                             `unexpected "4"`,
		"std::string":                   `unexpected ":"`,
		"int (*)(int)":                  `unexpected "("`,
		"größe":                         "unexpected",
		"int\x00":                       `unexpected "\x00"`,
		"int[]":                         "invalid array size []",
		"int[0]":                        "invalid array size [0]",
		"int[-1]":                       "invalid array size [-1]",
		"int[N]":                        "invalid array size [N]",
		"int[4":                         "invalid array size [4",
		"int[[4]":                       "invalid array size [[4]",
		"int[99999999999999999999]":     "invalid array size [99999999999999999999]",
		"[4] int":                       "invalid array size [4]",
		"int[4][5]":                     `unexpected "[5]" after the array`,
		"int[4] *":                      "after the array",
		"int " + strings.Repeat("*", 9): "more than 8 levels of pointers",
		strings.Repeat("x", 257):        "unexpected",
		strings.Repeat(" ", 5000):       "too long",
	} {
		if got, err := ParseCType(text); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 400 {
			t.Errorf("%.40q: %+v, %v, want %s", text, got, err, want)
		}
	}
}

func TestDeclare(t *testing.T) {
	for text, want := range map[string]string{
		"GLint":                "GLint x",
		"unsigned int":         "unsigned int x",
		"void*":                "void *x",
		"const GLchar *const*": "const GLchar *const *x",
		"void *const":          "void *const x",
		"GLfloat[4]":           "GLfloat x[4]",
		"const void *[2]":      "const void *x[2]",
		"struct wl_buffer *":   "struct wl_buffer *x",
	} {
		c, err := ParseCType(text)
		if got := c.Declare("x"); err != nil || got != want {
			t.Errorf("%q: %q (%v), want %q", text, got, err, want)
		}
		if f, err := parseField(c.Declare("x")); err != nil || f != (Field{"x", c}) {
			t.Errorf("%q reads back as %+v (%v)", c.Declare("x"), f, err)
		}
	}
}

func TestPointers(t *testing.T) {
	c, _ := ParseCType("const GLchar *const*")
	elem := c.Elem()
	if !c.IsPointer() || c.IsVoid() || elem.String() != "const GLchar *const" || elem.Elem().String() != "const GLchar" {
		t.Errorf("%q, %q", elem, elem.Elem())
	}
	if c := (CType{Base: "void"}); !c.IsVoid() || c.IsPointer() {
		t.Error("void")
	}
	if c := (CType{Base: "void", Pointers: 1}); c.IsVoid() || !c.Elem().IsVoid() {
		t.Error("void *")
	}
}

// TestEveryTypeReadsBack checks that each type and declaration of the registry is equal after it is written
// and parsed.
func TestEveryTypeReadsBack(t *testing.T) {
	r := Builtin()
	fields := 0
	check := func(f Field) {
		fields++
		if again, err := parseField(f.Type.Declare(f.Name)); err != nil || again != f {
			t.Errorf("%q reads back as %+v (%v)", f.Type.Declare(f.Name), again, err)
		}
	}
	for _, c := range r.Commands {
		check(Field{c.Name, c.Return.Type})
		for _, p := range c.Params {
			check(Field{p.Name, p.Type})
		}
	}
	for _, x := range r.Types {
		for _, f := range x.Fields {
			check(f)
		}
	}
	if fields < 4000 {
		t.Errorf("only %d", fields)
	}
}
