package loader

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Summary is what a run came to. It is the JSON of run.
type Summary struct {
	Schema    int        `json:"schema"`
	Program   []string   `json:"program"`
	Status    int        `json:"status"` // of the program: its own, or 128 and the number of a signal
	Signal    int        `json:"signal"` // that ended it; 0: none did
	Release   string     `json:"release"`
	State     string     `json:"state"`
	Processes int        `json:"processes"` // that had the stand-ins
	Touched   bool       `json:"touched"`   // some process called EGL
	Listed    int        `json:"listed"`    // layers that were asked for
	Layers    []Layer    `json:"layers"`    // as listed: the program's side first
	Functions []Function `json:"functions"` // those called or hooked, the most called first
	Unhooked  []string   `json:"unhooked"`  // those called that no layer hooked
	Problems  []string   `json:"problems"`

	twice  []string // layers that were listed more than once
	fewest int      // layers that a process with layers has
}

// A Layer of the summary is one layer, taken over all processes.
type Layer struct {
	Path    string   `json:"path"`
	Walked  int      `json:"walked"`
	Lookups int      `json:"lookups"`
	Hooked  []string `json:"hooked"`
}

// A Function of the summary is one name, taken over all processes.
type Function struct {
	Name     string   `json:"name"`
	Calls    uint64   `json:"calls"` // that entered from above
	HookedBy []string `json:"hooked_by"`
}

// Summarize puts together what the processes of a run left.
func Summarize(boards []Board, s *Setup) *Summary {
	sum := &Summary{Schema: 1, Program: []string{}, Release: s.release().ID, State: worst(boards).String(),
		Processes: len(boards), Listed: len(s.layers()), fewest: len(s.layers()),
		Layers: []Layer{}, Functions: []Function{}, Unhooked: []string{}, Problems: []string{}}
	sum.twice = repeated(s.layers())
	functions := map[string]*Function{}
	for i := range boards {
		b := &boards[i]
		sum.Touched = sum.Touched || b.Touched
		if b.State == StateAttached {
			sum.fewest = min(sum.fewest, len(b.Layers))
		}
		sum.addProblems(b)
		sum.addCalls(functions, b)
		for _, layer := range slices.Backward(b.Layers) {
			sum.addLayer(functions, b, &layer)
		}
	}
	sum.finish(functions)
	return sum
}

// repeated are the names that a list has more than once.
func repeated(names []string) []string {
	var out []string
	for i, name := range names {
		if slices.Contains(names[:i], name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// worst is the state to tell of: a process whose layers failed before one that has them, that before one without.
func worst(boards []Board) State {
	order := []State{StateNone, StateAttached, StateNoDriver, StateAbandoned}
	state := StateNone
	for _, b := range boards {
		if slices.Index(order, b.State) > slices.Index(order, state) {
			state = b.State
		}
	}
	return state
}

func (sum *Summary) addProblems(b *Board) {
	for _, problem := range b.Problems {
		if !slices.Contains(sum.Problems, problem) {
			sum.Problems = append(sum.Problems, problem)
		}
	}
	if b.Dropped > 0 {
		sum.Problems = append(sum.Problems, fmt.Sprintf("process %d: %d more problems", b.PID, b.Dropped))
	}
}

func (sum *Summary) addCalls(functions map[string]*Function, b *Board) {
	for i, name := range b.Names {
		if b.Calls[i] > 0 && name != "" {
			functionOf(functions, name).Calls += b.Calls[i]
		}
	}
}

func functionOf(functions map[string]*Function, name string) *Function {
	f := functions[name]
	if f == nil {
		f = &Function{Name: name, HookedBy: []string{}}
		functions[name] = f
	}
	return f
}

func (sum *Summary) addLayer(functions map[string]*Function, b *Board, from *BoardLayer) {
	i := slices.IndexFunc(sum.Layers, func(l Layer) bool { return l.Path == from.Path })
	if i < 0 {
		i = len(sum.Layers)
		sum.Layers = append(sum.Layers, Layer{Path: from.Path, Hooked: []string{}})
	}
	layer := &sum.Layers[i]
	layer.Walked = max(layer.Walked, from.Walked)
	layer.Lookups += from.Lookups
	for j, hooked := range from.Hooked {
		if !hooked || b.Names[j] == "" {
			continue
		}
		if f := functionOf(functions, b.Names[j]); !slices.Contains(f.HookedBy, from.Path) {
			f.HookedBy = append(f.HookedBy, from.Path)
			layer.Hooked = append(layer.Hooked, f.Name)
		}
	}
}

// finish brings all into an order that does not depend on chance.
func (sum *Summary) finish(functions map[string]*Function) {
	for _, f := range functions {
		sum.Functions = append(sum.Functions, *f)
	}
	slices.SortFunc(sum.Functions, func(a, b Function) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), strings.Compare(a.Name, b.Name))
	})
	for _, f := range sum.Functions {
		if f.Calls > 0 && len(f.HookedBy) == 0 {
			sum.Unhooked = append(sum.Unhooked, f.Name)
		}
	}
}

// Lack says what keeps the run from being one under all layers that were listed; "" if nothing does.
func (sum *Summary) Lack() string {
	switch {
	case sum.State == StateAbandoned.String():
		return "a layer failed, so the program ran without layers (rule 1.10)"
	case sum.State == StateNoDriver.String():
		return "this machine's libEGL or libGLESv2 could not be opened"
	case sum.Listed == 0:
		return ""
	case sum.Processes == 0:
		return "the program did not load libEGL, or loaded it by absolute path, so no layer was loaded (rule 4.1)"
	case !sum.Touched:
		return "the program never called EGL, so no layer was loaded (rule 4.1)"
	case sum.fewest < min(sum.Listed, mostLayers):
		return fmt.Sprintf("layers listed: %d, loaded: %d", sum.Listed, sum.fewest)
	case sum.State == StateNone.String():
		return "no layer was loaded"
	}
	return ""
}
