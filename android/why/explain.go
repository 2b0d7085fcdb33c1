package why

import (
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// Prefix stands before the id of a row in all that is printed: "why-abi" is a topic of explain.
const Prefix = "why-"

// State is how a question was answered.
type State string

// The states. Skipped is a question that does not arise here.
const (
	OK      State = "ok"
	Fails   State = "fails"
	Open    State = "unknown"
	Skipped State = "skipped"
)

// Result is a question and its answer.
type Result struct {
	ID       string   `json:"id"`
	Rule     string   `json:"rule"`
	Stage    string   `json:"stage"`
	Stops    bool     `json:"stops"`
	Question string   `json:"question"`
	State    State    `json:"state"`
	What     string   `json:"what"`     // what was found
	Evidence []string `json:"evidence"` // what that was taken from, verbatim
	Remedy   string   `json:"remedy,omitempty"`
}

// Loaded is a layer that the loader has opened, in a process that may be over.
type Loaded struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Since string `json:"since"`
	PID   int    `json:"pid"`
}

// Diagnosis is why layers do not load into an app, or that they do.
type Diagnosis struct {
	App       string   `json:"app"`
	Loaded    bool     `json:"loaded"`    // all that were asked for, in a process that runs
	WasLoaded bool     `json:"wasLoaded"` // the same of the last process, and none runs
	Layers    []Loaded `json:"layers"`
	First     *Result  `json:"first,omitempty"` // the first question whose answer keeps them from loading
	Results   []Result `json:"results"`
}

// Explain asks every question of the tree.
func Explain(e Evidence) Diagnosis {
	w := newEvaluation(&e)
	d := Diagnosis{App: e.App.Package, Layers: w.loaded()}
	d.Loaded = w.complete(d.Layers)
	if w.Process.PID == 0 {
		d.Loaded, d.WasLoaded = false, d.Loaded
	}
	for _, row := range theTree() {
		d.Results = append(d.Results, w.ask(row))
	}
	if !d.Loaded {
		d.First = withFile(first(d.Results), d.Results)
	}
	return d
}

// withFile puts a push before a remedy that changes settings, because device enable rejects a layer that it does
// not find. If only the file's name is wrong, the settings get the right one.
func withFile(r *Result, results []Result) *Result {
	if r == nil || r.State != Fails || !strings.Contains(r.Remedy, enabling) {
		return r
	}
	i := slices.IndexFunc(results, func(f Result) bool { return f.Stage == "file" && f.State == Fails })
	if i < 0 || r.Stage == "file" {
		return r
	}
	whole := *r
	whole.Remedy = results[i].Remedy
	if !strings.Contains(whole.Remedy, enabling) {
		whole.Remedy += " && " + r.Remedy
	}
	return &whole
}

// enabling is in each command that writes the settings.
const enabling = " enable --app "

// ask answers one question.
func (w *evaluation) ask(row Row) Result {
	found := checks[row.ID](w)
	h := w.placeholders(found.fill)
	r := Result{ID: Prefix + row.ID, Rule: row.Rule, Stage: row.Stage, Stops: row.Stops, Question: row.Question,
		State: found.state, What: found.what, Evidence: append([]string{}, found.evidence...)}
	switch found.state {
	case Fails:
		r.What, r.Remedy = h.said(row.No), row.Remedy
	case Open:
		r.Remedy = row.Learn
	}
	untyped := h.untyped(r.Remedy)
	for _, stands := range slices.Sorted(maps.Keys(untyped)) {
		r.What += "; \"" + untyped[stands] + "\" cannot be typed, so " + stands + " stands for it: give the file a name that can"
	}
	r.Remedy = h.command(r.Remedy)
	return r
}

// first is the first answer that keeps layers from loading; where none does for certain, the first that is open.
func first(results []Result) *Result {
	for _, state := range []State{Fails, Open} {
		i := slices.IndexFunc(results, func(r Result) bool { return r.Stops && r.State == state })
		if i >= 0 {
			return &results[i]
		}
	}
	return nil
}

// Notes are the answers that keep no layer from loading, and yet are no. Of several with one remedy, the first.
func (d Diagnosis) Notes() []Result {
	var notes []Result
	for _, r := range d.Results {
		told := slices.ContainsFunc(notes, func(n Result) bool { return n.Remedy == r.Remedy })
		if r.State == Fails && !told && (!r.Stops || d.Loaded) {
			notes = append(notes, r)
		}
	}
	return notes
}

// taken reports whether settings are there, of another app, list or packages, whose place device enable takes only when told to.
func (w *evaluation) taken(layers, from string) bool {
	s := w.Settings
	packages := ""
	for _, name := range names(s.LayerApp) {
		packages += " --layer-app " + adb.Word(name)
	}
	return s.App != "" && s.App != w.App.Package || s.Layers != "" && s.Layers != layers || packages != from
}
