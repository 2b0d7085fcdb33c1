package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// see is the part of the decision that a case checks.
func (c gateCase) got(g *gate) string {
	d, a := Device{}, App{Package: "a.b", ABI: "arm64-v8a", Debuggable: true, DataDir: "/d", LibDirs: "/l1:/l2"}
	s := Settings{Enable: "1", App: "a.b", Layers: "A.so"}
	if c.release != "" {
		d.Release, _ = FindRelease(c.release)
	}
	all(c.change)(&d, &a, &s)
	got := g.decide(d, a, s, map[string]Package{
		"p": {"/p", "/p.apk", "arm64-v8a", "armeabi"},
		"q": {"/q", "/q.apk", "x86", "arm64-v8a"},
	})
	switch c.see {
	case "gate":
		return fmt.Sprint(got.Gate)
	case "system":
		return fmt.Sprint(got.SystemDir)
	case "list":
		return got.List
	case "path":
		return got.Path
	case "crash":
		return got.Crash
	case "log":
		return strings.ReplaceAll(strings.Join(got.Log, " / "), " GraphicsEnvironment:", ":")
	case "from":
		return got.From
	}
	return "nothing is called " + c.see
}

func TestDecide(t *testing.T) {
	for _, c := range gateCases {
		if got := c.got(theGate()); got != c.want {
			t.Errorf("%s %s: %s is %q, not %q", c.release, c.name, c.see, got, c.want)
		}
	}
}

// If one row of gate.txt is changed, some case fails, and only cases that name the row's rule. Each rule that
// a case names has a row whose change makes the case fail.
func TestEveryRowOfTheGateCounts(t *testing.T) {
	needed := map[int]map[string]bool{}
	for i, row := range theGate().rows {
		failed := failing(broken(i))
		if len(failed) == 0 {
			t.Errorf("%s %s (%s): no case fails without this row", row.question, row.answer, row.reason)
		}
		for _, c := range failed {
			if needed[c] == nil {
				needed[c] = map[string]bool{}
			}
			needed[c][row.rule] = true
		}
	}
	for i, c := range gateCases {
		named := slices.Sorted(slices.Values(strings.Fields(c.rules)))
		if got := slices.Sorted(maps.Keys(needed[i])); !slices.Equal(got, named) {
			t.Errorf("%s %s (%s): needs rules %v, names %v", c.release, c.name, c.see, got, named)
		}
	}
}

// broken returns the table with the answer of one row inverted.
func broken(i int) *gate {
	g := &gate{rows: slices.Clone(theGate().rows), sets: theGate().sets}
	turned, ok := map[string]string{"yes": "no", "no": "yes", "java": "none", "none": "java", "crash": "skip"}[g.rows[i].answer]
	if !ok {
		turned = "broken"
	}
	g.rows[i].answer = turned
	return g
}

// A row that does not apply to all releases has cases for its first and its last release.
func TestEveryEndOfARowCounts(t *testing.T) {
	for i, row := range theGate().rows {
		if row.releases.size() == len(allReleases()) {
			continue
		}
		first, last := int(row.releases.from), int(row.releases.to)-1
		for _, at := range slices.Compact([]int{first, last}) {
			g := broken(i)
			g.rows[i].releases = newRange(at, at+1)
			rest := row
			rest.releases = newRange(first+1, last+1)
			if at == last {
				rest.releases = newRange(first, last)
			}
			g.rows = slices.Insert(g.rows, i, rest)
			if len(failing(g)) == 0 {
				t.Errorf("%s %s (%s): no case on %s", row.question, row.answer, row.reason, allReleases()[at].ID)
			}
		}
	}
}

func failing(g *gate) []int {
	var failed []int
	for i, c := range gateCases {
		if c.got(g) != c.want {
			failed = append(failed, i)
		}
	}
	return failed
}

// The rules of docs/layerloader that are decided before the loader runs. Rows cite only existing rules.
func TestRulesOfTheGate(t *testing.T) {
	want := strings.Fields("1.1 1.2 1.6 1.11 6.19 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 7.9")
	have := map[string]bool{}
	for _, row := range theGate().rows {
		have[row.rule] = true
		checkCited(t, row.reason, "rule "+row.rule)
		checkCited(t, row.reason, row.reason)
	}
	if got := slices.Sorted(maps.Keys(have)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("rules %v, not %v", got, want)
	}
}

func TestDirs(t *testing.T) {
	d := Decision{Handed: Handed{Path: "/d:/l"}}
	if got := d.Dirs("/s"); !slices.Equal(got, []string{"/d", "/l"}) {
		t.Errorf("folders %q", got)
	}
	d.SystemDir, d.Path = true, ""
	if got := d.Dirs("/s"); !slices.Equal(got, []string{"/s", ""}) {
		t.Errorf("folders of a native program %q", got)
	}
}

// Braces in external values are not expanded as parameters.
func TestBracesInNames(t *testing.T) {
	d := Decide(Device{}, App{Package: "{libs}", Debuggable: true, DataDir: "/{packages}", LibDirs: "/l"},
		Settings{Enable: "1", App: "{libs}", Layers: "{app}", LayerApp: "{data}"}, nil)
	if d.Path != "/{packages}:/l" || d.List != "{app}" || !strings.Contains(d.Log[2], "'{data}' not installed") {
		t.Errorf("%+v", d)
	}
}

func ExampleDecide() {
	release, _ := FindRelease("11")
	d := Decide(Device{Release: release, Property: "libp.so"},
		App{Package: "com.example.game", ABI: "arm64-v8a", DataDir: "/data/user/0/com.example.game", LibDirs: "/data/app/game/lib/arm64"},
		Settings{Enable: "1", App: "com.example.game", Layers: "liba.so"}, nil)
	for _, s := range d.Taken() {
		fmt.Printf("%-4s %s\n", s.Rule, s.Text)
	}
	fmt.Printf("list %q, path %q\n", d.List, d.Path)
	// Output:
	// 7.1  the process of the app reads the settings once, when it starts
	// 7.3  the process is not dumpable (PR_GET_DUMPABLE): none of the conditions for it is met
	// 7.3  com.example.game cannot use layers of the settings: it is not debuggable, and no other condition of rule 7.3 is met
	// 7.2  the settings have no effect: layers of the settings are not allowed in this process
	// 1.2  the list of layers is the property debug.gles.layers (libp.so), which applies to every app
	// 7.6  the search path of the app contains only its own library directories
	// 1.6  /data/local/debug/gles is not searched: no condition of rule 1.6 is met
	// list "", path "/data/app/game/lib/arm64"
}
