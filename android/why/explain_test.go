package why

import (
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/rules"
)

func states(d Diagnosis, s State) []string {
	var ids []string
	for _, r := range d.Results {
		if r.State == s {
			ids = append(ids, strings.TrimPrefix(r.ID, Prefix))
		}
	}
	return ids
}

// unmetConditions returns the ids of failed questions, without the one that fails for every app that was never started.
func unmetConditions(d Diagnosis) []string {
	return slices.DeleteFunc(states(d, Fails), func(id string) bool { return id == "running" })
}

func TestAllIsWell(t *testing.T) {
	d := Explain(wellDevice())
	if !d.Loaded || d.First != nil || len(states(d, Fails)) > 0 || len(states(d, Open)) > 0 {
		t.Errorf("loaded %v, first %v, no: %v, open: %v", d.Loaded, d.First, states(d, Fails), states(d, Open))
	}
	if len(d.Layers) != 1 || d.Layers[0] != (Loaded{layer, data + "/" + layer, "11-21 10:00:00.100", 4711}) {
		t.Errorf("layers %+v", d.Layers)
	}
}

// TestFaults checks that each fault is found by its question only, and that the question's command fixes it.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.id+"/"+f.name, func(t *testing.T) {
			e := wellDevice()
			f.spoil(&e)
			d := Explain(e)
			want := []string{f.id}
			if f.id == "running" {
				want = nil
			}
			if got := unmetConditions(d); !slices.Equal(got, want) {
				t.Errorf("no: %v, want %v", got, want)
			}
			r := result(d, f.id)
			if r.Stops != !d.Loaded {
				t.Errorf("loaded: %v", d.Loaded)
			}
			if r.Stops && (d.First == nil || d.First.ID != Prefix+f.id) {
				t.Errorf("first: %+v", d.First)
			}
			if f.remedy != "" && r.Remedy != f.remedy {
				t.Errorf("remedy %q", r.Remedy)
			}
			if r.What == "" || len(r.Evidence) == 0 || strings.ContainsAny(r.What+r.Remedy, "{}") && f.id != "selinux" {
				t.Errorf("%+v", r)
			}
		})
	}
}

func result(d Diagnosis, id string) Result {
	for _, r := range d.Results {
		if r.ID == Prefix+id {
			return r
		}
	}
	return Result{}
}

// TestEveryQuestionHasAFault checks that each question has a fault that it detects, and each check a
// question.
func TestEveryQuestionHasAFault(t *testing.T) {
	checkedSeparately := map[string]bool{}
	for _, row := range Tree() {
		if checkedSeparately[row.ID] {
			t.Errorf("%s is asked twice", row.ID)
		}
		checkedSeparately[row.ID] = true
		if !slices.ContainsFunc(faults, func(f fault) bool { return f.id == row.ID }) {
			t.Errorf("%s: no fault", row.ID)
		}
		if _, there := rules.FindTopic("rule-" + row.Rule); !there {
			t.Errorf("%s: no rule %s", row.ID, row.Rule)
		}
	}
	for id := range checks {
		if !checkedSeparately[id] {
			t.Errorf("%s is not asked", id)
		}
	}
}

// TestUnread checks that data that was not read gives unknown results, never failed ones.
func TestUnread(t *testing.T) {
	for _, c := range []struct {
		name, id   string
		unreadable func(*Evidence)
	}{
		{"data folder of a release app", "found", func(e *Evidence) {
			unstarted(e)
			e.Places[1].Files, e.Places[1].Unreadable = nil, "run-as: package not debuggable"
		}},
		{"file too large", "entry-points", file(func(f *File) { f.Object = nil })},
		{"ABI not said", "abi", func(e *Evidence) { unstarted(e); e.App.ABI = "" }},
		{"the log was cleared", "restarted", func(e *Evidence) { e.Start = nil }},
		{"SELinux enforces", "selinux", moved(device.SystemDir)},
		{"nobody knows who sees a package", "visible", from(func(e *Evidence) { e.Sees = nil })},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := wellDevice()
			c.unreadable(&e)
			d := Explain(e)
			if r := result(d, c.id); r.State != Open || r.Remedy == "" {
				t.Errorf("%s: %+v", c.id, r)
			}
			if got := unmetConditions(d); len(got) > 0 {
				t.Errorf("no: %v", got)
			}
		})
	}
}

// TestLogOverridesInference: the log overrides what is inferred. A file that could not be read here was loaded
// if the log shows it.
func TestLogOverridesInference(t *testing.T) {
	e := wellDevice()
	e.Places[1].Files, e.Places[1].Unreadable = nil, "run-as: package not debuggable"
	if d := Explain(e); !d.Loaded || len(states(d, Open)) > 0 || len(states(d, Fails)) > 0 {
		t.Errorf("loaded %v, open %v, no %v", d.Loaded, states(d, Open), states(d, Fails))
	}
}

// TestLoadedBeforeTheSettingsChanged: a process that has its layers keeps them when the settings change. The
// next start is reported separately.
func TestLoadedBeforeTheSettingsChanged(t *testing.T) {
	e := wellDevice()
	e.Settings.Enable = "0"
	d := Explain(e)
	if !d.Loaded || len(d.Notes()) == 0 || d.Notes()[0].ID != "why-enabled" {
		t.Errorf("loaded %v, notes %+v", d.Loaded, d.Notes())
	}
}

// TestLoadedWhenItLastRan: a process that ended had its layers. The result reports that but is not "yes",
// whether or not the file is unchanged.
func TestLoadedWhenItLastRan(t *testing.T) {
	e := wellDevice()
	e.Process = Process{}
	if d := Explain(e); d.Loaded || !d.WasLoaded || d.First.ID != "why-running" || len(d.Layers) != 1 {
		t.Errorf("loaded %v, was %v, first %+v", d.Loaded, d.WasLoaded, d.First)
	}
	f := &e.Places[1].Files[0]
	f.Object, f.Damage, f.Changed = nil, "ends too early", "11-21 11:00:00.000"
	if d := Explain(e); d.Loaded || !d.WasLoaded || d.First.ID != "why-whole" {
		t.Errorf("loaded %v, was %v, first %+v", d.Loaded, d.WasLoaded, d.First)
	}
	e.Start.Found = nil
	if d := Explain(e); d.Loaded || d.WasLoaded {
		t.Error("loaded, without a line of the log")
	}
}

// TestDeletedWhileItRan: settings that were deleted while the app ran are reported in whole sentences, with
// their remedy once.
func TestDeletedWhileItRan(t *testing.T) {
	e := wellDevice()
	e.Settings = rules.Settings{}
	d := Explain(e)
	if r := result(d, "restarted"); !d.Loaded || r.What != "com.example.game (process 4711) started before the last change: gpu_debug_layers_gles is now empty" {
		t.Errorf("loaded %v, %+v", d.Loaded, r)
	}
	remedies := map[string]bool{}
	for _, n := range d.Notes() {
		if remedies[n.Remedy] || strings.Contains(n.Remedy, "LAYER.so") {
			t.Errorf("%+v", n)
		}
		remedies[n.Remedy] = true
	}
}

// TestAskedForOne: if one of two layers is there, a query for that layer returns yes.
func TestAskedForOne(t *testing.T) {
	e := wellDevice()
	e.Settings.Layers = layer + ":libb.so"
	e.Start = started(e.Settings.Layers, data+"/"+layer)
	if d := Explain(e); d.Loaded || d.First.ID != "why-found" {
		t.Errorf("loaded %v, first %+v", d.Loaded, d.First)
	}
	e.Requested = []string{layer}
	if d := Explain(e); !d.Loaded {
		t.Errorf("first %+v", d.First)
	}
}

func TestParseTree(t *testing.T) {
	good := "app\tandroid\t7.2\tstop\tQ?\tno\tcommand\tlearn\twhy\n"
	if rows, err := table.Parse("tree.tsv", "# text\n\n"+good, treeColumns, parseRow); err != nil || len(rows) != 1 {
		t.Error(rows, err)
	}
	for _, bad := range []string{"app\tandroid\n", strings.Replace(good, "stop", "halt", 1), strings.Replace(good, "android", "other", 1), strings.Replace(good, "command", "{x}", 1)} {
		if _, err := table.Parse("tree.tsv", bad, treeColumns, parseRow); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
