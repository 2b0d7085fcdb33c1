package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/registry"
)

// planModules returns the plan of a layer with modules.
func planModules(t *testing.T, kind HookKind, intercept string, sets ...string) *Plan {
	t.Helper()
	in := Input{Name: "a", Module: "a", Scope: registry.FullScope(), Sets: sets}
	if intercept != "" {
		in.Rules = ParseRules(intercept, kind)
	}
	p, err := New(registry.Builtin(), in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOrderOfModules checks that the code of modules before a hook has the order of the list, and the code after it the reverse.
func TestOrderOfModules(t *testing.T) {
	before := map[string]string{"calls": "count", "atrace": "begin_slice"}
	after := map[string]string{"log": "log", "errors": "check_errors", "atrace": "end_slice"}
	for _, sets := range [][]string{{"log", "errors", "calls", "atrace"}, {"atrace", "calls", "errors", "log"}, {"calls", "log", "atrace", "errors"}} {
		p := planModules(t, HookGo, "glCreateProgram", sets...)
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

// TestNeededCommands checks that a module surrounds the commands that it needs, and logs only intercepted ones.
func TestNeededCommands(t *testing.T) {
	for _, c := range []struct {
		sets []string
		want string
	}{
		{[]string{"log"}, "glClear"},
		{[]string{"errors"}, "eglCreateContext eglDestroyContext eglGetError eglMakeCurrent eglReleaseThread eglTerminate glClear glGetError"},
		{[]string{"frames"}, "eglSwapBuffers eglSwapBuffersWithDamageKHR"},
		{[]string{"calls"}, "eglTerminate glClear"},
		{[]string{"atrace", "log"}, "glClear"},
		{[]string{"log", "errors"}, "eglCreateContext eglDestroyContext eglGetError eglMakeCurrent eglReleaseThread eglTerminate glClear glGetError"},
		{nil, ""},
	} {
		p := planModules(t, HookNone, "glClear", c.sets...)
		var with []string
		for _, cmd := range p.Commands {
			if cmd.hasModules() {
				with = append(with, cmd.Name)
			}
			if cmd.hasModules() != strings.HasPrefix(string(hookName(cmd)), "(layer_fn)modules_") || ownHook(cmd) != "NULL" {
				t.Errorf("%s: %s around %s", cmd.Name, hookName(cmd), ownHook(cmd))
			}
			if slices.Contains(append(cmd.before(), cmd.after()...), "log") && cmd.Hook == "" {
				t.Errorf("%s is logged, but not intercepted", cmd.Name)
			}
		}
		if got := strings.Join(with, " "); got != c.want {
			t.Errorf("%v: %s", c.sets, got)
		}
	}
}

// A module that answers calls is outside of those that track the state, which must not see these calls.
func TestSkippingModulesAreOutside(t *testing.T) {
	for _, c := range []struct{ sets, want string }{
		{"inject", "inject raise contexts"},
		{"errors inject log", "errors inject raise contexts log"},
		{"draw log inject", "inject draw contexts log raise"},
		{"memory inject", "inject memory contexts raise"},
		{"log hud inject", "log inject hud memory contexts gputime draw raise"},
	} {
		p := planModules(t, HookNone, "glClear", strings.Fields(c.sets)...)
		if got := strings.Join(p.Sets, " "); got != c.want {
			t.Errorf("%s: %s, not %s", c.sets, got, c.want)
		}
	}
	p := planModules(t, HookNone, "glClear", "log", "inject", "calls")
	for _, cmd := range p.Commands {
		if cmd.Name == "glClear" && (!slices.Equal(cmd.before(), []string{"log", "skip:inject", "count"}) || !slices.Equal(cmd.after(), []string{"skipped:inject"})) {
			t.Errorf("%v %v", cmd.before(), cmd.after())
		}
	}
}

func TestUnknownModule(t *testing.T) {
	if _, err := New(registry.Builtin(), Input{Name: "a", Scope: registry.FullScope(), Sets: []string{"lag"}}); err == nil || !strings.Contains(err.Error(), `"lag"`) {
		t.Errorf("%v", err)
	}
}

// TestWords checks that every value of every command has a format, and that only the tables in use are generated.
func TestWords(t *testing.T) {
	all, err := planModules(t, HookNone, "@all", "log").formatTables()
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
	few, err := planModules(t, HookNone, "glClear", "log").formatTables()
	if err != nil || len(few.Groups) != 2 || len(few.Commands) != 1 {
		t.Errorf("%+v, %v", few, err)
	}
}

// TestExplainAddsNoCode checks that the module explain adds no code to GL functions: the hooked functions have the code of the
// module errors.
func TestExplainAddsNoCode(t *testing.T) {
	with, without := planModules(t, HookNone, "gl*,egl*", "explain"), planModules(t, HookNone, "gl*,egl*", "errors")
	gl, egl := 0, 0
	for i, c := range with.Commands {
		other := without.Commands[i]
		same := c.Name == other.Name && slices.Equal(c.before(), other.before()) && slices.Equal(c.after(), other.after()) && c.always() == other.always()
		switch {
		case !strings.HasPrefix(c.Name, "egl"):
			gl++
			if !same {
				t.Errorf("%s: %v, with errors alone %v", c.Name, c.after(), other.after())
			}
		case !c.Void() && slices.Contains(c.after(), "egl_failed"):
			egl++
		}
	}
	if gl < 800 || egl < 100 {
		t.Errorf("%d GL functions, %d EGL functions", gl, egl)
	}
}

// TestExplainTable checks that the table has the rules of each intercepted function, and those parts of them that differ once.
func TestExplainTable(t *testing.T) {
	p := planModules(t, HookNone, "glBindBufferBase,glBindBufferRange,eglMakeCurrent", "explain")
	texts := map[string]bool{}
	for _, text := range p.explain.Texts {
		if texts[text] {
			t.Errorf("%q is twice in the table", text)
		}
		texts[text] = true
	}
	for _, c := range p.explain.Commands {
		for _, r := range c.Rules {
			if p.explain.Texts[r.TextAt] != r.Text || p.explain.Texts[r.SectionAt] != r.Section || !slices.Equal(p.explain.Terms[r.TermsAt:][:len(r.Terms)], r.Terms) {
				t.Errorf("%s: %q has other parts", c.Name, r.Text)
			}
		}
	}
	if len(p.explain.Commands) != 3 {
		t.Errorf("%d functions", len(p.explain.Commands))
	}
}

// TestSwitchable checks that a README names as an example only a module that can be switched, and that the text of each other module
// says that it cannot.
func TestSwitchable(t *testing.T) {
	for _, m := range modules.All {
		sets := planModules(t, HookC, "glClear", m.Name).switchable()
		_, can := m.Switch()
		if slices.Contains(sets, m.Name) != can {
			t.Errorf("%s: switchable returns %q", m.Name, sets)
		}
		if says := strings.Contains(m.Text, "cannot be switched off"); says == can {
			t.Errorf("%s: its text says that it cannot be switched off: %t", m.Name, says)
		}
	}
	for set, want := range map[string]string{"contexts": "", "objects": "", "contexts,log": "`A_SETS=-log`", "log": "disables modules while the app runs: `adb shell setprop debug.a.sets -log` on a device,\n`A_SETS=-log`"} {
		text := readme(t, planModules(t, HookC, "glClear", strings.Split(set, ",")...))
		if _, example, _ := strings.Cut(text, "The setting `sets`"); want == "" && example != "" || !strings.Contains(example, want) {
			t.Errorf("%s: %s", set, text)
		}
	}
}

// readme returns the README of a project in C.
func readme(t *testing.T, p *Plan) string {
	t.Helper()
	pack, err := loadPack("c")
	if err != nil {
		t.Fatal(err)
	}
	files, err := Render(p, pack)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == "README.md" })
	return string(files[i].Content)
}
