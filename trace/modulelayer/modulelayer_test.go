package modulelayer

import (
	"slices"
	"testing"
)

// Each module of the layer is off by default, and has a switch.
func TestOffByDefault(t *testing.T) {
	plan, err := layer.Plan()
	if err != nil {
		t.Fatal(err)
	}
	declared := plan.Settings()
	for _, name := range Modules() {
		if s, ok := declared.Find(name + ".on"); !ok || s.Default != "0" {
			t.Errorf("%s.on: %+v, %v", name, s, ok)
		}
	}
	if s, _ := declared.Find("draw.on"); s.Default != "1" {
		t.Errorf("draw.on: %+v; without it, the module hud draws nothing", s)
	}
	if n := len(plan.Commands); n < 900 {
		t.Errorf("the layer intercepts %d functions", n)
	}
}

func TestSwitches(t *testing.T) {
	if !slices.Contains(Modules(), "hud") || slices.Contains(Modules(), "contexts") {
		t.Errorf("modules: %q", Modules())
	}
	on := map[string]string{}
	for _, a := range Switches([]string{"hud", "explain"}) {
		on[a.Name] = a.Value
	}
	for name, want := range map[string]string{"hud.on": "1", "explain.on": "1", "errors.on": "1", "gputime.on": "", "log.on": ""} {
		if got, ok := on[name]; got != want || !ok {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}
