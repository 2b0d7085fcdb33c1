package project

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// aName has the maximum length of a name.
var aName = strings.Repeat("n", maxName)

func TestCheckName(t *testing.T) {
	for _, name := range []string{"a", "Z9", "my-layer", "my_layer", "gleslayer", "lib", "libfoo", "foo-so", "con1", "com", "null", "true", "main", aName} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, why := range map[string]string{
		"": "empty", aName + "n": "longer than 48",
		"1layer": "Makefiles and shells", "-layer": "Makefiles and shells", "_layer": "Makefiles and shells", ".": "Makefiles and shells", "..": "Makefiles and shells", "../x": "Makefiles and shells", "a/b": "Makefiles and shells", `a\b`: "Makefiles and shells",
		"a b": "Makefiles and shells", "a\tb": "Makefiles and shells", "a\nb": "Makefiles and shells", "a\x00b": "Makefiles and shells", "a\n": "Makefiles and shells", "\x1b[31m": "Makefiles and shells",
		"a$b": "Makefiles and shells", "$(id)": "Makefiles and shells", "`id`": "Makefiles and shells", "a;b": "Makefiles and shells", "a&b": "Makefiles and shells", "a|b": "Makefiles and shells", "a>b": "Makefiles and shells", "a'b": "Makefiles and shells", `a"b`: "Makefiles and shells",
		"a#b": "Makefiles and shells", "a%b": "Makefiles and shells", "a:b": "Makefiles and shells", "a=b": "Makefiles and shells", "a*": "Makefiles and shells", "a?": "Makefiles and shells", "a[b]": "Makefiles and shells", "a(b)": "Makefiles and shells", "{a,b}": "Makefiles and shells",
		"~a": "Makefiles and shells", "!a": "Makefiles and shells", "@a": "Makefiles and shells", "a,b": "Makefiles and shells", "a.b": "Makefiles and shells", "a+b": "Makefiles and shells",
		"größe": "Makefiles and shells", "слой": "Makefiles and shells", "ａ": "Makefiles and shells", "a\u0301": "Makefiles and shells", "a\u200bb": "Makefiles and shells", "a\xff": "Makefiles and shells", "\u212a": "Makefiles and shells",
		"con": "Windows", "CON": "Windows", "Nul": "Windows", "prn": "Windows", "aux": "Windows", "COM1": "Windows", "lpt9": "Windows",
		"log": "Android has a system library liblog.so", "EGL": "Android has a system library libEGL.so", "c": "Android has a system library libc.so",
		"libfoo.so": "the file name of a library", "lib.so": "Makefiles and shells", "foo.so": "Makefiles and shells",
	} {
		checkNameError(t, fmt.Sprintf("name %q", name), CheckName(name), why)
	}
	if got := CheckName("libfoo.so").(*Error).Hint(); got != `omit "lib" and ".so": "foo"` {
		t.Error(got)
	}
}

// checkNameError checks for one usage error with a cause and what to do, in one line without control characters.
func checkNameError(t *testing.T, what string, err error, why string) {
	t.Helper()
	e, ok := err.(*Error)
	if !ok {
		t.Errorf("%s: error %v", what, err)
		return
	}
	if !strings.Contains(e.Why, why) || e.What == "" || e.Advice == "" || e.ExitCode() != 2 || e.Error() != e.What+": "+e.Why {
		t.Errorf("%s: exit code %d: %s (hint: %s), expected %q", what, e.ExitCode(), e, e.Hint(), why)
	}
	if strings.ContainsFunc(e.Error()+e.Hint(), func(c rune) bool { return c < ' ' }) {
		t.Errorf("%s: a control character in %q", what, e.Error())
	}
}

func TestCheckModule(t *testing.T) {
	for _, path := range []string{"gleslayer", "my-layer", "example.com/you/layer", "example.com/a/v2", "a~b/c", "A/B", "a_test", "x.go", "gles",
		"core", "test", "console", "example.com/con1", "a/internal/b", strings.Repeat("m", 255)} {
		if err := CheckModule(path); err != nil {
			t.Errorf("%q: %v", path, err)
		}
	}
	for path, why := range map[string]string{
		"": "elements", "/a": "elements", "a/": "elements", "a//b": "elements", ".": "elements", "./a": "elements", "../a": "elements", "a/..": "elements",
		"a/.b": "elements", "-a": "elements", "a/-b": "elements", "~a": "elements", "a b": "elements", "a\nb": "elements", "a\n": "elements",
		`a"b`: "elements", "a'b": "elements", "a`b": "elements", "a$b": "elements", "a@v1": "elements", "a:b": "elements", "a;b": "elements",
		"a(b": "elements", "a,b": "elements", "a*": "elements", "a=>b": "elements", "größe": "elements", `a\b`: "elements", "a//": "elements",
		"a.": "ends with a dot", "a./b": "ends with a dot", "a..": "ends with a dot", strings.Repeat("m", 256): "longer than 255",
		"main": "the go command reserves", "C": "the go command reserves", "unsafe": "the go command reserves", "cmd/x": "the go command reserves", "std": "the go command reserves", "all": "the go command reserves", "toolchain": "the go command reserves",
		"log": "the go command reserves", "fmt": "the go command reserves", "net/http": "the go command reserves", "image": "the go command reserves", "internal/x": "the go command reserves", "builtin": "the go command reserves", "go": "the go command reserves",
		"vendor": "vendor", "a/vendor/b": "vendor", "con": "Windows", "a/aux.b": "Windows", "Com1": "Windows", "a~1": "Windows", "a~12.b": "Windows",
	} {
		checkNameError(t, fmt.Sprintf("module %q", path), CheckModule(path), why)
	}
}

// The list of package names of Go's standard library is complete: a module with such a name cannot import
// that package.
func TestStandardNames(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := append(strings.Fields(stdNames), "vendor")
	for _, path := range strings.Fields(string(out)) {
		if first, _, _ := strings.Cut(path, "/"); !slices.Contains(known, first) {
			t.Errorf("stdnames.txt lacks %s", first)
		}
	}
}
