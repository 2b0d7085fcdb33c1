package deploy

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
)

// state parses "NAME=VALUE ..." with the short names enable, app, gles, pkgs, vk. An empty value means that
// the setting is set.
func state(t *testing.T, text string) values {
	t.Helper()
	short := map[string]string{"enable": settingEnable, "app": settingApp, "gles": settingLayers, "pkgs": settingLayerApps, "vk": settingVulkan}
	v := values{}
	for pair := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(pair, "=")
		if short[name] == "" {
			t.Fatalf("no setting: %q", name)
		}
		v[short[name]] = Value{Text: value, Set: true}
	}
	return v
}

// game is the configuration in these tests.
var game = layerRequest{app: "com.game", layers: []string{"a.so", "b.so"}}

// enabled returns the state after Enable on the given state, and the journal at that time.
func enabled(t *testing.T, w layerRequest, before string) (values, []Change) {
	t.Helper()
	now := state(t, before)
	to, err := readSettingsState(now, nil).plan(w)
	if err != nil {
		t.Fatal(err)
	}
	return to, record(now, to)
}

func TestPlan(t *testing.T) {
	const ours = "enable=1 app=com.game gles=a.so:b.so"
	layers := layerRequest{app: "com.game", layers: game.layers, layerApps: []string{"p", "q"}}
	replacing := layers
	replacing.replace = true
	for name, c := range map[string]struct {
		w          layerRequest
		before     string
		want, fail string
	}{
		"nothing set":            {game, "", ours, ""},
		"switched off":           {game, "enable=0", ours, ""},
		"set to nothing":         {game, "enable=0 app= gles= pkgs=", ours, ""},
		"packages":               {layers, "", ours + " pkgs=p:q", ""},
		"the same already":       {game, ours, ours, ""},
		"Vulkan, same app":       {layers, "enable=1 app=com.game vk=V pkgs=v:p", ours + " vk=V pkgs=p:q:v", ""},
		"Vulkan, no app":         {game, "vk=V", ours + " vk=V", ""},
		"Vulkan, other app":      {game, "enable=1 app=com.other vk=V", "", "com.other"},
		"another's app":          {game, "enable=1 app=com.other gles=x.so", "", "com.other"},
		"another's app, off":     {game, "enable=0 app=com.other", "", "com.other"},
		"another tool":           {game, "enable=1 app=com.game gles=x.so", "", "the setting gpu_debug_layers_gles already has another value: x.so"},
		"another tool's package": {game, "enable=1 app=com.game pkgs=x", "", "the setting gpu_debug_layer_app already has another value: x"},
		"part of our packages":   {layers, "pkgs=q", ours + " pkgs=p:q", ""},
		"replace an app":         {replacing, "enable=1 app=com.other gles=x.so vk=V pkgs=x", ours + " pkgs=p:q", ""},
		"replace, keep Vulkan":   {replacing, "enable=1 app=com.game gles=x.so vk=V pkgs=x", ours + " vk=V pkgs=p:q:x", ""},
	} {
		t.Run(name, func(t *testing.T) {
			to, err := readSettingsState(state(t, c.before), nil).plan(c.w)
			var e *android.Error
			switch {
			case c.fail != "" && (!errors.As(err, &e) || !strings.Contains(e.Why, c.fail) || !strings.Contains(e.Advice, "--replace")):
				t.Errorf("no error with %q: %v", c.fail, err)
			case c.fail == "" && (err != nil || !maps.Equal(to, state(t, c.want))):
				t.Errorf("%v, not %s: %v", to, c.want, err)
			}
		})
	}
}

// TestTheWayBack enables layers, changes some settings as another process would, and restores.
func TestTheWayBack(t *testing.T) {
	layers := game
	layers.layerApps, layers.replace = []string{"p"}, true
	for name, c := range map[string]struct {
		w              layerRequest
		before, since  string // all settings since then; "": unchanged
		undo, disabled string
	}{
		"as it was":              {game, "enable=0", "", "enable=0", "enable=0"},
		"Vulkan before":          {layers, "enable=1 app=com.game vk=V pkgs=v", "", "enable=1 app=com.game vk=V pkgs=v", "enable=1 app=com.game vk=V pkgs=v"},
		"Vulkan before, off":     {layers, "vk=V", "", "vk=V", "vk=V"},
		"Vulkan joined":          {layers, "", "enable=1 app=com.game gles=a.so:b.so pkgs=p:v vk=V", "enable=1 app=com.game pkgs=v vk=V", "enable=1 app=com.game pkgs=v vk=V"},
		"Vulkan gone":            {game, "enable=1 app=com.game vk=V", "enable=1 app=com.game gles=a.so:b.so", "enable=1 app=com.game", ""},
		"replaced another's":     {layers, "enable=1 app=o gles=x.so vk=V pkgs=x", "", "enable=1 app=o gles=x.so vk=V pkgs=x", "enable=1 app=o gles=x.so vk=V pkgs=x"},
		"other layers since":     {game, "", "enable=1 app=com.game gles=x.so", "gles=x.so", ""},
		"other app since":        {game, "", "enable=1 app=o gles=x.so", "app=o gles=x.so", ""},
		"somebody cleaned up":    {layers, "enable=0", "", "enable=0", "enable=0"},
		"somebody turned it off": {game, "", "enable=0 app=com.game gles=a.so:b.so", "enable=0", ""},
	} {
		t.Run(name, func(t *testing.T) {
			now, made := enabled(t, c.w, c.before)
			if c.since != "" {
				now = state(t, c.since)
			}
			g := readSettingsState(now, made)
			if got := g.undo(); !maps.Equal(got, state(t, c.undo)) {
				t.Errorf("undone: %v, not %s", got, c.undo)
			}
			if got := g.unplan(); !maps.Equal(got, state(t, c.disabled)) {
				t.Errorf("disabled: %v, not %s", got, c.disabled)
			}
		})
	}
}

// TestDisableWithoutAJournal removes a configuration that another machine or tool left.
func TestDisableWithoutAJournal(t *testing.T) {
	for before, want := range map[string]string{
		"enable=1 app=a gles=x.so pkgs=p":      "",
		"enable=1 app=a gles=x.so pkgs=p vk=V": "enable=1 app=a pkgs=p vk=V",
		"enable=1 app=a pkgs=p vk=V":           "enable=1 app=a pkgs=p vk=V",
		"enable=1 app=a":                       "",
		"":                                     "",
	} {
		if got := readSettingsState(state(t, before), nil).unplan(); !maps.Equal(got, state(t, want)) {
			t.Errorf("%s: %v, not %s", before, got, want)
		}
	}
}

// TestAgain replaces our first configuration by a second one: this needs no permission to replace, and undo
// leads to the initial state.
func TestAgain(t *testing.T) {
	const before = "enable=0 vk=V pkgs=v"
	first := game
	first.layerApps = []string{"p"}
	now, made := enabled(t, first, before)
	second := layerRequest{app: "com.game", layers: []string{"c.so"}, layerApps: []string{"q"}}
	to, err := readSettingsState(now, made).plan(second)
	if err != nil || !maps.Equal(to, state(t, "enable=1 app=com.game gles=c.so pkgs=q:v vk=V")) {
		t.Fatalf("%v %v", to, err)
	}
	made = append(made, record(now, to)...)
	if got := readSettingsState(to, made).undo(); !maps.Equal(got, state(t, before)) {
		t.Errorf("%v, not %s", got, before)
	}
}

// TestEveryStep interrupts enable and the restore after each single write. Undo must always return to the
// initial state.
func TestEveryStep(t *testing.T) {
	w := game
	w.layerApps, w.replace = []string{"p"}, true
	for _, before := range []string{"", "enable=0", "enable=1 app=com.game vk=V pkgs=v", "enable=1 app=o gles=x.so vk=V pkgs=x", "app= gles="} {
		start := state(t, before)
		to, made := enabled(t, w, before)
		for n := range len(settingOrder) + 1 {
			now := partly(start, changes(start, to), n)
			g := readSettingsState(now, made)
			if got := g.undo(); !maps.Equal(got, start) {
				t.Errorf("%q, %d written: %v", before, n, got)
			}
			back := undoChanges(now, g.undo())
			for m := range len(back) + 1 {
				if got := readSettingsState(partly(now, back, m), made).undo(); !maps.Equal(got, start) {
					t.Errorf("%q, %d written, %d put back: %v", before, n, m, got)
				}
			}
		}
	}
}

// partly returns the state after the first n of some changes.
func partly(from values, all []Change, n int) values {
	v := maps.Clone(from)
	for _, c := range all[:min(n, len(all))] {
		v.assign(c.Name, Value{Text: c.After, Set: c.AfterSet})
	}
	return v
}

// TestTheSwitchIsLastAndFirst checks that an incomplete configuration is never enabled.
func TestTheSwitchIsLastAndFirst(t *testing.T) {
	to, made := enabled(t, game, "")
	if last := made[len(made)-1]; last.Name != settingEnable {
		t.Errorf("%s is written last", last.Name)
	}
	if first := undoChanges(to, values{})[0]; first.Name != settingEnable {
		t.Errorf("%s is put back first", first.Name)
	}
	if !slices.ContainsFunc(made, func(c Change) bool { return c.Name == settingVulkan && !c.AfterSet }) {
		t.Error("it is not written down that there was no Vulkan set-up")
	}
}
