package why

import (
	"slices"
	"strings"
)

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

// Loaded is a layer that the loader has opened.
type Loaded struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Since string `json:"since"`
	PID   int    `json:"pid"`
}

// Diagnosis is why layers do not load into an app, or that they do.
type Diagnosis struct {
	App     string   `json:"app"`
	Loaded  bool     `json:"loaded"` // all that were asked for
	Layers  []Loaded `json:"layers"`
	First   *Result  `json:"first,omitempty"` // the first question whose answer keeps them from loading
	Results []Result `json:"results"`
}

// Explain asks every question of the tree.
func Explain(e Evidence) Diagnosis {
	w := newWalk(&e)
	d := Diagnosis{App: e.App.Package, Layers: w.loaded()}
	d.Loaded = w.complete(d.Layers)
	for _, row := range theTree() {
		d.Results = append(d.Results, w.ask(row))
	}
	if !d.Loaded {
		d.First = first(d.Results)
	}
	return d
}

// ask answers one question.
func (w *walk) ask(row Row) Result {
	found := checks[row.ID](w)
	h := w.holes(found.fill)
	r := Result{ID: row.ID, Rule: row.Rule, Stage: row.Stage, Stops: row.Stops, Question: row.Question,
		State: found.state, What: found.what, Evidence: append([]string{}, found.evidence...)}
	switch found.state {
	case Fails:
		r.What, r.Remedy = h.said(row.No), h.command(row.Remedy)
	case Open:
		r.Remedy = h.command(row.Learn)
	}
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

// Notes are the answers that keep no layer from loading, and yet are no.
func (d Diagnosis) Notes() []Result {
	var notes []Result
	for _, r := range d.Results {
		if r.State == Fails && (!r.Stops || d.Loaded) {
			notes = append(notes, r)
		}
	}
	return notes
}

// holes are the words that every row may need, and those of one answer.
func (w *walk) holes(more holes) holes {
	wanted := w.Asked
	if len(wanted) == 0 {
		wanted = w.names
	}
	h := holes{
		"adb": strings.TrimSpace("adb " + w.Target.ADB), "gles": strings.TrimSpace("gleslayergen device " + w.Target.Tool), "app": w.App.Package, "abi": w.App.ABI,
		"component": w.Component, "layers": strings.Join(wanted, ":"), "source": w.source, "user": itoa(w.User),
	}
	for _, name := range w.layerPackages() {
		if _, there := w.Packages[name]; there {
			h["from"] += " --layer-app " + Word(name)
		}
	}
	if len(wanted) > 0 {
		h["layer"] = wanted[0]
	}
	for name, value := range more {
		h[name] = value
	}
	return h
}
