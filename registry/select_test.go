package registry

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func namesOf(list []*Command) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	return names
}

// TestSelect applies lists of patterns to the full scope.
func TestSelect(t *testing.T) {
	for _, c := range []struct{ patterns, want string }{
		{"eglChooseConfig", "eglChooseConfig"},
		{"glEnable,eglBindAPI", "eglBindAPI glEnable"},
		{" glEnable , , glEnable ,", "glEnable"},
		{"glDrawArrays*", "glDrawArrays glDrawArraysIndirect glDrawArraysInstanced glDrawArraysInstancedANGLE " +
			"glDrawArraysInstancedBaseInstanceEXT glDrawArraysInstancedEXT glDrawArraysInstancedNV"},
		{"eglWait??", "eglWaitGL"},
		{"glUniform[12]f", "glUniform1f glUniform2f"},
		{"glUniform[^1-3]f", "glUniform4f"},
		{"*SwapBuffers", "eglSwapBuffers"},
		{"@EGL_KHR_debug", "eglDebugMessageControlKHR eglLabelObjectKHR eglQueryDebugKHR"},
		{"@EGL_KHR_debug,!eglLabel*", "eglDebugMessageControlKHR eglQueryDebugKHR"},
		{"@EGL_KHR_debug,!@all,glEnable", "glEnable"},
		{"glEnable,!glEnable,glEnable", "glEnable"},
		{"!glEnable,glEnable", "glEnable"},
		{"! glEnable", ""}, // names contain no spaces
		{"", "nothing"},
		{" , ", "nothing"},
	} {
		got, err := Builtin().Select(FullScope(), []string{c.patterns})
		switch names := strings.Join(namesOf(got), " "); {
		case c.want == "" && err == nil:
			t.Errorf("%q: %s, want an error", c.patterns, names)
		case c.want == "nothing" && (err != nil || names != ""):
			t.Errorf("%q: %s, %v, want nothing", c.patterns, names, err)
		case c.want != "" && c.want != "nothing" && (err != nil || names != c.want):
			t.Errorf("%q: %s, %v\nwant %s", c.patterns, names, err, c.want)
		}
	}
}

func TestSelectGroups(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    int
	}{
		{"@all", 1060}, {"*", 1060}, {"@egl1.4", 34}, {"@egl1.5", 44}, {"@gles2.0", 142}, {"@gles3.1", 314},
		{"@gles3.2", 358}, {"@gles3.2,!@gles2.0", 358 - 142}, {"gl[a-z]*,!gl*", 0}, {"@GL_KHR_debug", 11},
	} {
		got, err := Builtin().Select(FullScope(), []string{c.pattern})
		if len(got) != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%s: %d commands (%v), want %d", c.pattern, len(got), err, c.want)
		}
	}
}

// TestOrder checks that "!" removes from the result of the patterns before it, in one list or in several.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		patterns []string
		want     string
	}{
		{[]string{"glEnable,glDisable", "!glEnable"}, "glDisable"},
		{[]string{"!glEnable", "glEnable,glDisable"}, "glDisable glEnable"},
		{[]string{"gl*able", "!glEn*", "!glDisable", "glEnable"}, "glEnable"},
	} {
		got, err := Builtin().Select(FullScope(), c.patterns)
		if names := strings.Join(namesOf(got), " "); err != nil || names != c.want {
			t.Errorf("%q: %s (%v), want %s", c.patterns, names, err, c.want)
		}
	}
}

func TestSelectInScope(t *testing.T) {
	r := Builtin()
	s := Scope{GLES2: "3.0", Extensions: []string{"GL_KHR_debug"}}
	got, err := r.Select(s, []string{"*DebugMessageControl*", "@all", "!*Draw*"})
	if err != nil {
		t.Fatal(err)
	}
	names := namesOf(got)
	if !slices.IsSorted(names) || !slices.Contains(names, "glDebugMessageControlKHR") ||
		slices.Contains(names, "glDebugMessageControl") || slices.Contains(names, "eglBindAPI") {
		t.Errorf("%v", names)
	}
	match, err := r.Match(s, "glDebug*")
	if err != nil || !slices.Contains(match, "glDebugMessageInsertKHR") || slices.Contains(match, "glDebugMessageInsert") {
		t.Errorf("Match gives %v (%v)", match, err)
	}
	if _, err := r.Match(s, "!glEnable"); err == nil {
		t.Error("Match takes nothing away")
	}
}

// TestSelectTogether uses one model from many goroutines, for the race detector.
func TestSelectTogether(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, p := range []string{"@all", "glDispatchCompute", "glDraw*", "eglChoseConfig", "glDrawElementsBaseVertex"} {
				Builtin().Select(Scope{GLES2: "2.0"}, []string{p})
			}
		})
	}
	wg.Wait()
}
