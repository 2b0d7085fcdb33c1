package project

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// begin is the shortest valid gleslayer.yaml: two lines.
const begin = "name: a\ninit: active\n"

func TestParseConfig(t *testing.T) {
	for _, text := range []string{begin, "\ufeff" + begin, strings.ReplaceAll(begin, "\n", "\r\n"), "---\n" + begin, begin + "# end", "# c\n\n" + begin,
		"{name: a, init: active}", begin + "use: []\nintercept:\n", begin + "use: [glClear, 'glDraw*']\n"} {
		if c, err := ParseConfig("y", []byte(text)); err != nil || c.Name != "a" || c.Init != "active" {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

// Each error has the file, the line and the cause.
func TestParseConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		begin + "foo: 1\n":                      "y:3: unknown field \"foo\"",
		begin + "intercept: [{mtch: a}]\n":      "y:3: unknown field \"mtch\"",
		begin + "registry: {glx: a}\n":          "y:3: unknown field \"glx\"",
		begin + "name: b\n":                     "y:3: mapping key \"name\" already defined at [1:1]",
		begin + "intercept: glClear\n":          `y:3: intercept: expected a list, found "glClear"`,
		begin + "use: glClear\n":                `y:3: use: expected a list, found "glClear"`,
		begin + "registry: other\n":             "y:3: registry: must be \"builtin\" or {gl: FILE, egl: FILE}",
		begin + "registry: 5\n":                 "y:3: registry: must be",
		begin + "registry: [a]\n":               "y:3: registry: must be",
		begin + "registry: {gl: a}\n":           "y:3: registry: must be",
		begin + "registry: {gl: [a], egl: b}\n": "y:3: ",
		"name: [a]\ninit: active\n":             "y:1: ",
		"init: active\nname: 5\n":               `y:2: layer name "5": `,
		"name: a b\ninit: active\n":             `y:1: layer name "a b": `,
		"name: log\ninit: active\n":             `y:1: layer name "log": Android has a system library liblog.so`,
		"name: a\ninit: lazy\n":                 `y:2: init: "lazy": must be "passive" or "active"`,
		"name: a\n":                             `y: init: "": must be`,
		begin + "intercept:\n - {match: a, hooks: go}\n - {match: b, hooks: rust}\n": `y:5: hooks: "rust": unknown hook kind`,
		begin + "intercept: [null]\n": `hooks: "": unknown hook kind`,
		"":                            `y: layer name "": empty`,
		"\ufeff":                      `y: layer name "": empty`,
		"# nothing\n":                 `y: layer name "": empty`,
		"- a\n":                       "y:1: expected keys and values, found a list",
		"hello":                       `y:1: expected keys and values, found "hello"`,
		"name: 'a":                    "y:1: could not find end",
		"name: a\n\tinit: active\n":   "y:",
		begin + "---\nname: b\n":      "more than one YAML document",
		begin + "use: [" + strings.Repeat("a,", 20000):        "y: too long",
		begin + "#" + strings.Repeat("x", configLimits.Bytes): "y: larger than 128 KiB",
		"name: a\x00b\n": "y: the file contains a zero byte",
		"name: \xff\n":   "y: not UTF-8",
	} {
		checkParseError(t, text, want)
	}
}

// Input that makes other YAML readers allocate without limit is rejected early.
func TestParseConfigBombs(t *testing.T) {
	bomb := begin + "use:\n - &a0 lol\n"
	for i := range 12 {
		bomb += fmt.Sprintf(" - &a%d [%s]\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 9), ","))
	}
	for text, want := range map[string]string{
		bomb:                                            "y:4: anchors, aliases",
		begin + "use: &u [*u]\n":                        "y:3: anchors, aliases",
		begin + "use: [*u]\n":                           "y:3: anchors, aliases",
		begin + "<<: {name: q}\n":                       "y:3: anchors, aliases",
		begin + "use: !!int x\n":                        "y:3: anchors, aliases",
		begin + "use: [!!binary aGk=]\n":                "y:3: anchors, aliases",
		"%YAML 1.1\n---\n" + begin:                      "y:1: anchors, aliases",
		begin + "use: " + strings.Repeat("[", 60000):    "", // too long, or too deep
		begin + "use: " + strings.Repeat("[", 9000):     "y:3: lists and mappings are nested more than 8 levels deep",
		begin + "use: " + strings.Repeat("{a: ", 4000):  "y:3: lists and mappings are nested more than 8 levels deep",
		begin + "use:\n  " + strings.Repeat("- ", 9000): "y:4: lists and mappings are nested more than 8 levels deep",
		begin + "use:\n  " + strings.Repeat("? ", 9000): "y:4: ",
	} {
		started := time.Now()
		checkParseError(t, text, want)
		if took := time.Since(started); took > tooLong {
			t.Errorf("%.40q... took %v", text, took)
		}
	}
}

func checkParseError(t *testing.T, text, want string) {
	t.Helper()
	c, err := ParseConfig("y", []byte(text))
	e, ok := err.(*Error)
	if !ok || c != nil {
		t.Errorf("%.60q: %+v, error %v", text, c, err)
		return
	}
	if !strings.Contains(e.Error(), want) || !strings.HasPrefix(e.Error(), "y:") || e.Hint() == "" || e.ExitCode() != 1 || strings.Contains(e.Error(), "\n") {
		t.Errorf("%.60q: %q (exit code %d, hint %q), expected %q", text, e, e.ExitCode(), e.Hint(), want)
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ConfigName)
	if _, err := Load(dir); err == nil || err.Error() != "cannot read "+path+": no such file or directory" {
		t.Error(err)
	}
	testutil.WriteFiles(t, dir, map[string]string{ConfigName: begin})
	if c, err := Load(dir); err != nil || c.Name != "a" {
		t.Errorf("%+v, %v", c, err)
	}
	if err := os.Truncate(path, 1<<40); err != nil { // a sparse file: its size costs nothing
		t.Fatal(err)
	}
	if _, err := Load(dir); err == nil || err.Error() != path+": larger than 128 KiB" {
		t.Error(err)
	}
}

// tooLong is the time limit of a parse on a busy machine. A text that grows in the parser would take years.
const tooLong = time.Minute

// FuzzParseConfig checks the limits, and that what is read can be written and read again.
func FuzzParseConfig(f *testing.F) {
	for _, s := range awkward {
		f.Add([]byte(begin + "use: " + s + "\n"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		started := time.Now()
		c, err := ParseConfig("y", text)
		if took := time.Since(started); took > tooLong {
			t.Fatalf("%d bytes took %v", len(text), took)
		}
		if err == nil {
			rewrite(t, c)
		}
	})
}

func rewrite(t *testing.T, c *Config) {
	t.Helper()
	text, err := c.YAML()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseConfig("y", text)
	if err != nil {
		if strings.Contains(err.Error(), "larger than") || strings.Contains(err.Error(), "too long") {
			return // with comments, it becomes larger
		}
		t.Fatalf("%v\n%s", err, text)
	}
	if !reflect.DeepEqual(again, c) {
		t.Fatalf("read %#v, then %#v\n%s", c, again, text)
	}
}
