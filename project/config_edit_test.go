package project

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// edited applies an edit to a yaml file, and returns the text.
func edited(t *testing.T, text string, change func(c *configText) error) string {
	t.Helper()
	c, err := newConfigText("y", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := change(c); err != nil {
		if string(c.bytes()) != text {
			t.Errorf("refused, but changed to\n%s", c.bytes())
		}
		return err.Error()
	}
	return string(c.bytes())
}

const beginning = "name: a # é\ninit: active\n"

func TestAddRule(t *testing.T) {
	add := func(c *configText) error { return c.addRule(Intercept{"glDraw*,!glDrawBuffers*", "c"}) }
	const rule = `{match: "glDraw*,!glDrawBuffers*", hooks: c}`
	for from, to := range map[string]string{
		"intercept:\n  - {match: a, hooks: go} # why\n\n# use\nuse: []\n": "intercept:\n  - {match: a, hooks: go} # why\n  - " + rule + "\n\n# use\nuse: []\n",
		"intercept:\n- match: a\n  hooks: go\n  # inside\nuse: []\n":      "intercept:\n- match: a\n  hooks: go\n- " + rule + "\n  # inside\nuse: []\n",
		"intercept: # head\n    - match: \"a\"\n      hooks: 'go'":        "intercept: # head\n    - match: \"a\"\n      hooks: 'go'\n    - " + rule + "\n",
		"intercept: [{match: a, hooks: go}]\n":                            "intercept: [{match: a, hooks: go}, " + rule + "]\n",
		"intercept: [{match: ä, hooks: go}, ] # end\n":                    "intercept: [{match: ä, hooks: go}, " + rule + "] # end\n",
		"intercept: [\n  {match: a, hooks: go}\n]\n":                      "intercept: [\n  {match: a, hooks: go}\n, " + rule + "]\n",
		"intercept: []\n": "intercept: [" + rule + "]\n",
		"intercept:\n  - {match: a, hooks: go}\n  - {match: b,\n     hooks: c}": "intercept:\n  - {match: a, hooks: go}\n  - {match: b,\n     hooks: c}\n  - " + rule + "\n",
		"intercept:\nuse: [a]\n": "y: gleslayergen cannot edit YAML of this form",
		"":                       "y: gleslayergen cannot edit YAML of this form",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			from, to := strings.ReplaceAll(beginning+from, "\n", end), strings.ReplaceAll(beginning+to, "\n", end)
			to = strings.TrimPrefix(to, strings.ReplaceAll(beginning, "\n", end)+"y: ") // an error is the only result
			if got := strings.TrimPrefix(edited(t, from, add), "y: "); got != to {
				t.Errorf("%q\nbecame %q\nnot    %q", from, got, to)
			}
		}
	}
}

func TestAddRuleBehindMark(t *testing.T) {
	text := yaml.ByteOrderMark + "intercept: [{match: a, hooks: go}]\n" + beginning
	want := yaml.ByteOrderMark + "intercept: [{match: a, hooks: go}, {match: b, hooks: go}]\n" + beginning
	if got := edited(t, text, func(c *configText) error { return c.addRule(Intercept{"b", "go"}) }); got != want {
		t.Errorf("%q", got)
	}
}

func TestRemoveRule(t *testing.T) {
	for from, to := range map[string]string{
		"intercept:\n  # one\n  - {match: a, hooks: go}\n  # two\n  - {match: b, hooks: c} # b\n  - {match: c, hooks: c}\nuse: []\n": "intercept:\n  # one\n  - {match: a, hooks: go}\n  # two\n  - {match: c, hooks: c}\nuse: []\n",
		"intercept:\n- match: a\n  hooks: go\n- match: b\n  hooks: go\n":                                                             "intercept:\n- match: a\n  hooks: go\n",
		"intercept: [{match: a, hooks: go}, {match: b, hooks: go}]\n":                                                                "y: gleslayergen cannot edit YAML of this form",
	} {
		to = strings.TrimPrefix(beginning+to, beginning+"y: ")
		if got := edited(t, beginning+from, func(c *configText) error { return c.removeRule(1) }); strings.TrimPrefix(got, "y: ") != to {
			t.Errorf("%q\nbecame %q\nnot    %q", from, got, to)
		}
	}
}

func TestSetRegistry(t *testing.T) {
	for from, to := range map[string]string{
		"registry: builtin # facts\nuse: []\n":              "registry: {gl: ../a b.xml, egl: \"e,{}.xml\"} # facts\nuse: []\n",
		"registry: {gl: \"ä\", egl: b} # facts\n":           "registry: {gl: ../a b.xml, egl: \"e,{}.xml\"} # facts\n",
		"registry:\n  egl: b # old\n  gl: a\n":              "registry:\n  egl: \"e,{}.xml\" # old\n  gl: ../a b.xml\n",
		"use: []":                                           "use: []\nregistry: {gl: ../a b.xml, egl: \"e,{}.xml\"}\n",
		"registry: {gl: ../a b.xml, egl: \"e,{}.xml\"} #\n": "registry: {gl: ../a b.xml, egl: \"e,{}.xml\"} #\n",
	} {
		got := edited(t, beginning+from, func(c *configText) error { return c.setRegistry(RegistrySource{"../a b.xml", "e,{}.xml"}) })
		if got != beginning+to {
			t.Errorf("%q\nbecame %q\nnot    %q", from, got, beginning+to)
		}
	}
}

// A pattern that is removed and added again leaves the file unchanged.
func TestDropAndAddAgain(t *testing.T) {
	dir := createWith(t, Intercept{"eglChooseConfig", "go"}, Intercept{"glDraw*", "none"}, Intercept{"glClear", "none"})
	before := testutil.ReadText(t, dir, ConfigName)
	for _, words := range [][]string{{"-glDrawArrays", "+glDrawArrays"}, {"-glClear", "+none:glClear"}, {"-glDraw*Indirect", "+glDraw*Indirect"}} {
		for i, word := range words {
			if err := updateWith(t.Context(), requested(dir, []string{word})); err != nil {
				t.Fatal(err)
			}
			if same := testutil.ReadText(t, dir, ConfigName) == before; same != (i == 1) {
				t.Errorf("%s:\n%s", word, testutil.ReadText(t, dir, ConfigName))
			}
		}
	}
}

// Adding and removing without effect is not an error, and leaves the file unchanged.
func TestAddAndDropNothing(t *testing.T) {
	dir := createWith(t)
	u := planUpdate(t, requested(dir, []string{"+c:eglChooseConfig", "-glClear"}))
	if len(u.Changes) != 0 || len(u.Notes) != 2 {
		t.Errorf("%v, %q", u.Changes, u.Notes)
	}
	u.Close()
	for word, want := range map[string]string{"+!glClear": "the pattern begins with !, which excludes functions", "-eglChooseConfig": "the patterns match no function"} {
		_, err := PlanUpdate(t.Context(), UpdateRequest{Root: dir, Load: loadBuiltin, Add: requested("", []string{word}).Add, Drop: requested("", []string{word}).Drop})
		testutil.CheckHint(t, err, want)
	}
}

// FuzzEditConfig checks that edits have the requested effect, and change no line that they need not change.
func FuzzEditConfig(f *testing.F) {
	template, err := os.ReadFile("gleslayer.yaml.tmpl")
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{string(template), beginning + "intercept:\n  - {match: a, hooks: go}\n", beginning + "intercept: [{match: a, hooks: c}]\r\nregistry: {gl: a, egl: b}\r\n",
		yaml.ByteOrderMark + beginning + "intercept:\n- match: |\n    a\n  hooks: go\n# end"} {
		f.Add([]byte(text), "glDraw*,!x", "a b")
	}
	f.Fuzz(func(t *testing.T, text []byte, match, path string) {
		c, err := newConfigText("y", text)
		if err != nil {
			return
		}
		if !slices.Equal(c.bytes(), text) {
			t.Fatalf("%q became %q unasked", text, c.bytes())
		}
		for _, change := range []func() error{
			func() error { return c.addRule(Intercept{match, "go"}) },
			func() error { return c.setRegistry(RegistrySource{path, path}) },
			func() error { return c.removeRule(len(c.now.Intercept) - 1) },
		} {
			before := c.bytes()
			if len(c.now.Intercept) == 0 {
				return
			}
			err := change()
			again, parsed := ParseConfig("y", c.bytes())
			if parsed != nil || !reflect.DeepEqual(again, c.now) || err != nil && !slices.Equal(before, c.bytes()) {
				t.Fatalf("%q became %q: %v, %v", before, c.bytes(), err, parsed)
			}
		}
	})
}
