package project

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// The list of sets is checked before it is used; the message has the line.
func TestSetsInYAML(t *testing.T) {
	for list, want := range map[string]string{
		"[]":                            "",
		"[log, errors]":                 "",
		"[frames, calls, atrace]":       "",
		"[log, ./mine]":                 "",
		"[log, eror]":                   `y:3: sets: "eror": unknown module`,
		"[log, log]":                    `y:3: sets: "log": listed more than once`,
		"[calls, ./mine, log, ./other]": `y:3: sets: "log": listed after the hook set ./mine`,
	} {
		_, err := ParseConfig("y", []byte("name: a\ninit: active\nsets: "+list+"\n"))
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%s: %v", list, err)
		case want != "" && err.(*Error).Hint() == "":
			t.Errorf("%s: no advice", list)
		}
	}
	_, err := ParseConfig("y", []byte("name: a\ninit: active\nsets: [framse]\n"))
	if err == nil || !strings.Contains(err.(*Error).Hint(), `did you mean "frames"?`) {
		t.Errorf("%v", err)
	}
}

// A module without functions to intercept is an error; frames intercepts its own functions.
func TestSetsWatch(t *testing.T) {
	for _, c := range []struct {
		sets      []string
		intercept string
		fault     bool
	}{
		{[]string{"frames"}, "", false},
		{[]string{"log"}, "", true},
		{[]string{"frames", "errors"}, "", true},
		{[]string{"log", "errors"}, "glClear", false},
		{nil, "", true},
	} {
		config := Config{Name: "a", Init: "active", API: "egl=1.5,gles2=3.2", Extensions: "all", Sets: c.sets}
		if c.intercept != "" {
			config.Intercept = []Intercept{{c.intercept, "none"}}
		}
		if _, err := Plan(registry.Builtin(), &config, "a", nil); (err != nil) != c.fault {
			t.Errorf("%v with %q: %v", c.sets, c.intercept, err)
		}
		if rules, err := config.InterceptForModules(); (err != nil) != (c.fault && c.sets != nil || c.intercept != "") || c.sets != nil && err == nil && len(rules) != 2 {
			t.Errorf("%v: %v, %v", c.sets, rules, err)
		}
	}
}
