//go:build linux

package testhost

import (
	"slices"
	"strconv"
	"testing"
)

// hooked are the names that testdata/layer.c hooks and the app calls, by --ext also the last.
var hooked = []string{
	"eglChooseConfig", "eglSwapBuffers", "eglGetProcAddress", "glGetString", "glDrawArrays", "glUniform4f", "glReadPixels",
	"glGetInteger64vEXT",
}

// Layers are loaded last to first, and each is complete before the next begins (rules 1.8, 2.1).
func TestOrder(t *testing.T) {
	offered := release(t, "15").Offered()
	if len(offered) != 1105 {
		t.Fatalf("%d names are offered", len(offered))
	}
	report, _ := runApp(t, []string{layer(t, "A"), layer(t, "B")})
	const first, last = "eglGetDisplay", "glWindowRectanglesEXT"
	want := []Event{
		{"dlopen", 1, ""}, {"dlopen", 0, ""},
		{"initialize", 1, ""}, {"first", 1, first}, {"last", 1, last},
		{"initialize", 0, ""}, {"first", 0, first}, {"last", 0, last},
	}
	if !slices.Equal(report.Events, want) {
		t.Errorf("events %v, not %v", report.Events, want)
	}
	for i, layer := range report.Layers {
		if layer.Walked != 1105 || layer.Lookups != 0 {
			t.Errorf("layer %d was asked for %d names and %d more", i, layer.Walked, layer.Lookups)
		}
	}
	for i, name := range offered {
		if report.Functions[i].Name != name {
			t.Fatalf("function %d is %s, not %s", i, report.Functions[i].Name, name)
		}
	}
}

// What a layer gets as next, and from get_next, is what the layer below answered, for every name (rules 2.2, 2.8).
func TestChain(t *testing.T) {
	_, stderr := runApp(t, []string{layer(t, "A"), layer(t, "B")})
	if below, own := told(t, stderr, "A", "below"), told(t, stderr, "B", "own"); below != own {
		t.Errorf("A is not chained to B: %s, %s", below, own)
	}
	for _, name := range []string{"A", "B"} {
		if told(t, stderr, name, "strangers") != "0" {
			t.Errorf("%s: get_next differs from next", name)
		}
		if told(t, stderr, name, "eglFoo") != "(nil)" {
			t.Errorf("%s: get_next knows eglFoo", name)
		}
	}
}

// Each hook is called as often as the app calls, on every thread, and nothing else is touched. B's eglGetProcAddress
// also hears of the eglFoo that A asks get_next for (rule 2.8).
func TestHooks(t *testing.T) {
	report, stderr := runApp(t, []string{layer(t, "A"), layer(t, "B")}, "--ext", "--threads", "4", "--frames", "3")
	for _, name := range hooked {
		calls := report.Function(name).Calls
		if calls == 0 {
			t.Errorf("the app did not call %s", name)
		}
		want := map[string]uint64{"A": calls, "B": calls}
		if name == "eglGetProcAddress" {
			want["B"]++
		}
		for layer, want := range want {
			if got := told(t, stderr, layer, name); got != strconv.FormatUint(want, 10) {
				t.Errorf("%s: %s was called %s times, not %d", layer, name, got, want)
			}
		}
	}
	for _, f := range report.Functions {
		if f.Untouched == slices.Contains(hooked, f.Name) {
			t.Errorf("%s: untouched is %v", f.Name, f.Untouched)
		}
	}
}

// A name that Android's loader does not know comes to the layers at each query, driver side first (rules 3.1, 3.3).
func TestUnknownName(t *testing.T) {
	report, _ := runApp(t, []string{layer(t, "A"), layer(t, "B")}, "--ext", "--threads", "2")
	var lookups []Event
	for _, event := range report.Events {
		if event.Kind == "lookup" {
			lookups = append(lookups, event)
		}
	}
	const name = "glGetInteger64vEXT"
	want := []Event{{"lookup", 1, name}, {"lookup", 0, name}, {"lookup", 1, name}, {"lookup", 0, name}}
	if !slices.Equal(lookups, want) {
		t.Errorf("look-ups %v, not %v", lookups, want)
	}
}

// The two older names of the EGL driver list, and the one GL name that went: the count follows the release.
func TestReleases(t *testing.T) {
	for id, want := range map[string]int{"10": 1107, "11": 1107, "12": 1105, "15": 1105, "16": 1104} {
		table := newTables(namesOf(release(t, id)), nil)
		if table.Known != want || table.Platform != 86 || !slices.Equal(namesIn(table), release(t, id).Offered()) {
			t.Errorf("Android %s: %d names, %d of them the loader's", id, table.Known, table.Platform)
		}
	}
}

func namesIn(t tables) []string {
	var names []string
	for _, f := range t.Names {
		names = append(names, f.Name)
	}
	return names
}
