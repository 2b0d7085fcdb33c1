package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// The HUD counts every draw and every upload of the registry, with parameters that the command has.
func TestHudCounts(t *testing.T) {
	r := registry.Builtin()
	known := map[string]bool{}
	for _, c := range r.Commands {
		known[c.Name] = true
		isDraw := (strings.HasPrefix(c.Name, "glDraw") || strings.HasPrefix(c.Name, "glMultiDraw")) && hasParam(c, "mode")
		isUpload := slices.ContainsFunc(stateRows()[c.Name], func(row stateRow) bool {
			return row.action == "do" && (row.path == "image" || row.path == "buffer") && (hasParam(c, "pixels") || hasParam(c, "data")) && !strings.Contains(c.Name, "Clear")
		})
		code := string(hudCounts()[c.Name])
		if (isDraw || isUpload) && code == "" {
			t.Errorf("hud_counts.tsv: %s is missing", c.Name)
		}
		if code == "" {
			continue
		}
		_, list, _ := strings.Cut(strings.TrimSuffix(code, ")"), "(")
		for arg := range strings.SplitSeq(list, ", ") {
			if arg != "0" && arg != "1" && arg != "NULL" && !hasParam(c, arg) {
				t.Errorf("hud_counts.tsv: %s has no parameter %s", c.Name, arg)
			}
		}
	}
	for name := range hudCounts() {
		if !known[name] {
			t.Errorf("hud_counts.tsv: the registry has no %s", name)
		}
	}
}

// The module draw is on only for the HUD, unless the author lists it.
func TestListedModules(t *testing.T) {
	for _, c := range []struct {
		sets []string
		want bool
	}{{[]string{"hud"}, false}, {[]string{"hud", "draw"}, true}, {[]string{"draw"}, true}} {
		p := planModules(t, HookNone, "glClear", c.sets...)
		if p.listed("draw") != c.want || !p.HasSet("draw") || !p.HasSet("contexts") {
			t.Errorf("%v: %v, of %v", c.sets, p.listed("draw"), p.Sets)
		}
	}
}
