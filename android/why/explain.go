package why

import (
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// Prefix is printed before the id of a row: "why-abi" is a topic of explain.
const Prefix = "why-"

// State is the answer to a question.
type State string

// The states. Skipped means that the question does not apply.
const (
	OK      State = "ok"
	Fails   State = "fails"
	Open    State = "unknown"
	Skipped State = "skipped"
)

// Result is a question and its answer.
type Result struct {
	ID       string   `json:"id"`    // of the condition, an argument for explain
	Rule     string   `json:"rule"`  // loader rule, an argument for explain
	Stage    string   `json:"stage"` // app, settings, file or start
	Stops    bool     `json:"stops"` // layers do not load if the condition is not met
	Question string   `json:"question"`
	State    State    `json:"state"`
	What     string   `json:"what"`     // the finding
	Evidence []string `json:"evidence"` // output of the device that proves What, unchanged
	Remedy   string   `json:"remedy,omitempty"`
}

// Loaded is a layer that the loader opened, in a process that may have ended.
type Loaded struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Since string `json:"since"`
	PID   int    `json:"pid"`
}

// Diagnosis reports whether layers load into an app, and why not.
type Diagnosis struct {
	App       string   `json:"app"`
	Loaded    bool     `json:"loaded"`    // all requested layers are loaded in a running process
	WasLoaded bool     `json:"wasLoaded"` // all requested layers were loaded in the last process, which has ended
	Layers    []Loaded `json:"layers"`
	First     *Result  `json:"first,omitempty"` // the first condition that prevents loading
	Results   []Result `json:"results"`
}

// Explain evaluates every question of the tree.
func Explain(e Evidence) Diagnosis {
	ev := newEvaluation(&e)
	d := Diagnosis{App: e.App.Package, Layers: ev.loaded()}
	d.Loaded = ev.complete(d.Layers)
	if ev.Process.PID == 0 {
		d.Loaded, d.WasLoaded = false, d.Loaded
	}
	for _, row := range theTree() {
		d.Results = append(d.Results, ev.answer(row))
	}
	if !d.Loaded {
		d.First = prependPush(first(d.Results), d.Results)
	}
	return d
}

// prependPush puts a push before a remedy that changes settings, because device enable rejects a layer that it does
// not find. If only the file's name is wrong, the settings get the right one.
func prependPush(r *Result, results []Result) *Result {
	if r == nil || r.State != Fails || !strings.Contains(r.Remedy, enableFlag) {
		return r
	}
	i := slices.IndexFunc(results, func(f Result) bool { return f.Stage == "file" && f.State == Fails })
	if i < 0 || r.Stage == "file" {
		return r
	}
	whole := *r
	whole.Remedy = results[i].Remedy
	if !strings.Contains(whole.Remedy, enableFlag) {
		whole.Remedy += " && " + r.Remedy
	}
	return &whole
}

// enableFlag occurs in each command that writes the settings.
const enableFlag = " enable --app "

// answer evaluates one question.
func (ev *evaluation) answer(row Row) Result {
	found := checks[row.ID](ev)
	h := ev.placeholders(found.fill)
	r := Result{ID: Prefix + row.ID, Rule: row.Rule, Stage: row.Stage, Stops: row.Stops, Question: row.Question,
		State: found.state, What: found.what, Evidence: append([]string{}, found.evidence...)}
	switch found.state {
	case Fails:
		r.What, r.Remedy = h.expand(row.No), row.Remedy
	case Open:
		r.Remedy = row.Learn
	}
	untyped := h.removeUntypeable(r.Remedy)
	for _, stands := range slices.Sorted(maps.Keys(untyped)) {
		r.What += "; the name \"" + untyped[stands] + "\" has characters that cannot be typed; the command shows " + stands + " instead of this name; rename the file, then use the new name in the command"
	}
	r.Remedy = h.command(r.Remedy)
	return r
}

// first returns the first result that prevents loading; if none fails, the first unknown one.
func first(results []Result) *Result {
	for _, state := range []State{Fails, Open} {
		i := slices.IndexFunc(results, func(r Result) bool { return r.Stops && r.State == state })
		if i >= 0 {
			return &results[i]
		}
	}
	return nil
}

// Notes returns the failed results that do not prevent loading. Of results with the same remedy it returns
// the first.
func (d Diagnosis) Notes() []Result {
	var notes []Result
	for _, r := range d.Results {
		duplicate := slices.ContainsFunc(notes, func(n Result) bool { return n.Remedy == r.Remedy })
		if r.State == Fails && !duplicate && (!r.Stops || d.Loaded) {
			notes = append(notes, r)
		}
	}
	return notes
}

// replacesSettings reports whether the settings contain values for another app, list or package, which device
// enable overwrites only with --replace.
func (ev *evaluation) replacesSettings(layers, from string) bool {
	s := ev.Settings
	packages := ""
	for _, name := range names(s.LayerApp) {
		packages += " --layer-app " + adb.QuoteIfNeeded(name)
	}
	return s.App != "" && s.App != ev.App.Package || s.Layers != "" && s.Layers != layers || packages != from
}
