package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// planSets is a plan of a few commands with ready sets.
func planSets(t *testing.T, kind HookKind, intercept string, sets ...string) *Plan {
	t.Helper()
	in := Input{Name: "a", Module: "a", Scope: registry.FullScope(), Sets: sets}
	if intercept != "" {
		in.Rules = []Rule{{intercept, kind}}
	}
	p, err := New(registry.Builtin(), in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The code of modules before a hook is in the order of the list, the code after it in the reverse order.
func TestOrderOfSets(t *testing.T) {
	before := map[string]string{"calls": "count", "atrace": "begin_slice"}
	after := map[string]string{"log": "log", "errors": "check_errors", "atrace": "end_slice"}
	for _, sets := range [][]string{{"log", "errors", "calls", "atrace"}, {"atrace", "calls", "errors", "log"}, {"calls", "log", "atrace", "errors"}} {
		p := planSets(t, HookGo, "glCreateProgram", sets...)
		c := p.Intercepted()[0]
		codes := func(modules []string, of map[string]string) (list []string) {
			for _, m := range modules {
				if of[m] != "" {
					list = append(list, of[m])
				}
			}
			return list
		}
		back := slices.Clone(sets)
		slices.Reverse(back)
		if !slices.Equal(c.before(), codes(sets, before)) || !slices.Equal(c.after(), codes(back, after)) {
			t.Errorf("%v: before %v, after %v", sets, c.before(), c.after())
		}
	}
}

// A set takes along what it needs, and does there nothing else.
func TestWhatSetsNeed(t *testing.T) {
	for _, c := range []struct {
		sets []string
		want string
	}{
		{[]string{"log"}, "glClear"},
		{[]string{"errors"}, "eglCreateContext eglDestroyContext eglTerminate glClear glGetError"},
		{[]string{"frames"}, "eglSwapBuffers eglSwapBuffersWithDamageKHR"},
		{[]string{"calls"}, "eglTerminate glClear"},
		{[]string{"atrace", "log"}, "glClear"},
		{[]string{"log", "errors"}, "eglCreateContext eglDestroyContext eglTerminate glClear glGetError"},
		{nil, ""},
	} {
		p := planSets(t, HookNone, "glClear", c.sets...)
		var woven []string
		for _, cmd := range p.Commands {
			if cmd.woven() {
				woven = append(woven, cmd.Name)
			}
			if cmd.woven() != strings.HasPrefix(hookName(cmd), "(layer_fn)sets_") || ownHook(cmd) != "NULL" {
				t.Errorf("%s: %s around %s", cmd.Name, hookName(cmd), ownHook(cmd))
			}
			if slices.Contains(append(cmd.before(), cmd.after()...), "log") && cmd.Hook == "" {
				t.Errorf("%s is logged, but not intercepted", cmd.Name)
			}
		}
		if got := strings.Join(woven, " "); got != c.want {
			t.Errorf("%v: %s", c.sets, got)
		}
	}
}

func TestUnknownSet(t *testing.T) {
	if _, err := New(registry.Builtin(), Input{Name: "a", Scope: registry.FullScope(), Sets: []string{"lag"}}); err == nil || !strings.Contains(err.Error(), `"lag"`) {
		t.Errorf("%v", err)
	}
}

// Every value of every command has a way to be written, and only tables that commands use are there.
func TestWords(t *testing.T) {
	all, err := planSets(t, HookNone, "@all", "log").words()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, c := range all.Commands {
		for _, w := range c.Words {
			kinds[w.Kind]++
			if w.Kind == "" || w.Of < 0 {
				t.Errorf("%s: %+v", c.Name, w)
			}
		}
	}
	for _, kind := range []string{"NOTHING", "INT", "UINT", "HEX", "FLOAT", "POINTER", "GL_BOOLEAN", "EGL_BOOLEAN", "TOKEN", "ENUM", "BITS", "TEXT",
		"TEXT_OF", "ATTRIBS", "WIDE_ATTRIBS", "VALUE_OF"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s in all commands", kind)
		}
	}
	for _, g := range all.Groups {
		if !slices.IsSortedFunc(g.Tokens, func(a, b wordToken) int { return int(int64(a.Value) - int64(b.Value)) }) {
			t.Errorf("group %s is not sorted", g.Name)
		}
	}
	few, err := planSets(t, HookNone, "glClear", "log").words()
	if err != nil || len(few.Groups) != 2 || len(few.Commands) != 1 {
		t.Errorf("%+v, %v", few, err)
	}
}
