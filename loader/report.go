package loader

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

const (
	maxFunctions = 3 // how many of the most called functions are listed
	maxPitfalls  = 3
	maxProblems  = 5
)

// Lines returns the summary as text: what was hooked, what was called, and what was called without a hook.
func (sum *Summary) Lines() []string {
	var out []string
	for _, layer := range sum.Layers {
		out = append(out, sum.ofLayer(&layer))
	}
	if n := len(sum.Unhooked); n > 0 {
		out = append(out, fmt.Sprintf("functions called without a hook: %d, most often %s", n, sum.most(sum.isUnhooked)))
	}
	for _, name := range sum.twice[:min(len(sum.twice), maxProblems)] {
		out = append(out, filepath.Base(name)+" is in the list of layers more than once, but is loaded only once: its entries in the list share all variables of the layer, such as the pointer to the next layer")
	}
	return append(append(out, sum.unseen()...), sum.problems()...)
}

func (sum *Summary) isUnhooked(f *Function) bool { return len(f.HookedBy) == 0 }

func (sum *Summary) ofLayer(layer *Layer) string {
	mine := func(f *Function) bool { return slices.Contains(f.HookedBy, layer.Path) }
	called := 0
	for i := range sum.Functions {
		if f := &sum.Functions[i]; f.Calls > 0 && mine(f) {
			called++
		}
	}
	line := fmt.Sprintf("%s: %d hooked", layer.Path, len(layer.Hooked))
	switch {
	case called > 0:
		line += fmt.Sprintf(", %d of them called: %s", called, sum.most(mine))
	case len(layer.Hooked) > 0:
		line += ", none of them called"
	}
	return line
}

// most lists the functions of a kind with the most calls, with their counts.
func (sum *Summary) most(kind func(*Function) bool) string {
	var words []string
	more := false
	for i := range sum.Functions {
		if f := &sum.Functions[i]; f.Calls > 0 && kind(f) {
			if more = len(words) == maxFunctions; more {
				break
			}
			words = append(words, fmt.Sprintf("%s %d", f.Name, f.Calls))
		}
	}
	if more {
		words = append(words, "...")
	}
	return strings.Join(words, ", ")
}

// unseen explains hooks that were never called, if a topic about Android's loader explains it.
func (sum *Summary) unseen() []string {
	names := map[string][]string{} // by pitfall
	var pitfalls []rules.Pitfall
	for i := range sum.Functions {
		f := &sum.Functions[i]
		for _, pitfall := range sum.pitfallsOf(f) {
			if names[pitfall.ID] == nil {
				pitfalls = append(pitfalls, pitfall)
			}
			names[pitfall.ID] = append(names[pitfall.ID], f.Name)
		}
	}
	var out []string
	for _, pitfall := range pitfalls[:min(len(pitfalls), maxPitfalls)] {
		out = append(out, fmt.Sprintf("hooked but never called: %s: %s (gleslayergen explain %s)",
			firstNames(names[pitfall.ID]), pitfall.Unseen, pitfall.ID))
	}
	return out
}

// pitfallsOf returns the pitfalls that keep calls from a hook that was never called.
func (sum *Summary) pitfallsOf(f *Function) []rules.Pitfall {
	release, known := rules.FindRelease(sum.Release)
	if f.Calls > 0 || !known {
		return nil
	}
	return slices.DeleteFunc(rules.PitfallsFor(f.Name), func(t rules.Pitfall) bool {
		return t.Unseen == "" || !t.Applies(release) || t.SettledBy(sum.isHooked)
	})
}

func firstNames(names []string) string {
	words := strings.Join(names[:min(len(names), maxFunctions)], ", ")
	if more := len(names) - maxFunctions; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

func (sum *Summary) isHooked(name string) bool {
	i := slices.IndexFunc(sum.Functions, func(f Function) bool { return f.Name == name })
	return i >= 0 && len(sum.Functions[i].HookedBy) > 0
}

func (sum *Summary) problems() []string {
	var out []string
	for _, problem := range sum.Problems[:min(len(sum.Problems), maxProblems)] {
		out = append(out, "problem: "+strings.ReplaceAll(problem, "\n", `\n`))
	}
	if more := len(sum.Problems) - maxProblems; more > 0 {
		out = append(out, fmt.Sprintf("%d more problems: use --json to list all", more))
	}
	return out
}
