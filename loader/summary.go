package loader

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Summary is the result of a run, and the JSON output of `run`.
type Summary struct {
	Schema    int        `json:"schema"`
	Program   []string   `json:"program"`
	Status    int        `json:"status"`  // exit status of the program, or 128 plus the signal number
	Signal    int        `json:"signal"`  // the signal that ended it; 0 for none
	Release   string     `json:"release"` // Android release of the rules
	State     string     `json:"state"`
	Processes int        `json:"processes"` // that loaded the loader's libraries
	Touched   bool       `json:"touched"`   // a process called EGL
	Listed    int        `json:"listed"`    // layers in the list
	Layers    []Layer    `json:"layers"`    // in the order of the list: next to the program first
	Functions []Function `json:"functions"` // called or hooked, most calls first
	Unhooked  []string   `json:"unhooked"`  // called without a hook
	Problems  []string   `json:"problems"`  // sentences

	twice  []string // layers listed more than once
	fewest int      // the smallest number of layers in a process that has layers
}

// A Layer of the summary is one layer, summed over all processes.
type Layer struct {
	Path    string   `json:"path"`
	Walked  int      `json:"walked"`  // functions that the loader passed to the layer when EGL was initialized
	Lookups int      `json:"lookups"` // functions that it passed later, for eglGetProcAddress
	Hooked  []string `json:"hooked"`  // functions that the layer replaced
}

// A Function of the summary is one function, summed over all processes.
type Function struct {
	Name     string   `json:"name"`
	Calls    uint64   `json:"calls"`     // calls by the program
	HookedBy []string `json:"hooked_by"` // names of layers
}

// Summarize combines the processes of all processes of a run.
func Summarize(processes []ProcessStats, s *Setup) *Summary {
	sum := &Summary{Schema: 1, Program: []string{}, Release: s.release().ID, State: worst(processes).String(),
		Processes: len(processes), Listed: len(s.layers()), fewest: len(s.layers()),
		Layers: []Layer{}, Functions: []Function{}, Unhooked: []string{}, Problems: []string{}}
	sum.twice = repeated(s.layers())
	functions := map[string]*Function{}
	for i := range processes {
		b := &processes[i]
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

// repeated returns the names that a list has more than once.
func repeated(names []string) []string {
	var out []string
	for i, name := range names {
		if slices.Contains(names[:i], name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// worst returns the state to report: abandoned before no driver, before attached, before none.
func worst(processes []ProcessStats) State {
	order := []State{StateNone, StateAttached, StateNoDriver, StateAbandoned}
	state := StateNone
	for _, b := range processes {
		if slices.Index(order, b.State) > slices.Index(order, state) {
			state = b.State
		}
	}
	return state
}

func (sum *Summary) addProblems(b *ProcessStats) {
	for _, call := range b.Running { // first, because the text report lists few problems
		sum.Problems = slices.Insert(sum.Problems, 0, fmt.Sprintf("process %d ended inside layer %s, in %s", b.PID, call.Path, call.Phase))
	}
	for _, problem := range b.Problems {
		if !slices.Contains(sum.Problems, problem) {
			sum.Problems = append(sum.Problems, problem)
		}
	}
	if b.Dropped > 0 {
		sum.Problems = append(sum.Problems, fmt.Sprintf("process %d: %d more problems", b.PID, b.Dropped))
	}
}

func (sum *Summary) addCalls(functions map[string]*Function, b *ProcessStats) {
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

func (sum *Summary) addLayer(functions map[string]*Function, b *ProcessStats, from *LayerStats) {
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

// finish sorts the functions into an order that is the same in each run.
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

// Lack returns why the run was not one with all listed layers; "" if it was.
func (sum *Summary) Lack() string {
	switch {
	case sum.State == StateAbandoned.String():
		return "a layer could not be loaded, so the program ran without layers (rule 1.10)"
	case sum.State == StateNoDriver.String():
		return "libEGL or libGLESv2 of the driver could not be opened"
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
