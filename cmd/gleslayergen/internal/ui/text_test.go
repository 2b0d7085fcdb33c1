package ui

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"plain\tand\nmore – ü 🙂": "plain\tand\nmore – ü 🙂",
		"\x1b[31m\a\r\x00":       `\u001b[31m\u0007\u000d\u0000`,
		"\u009b2J\x7f":           `\u009b2J\u007f`,
		"a\u202eb\u2066c":        `a\u202eb\u2066c`,
		"a\xffb\xc3":             `a\ufffdb\ufffd`,
		"\U000e0041":             `\udb40\udc41`,
	} {
		if got := Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
}

// Escaping does not change the meaning of a JSON document.
func TestEscapeKeepsJSON(t *testing.T) {
	in := "a\x7f\u009b\u202e\U000e0041"
	data, _ := json.Marshal(in)
	var out string
	if err := json.Unmarshal([]byte(Escape(string(data))), &out); err != nil || out != in {
		t.Errorf("%q, %v", out, err)
	}
}

// A quoted text decodes as JSON to the original.
func TestQuote(t *testing.T) {
	for _, in := range []string{"", "liba.so", "a\x1b[31m\nb\t\"c\\d\u202e"} {
		var out string
		if got := Quote(in); json.Unmarshal([]byte(got), &out) != nil || out != in || strings.ContainsAny(got, "\x1b\n") {
			t.Errorf("%q: %s", in, got)
		}
	}
}

func TestWhole(t *testing.T) {
	for in, want := range map[string]int{"": 0, "a": 1, "ü": 2, "\xc3": 0, "a\xe2\x80": 1, "a\xf0\x9f\x99": 1,
		"🙂": 4, "\xff": 1, "\x80\x80\x80\x80": 4} {
		if got := Whole([]byte(in)); got != want {
			t.Errorf("Whole(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"one two three four", "one two\n  three\n  four"},
		{"one\n\ntwo", "one\n\n  two"},
		{"unbreakably-long word", "unbreakably-long\n  word"},
	} {
		if got := Wrap(c.in, 10, "  "); got != c.want {
			t.Errorf("Wrap(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	if got := WrapCode("void f(const GLint *a, GLint b);", 16, "  "); got != "void f(const GLint *a,\n  GLint b);" {
		t.Errorf("WrapCode: %q", got)
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	Table(&b, "> ", [][]string{{"a", "bb", ""}, {"ccc"}, {"ü", "e\tf\ng", "h"}})
	if want := "> a    bb\n> ccc\n> ü    e f g  h\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	Table(&b, "", nil)
}

func TestNearest(t *testing.T) {
	names := []string{"glClear", "glClearColor", "eglInitialize"}
	if got := Nearest("GLCLAER", names, 2); !slices.Equal(got, []string{"glClear", "glClearColor"}) {
		t.Errorf("%v", got)
	}
	if got := Nearest("zzzzzzz", names, 2); got != nil {
		t.Errorf("%v is not like it", got)
	}
	Nearest(strings.Repeat("x", 1<<20), names, 1)
}
