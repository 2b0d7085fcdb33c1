package project

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// awkward are values with a special meaning in YAML, or for a YAML writer.
var awkward = []string{"", " ", "a", " a", "a ", "a\t", "it's", `"q"`, `'q'`, `a"b'c`, "a: b", "a:", ":a", "a:b", "# a", "a #b", "a#b", "!a", "!gl*", "*",
	"*a", "&a", "@all", "glDraw*,!glDrawBuffers*", "a, b", "[a", "a]b", "{a", "a}b", "a{b", "- a", "-", "? a", "?", "|", ">", "> a", "%a", "`a", "~", "=",
	"<<", "---", "...", "null", "Null", "true", "no", "1", "1.5", "0x10", "1e3", ".inf", "2001-01-01", "1:30", `C:\new\u0041\x`, `C:\Users\me\gl.xml`, `\`,
	`\\server\share\egl.xml`, "../a b/gl.xml", "größe/слой/😀", "a\nb", "a\r\nb", "\x01", "\x1b[31m", "\x7f", "a\u0085b", "a\u2028b", "\ufeffa",
	"<a>&amp;", strings.Repeat("a", 4000)}

// Any values are read back as they were written.
func TestConfigRoundTrip(t *testing.T) {
	for _, s := range awkward {
		c := fullConfig(s)
		if s == "" {
			c.Registry = RegistrySource{}
		}
		roundTrip(t, c)
	}
	roundTrip(t, &Config{Name: "a", Init: "passive"})
	roundTrip(t, &Config{Name: "a", Init: "passive", Settings: []settings.Setting{
		{Name: "limit", Type: settings.Int, Range: []int32{-1, 100}, Default: "10", Text: "a: \"b\", {<c>} #d"},
		{Name: "mode", Type: settings.Choice, Choices: []string{"no", "yes"}, Default: "no"},
		{Name: "title", Type: settings.Text, Default: "'\u00e9\t"}}})
	for _, name := range []string{"true", "null", "Null", "no", "y", "NaN"} {
		roundTrip(t, &Config{Name: name, Init: "active", Template: "go"})
	}
}

func fullConfig(s string) *Config {
	return &Config{Name: "a", Init: "active", Registry: RegistrySource{GL: s, EGL: s}, API: s, Extensions: s, Template: s,
		Use: []string{s, "glClear", s}, Intercept: []Intercept{{s, "go"}, {"glClear", "c"}, {s, "none"}}}
}

func roundTrip(t *testing.T, c *Config) {
	t.Helper()
	text, err := c.YAML()
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	got, err := ParseConfig("gleslayer.yaml", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(got.Use) == 0 {
		got.Use = nil
	}
	if !reflect.DeepEqual(got, c) {
		t.Errorf("written %+v\nread    %+v\n%s", c, got, text)
	}
}

func TestConfigIsUTF8(t *testing.T) {
	if text, err := fullConfig("a\xffb").YAML(); err == nil {
		t.Errorf("no error:\n%s", text)
	}
}

func TestRegistrySource(t *testing.T) {
	for text, want := range map[string]RegistrySource{"builtin": {}, `"builtin"`: {}, "": {}, "{gl: a, egl: b}": {"a", "b"}, "\n  gl: a\n  egl: b": {"a", "b"}} {
		c, err := ParseConfig("y", []byte("name: a\ninit: active\nregistry: "+text+"\n"))
		if err != nil || c.Registry != want || c.Registry.Builtin() != (want == RegistrySource{}) {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	testutil.WriteFiles(t, root, map[string]string{ConfigName: "", "a/b/c": "", "odd/" + ConfigName + "/x": ""})
	for _, dir := range []string{root, filepath.Join(root, "a"), deep, filepath.Join(root, "odd")} {
		if got, err := Find(dir); err != nil || got != root {
			t.Errorf("Find(%s): %q, %v", dir, got, err)
		}
	}
	t.Chdir(deep)
	if got, err := Find("."); err != nil || got != root {
		t.Errorf("Find(.): %q, %v", got, err)
	}
	testutil.WriteFiles(t, root, map[string]string{"a/" + ConfigName: ""})
	if got, err := Find("."); err != nil || got != filepath.Join(root, "a") {
		t.Errorf("the nearer one: %q, %v", got, err)
	}
}

func TestFindNone(t *testing.T) {
	for _, dir := range []string{t.TempDir(), "/"} {
		_, err := Find(dir)
		e, ok := err.(*Error)
		if !ok || !strings.Contains(e.Why, ConfigName) || !strings.Contains(e.Hint(), "gleslayergen new") || e.ExitCode() != 1 {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
