package csyntax

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	long := strings.Repeat("x", 60)
	for code, want := range map[string]string{
		"int f(void);\n": "int f(void);\n",
		// The rest of a parameter list begins below its first parameter.
		"static void f(int " + long + ", int " + long + ") {\n": "static void f(int " + long + ",\n              int " + long + ") {\n",
		// A long name leaves no space there.
		"static void " + long + "(int " + long + ", int y) {\n": "static void " + long + "(\n    int " + long + ", int y) {\n",
		// Initializers and assignments are indented.
		"    struct s v = { " + long + ", " + long + " };\n": "    struct s v = { " + long + ",\n        " + long + " };\n",
		"    " + long + " = " + long + ";\n":                 "    " + long + " =\n        " + long + ";\n",
		// A binary operator stays before the break, a ternary one begins the rest.
		"f(" + long + " == " + long + ");\n":        "f(" + long + " ==\n  " + long + ");\n",
		"return " + long + " ? " + long + " : 0;\n": "return " + long + "\n    ? " + long + " : 0;\n",
		"    g(1); // " + long + " " + long + "\n":  "    g(1); // " + long + "\n          // " + long + "\n",
		// Strings are broken at a space or before an escape, directives with a backslash.
		`    "` + long + " " + long + `",` + "\n":      `    "` + long + ` "` + "\n        " + `"` + long + `",` + "\n",
		`    "` + long + `\001` + long + `",` + "\n":   `    "` + long + `"` + "\n        " + `"\001` + long + `",` + "\n",
		"#define NAME \"" + long + " " + long + "\"\n": "#define NAME \"" + long + " \" \\\n    \"" + long + "\"\n",
	} {
		if got := string(Wrap([]byte(code), 110)); got != want {
			t.Errorf("%sbecomes\n%sexpected\n%s", code, got, want)
		}
	}
}

func TestWrapIsStable(t *testing.T) {
	code := "static const struct layer_command commands[] = { " + strings.Repeat(`{ "name of a command", (layer_fn)f(1, 2) }, `, 9) + "};\n"
	once := Wrap([]byte(code), 110)
	if again := Wrap(once, 110); string(again) != string(once) {
		t.Errorf("wrapped again:\n%s\nexpected\n%s", again, once)
	}
	if strings.Join(strings.Fields(string(once)), "") != strings.Join(strings.Fields(code), "") {
		t.Errorf("other tokens than\n%s\n%s", code, once)
	}
}
