package project

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
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

// Each module has functions to intercept if the author gives none, with the kind of hook that the author selects.
func TestModulesAlone(t *testing.T) {
	for _, name := range modules.Names() {
		config := Config{Name: "a", Init: "active", API: "egl=1.5,gles2=3.2", Extensions: "all", Sets: []string{name}}
		plan, err := Plan(registry.Builtin(), &config, "a", nil)
		if err != nil || len(plan.Intercepted()) == 0 {
			t.Errorf("%s: %v", name, err)
		}
		for _, rule := range config.InterceptForModules("observe") {
			if rule.Hooks != "observe" {
				t.Errorf("%s: %+v", name, rule)
			}
		}
	}
	for intercept, fault := range map[string]bool{"": true, "glClear,!glClear": true, "glClear": false} {
		config := Config{Name: "a", Init: "active", API: "egl=1.5,gles2=3.2", Extensions: "all"}
		if intercept != "" {
			config.Intercept, config.Sets = ParseIntercepts([]string{intercept}, "none"), []string{"log"}
		}
		if _, err := Plan(registry.Builtin(), &config, "a", nil); (err != nil) != fault {
			t.Errorf("%q: %v", intercept, err)
		}
	}
}

// The advice about kinds of hook has each of them.
func TestHookKindAdvice(t *testing.T) {
	for _, kind := range HookKinds {
		if !strings.Contains(HookKindAdvice, strconv.Quote(kind)) {
			t.Errorf("no %q in: %s", kind, HookKindAdvice)
		}
	}
}
