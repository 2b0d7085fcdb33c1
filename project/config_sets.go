package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// ReadySetNames are the sets that the tool carries, as the yaml and flags name them.
func ReadySetNames() []string {
	var names []string
	for _, s := range gen.ReadySets {
		names = append(names, s.Name)
	}
	return names
}

// isOwnSet reports whether an entry of sets is a folder of the project.
func isOwnSet(name string) bool { return strings.HasPrefix(name, "./") }

// readySets are the tool's own of the project's sets.
func (c *Config) readySets() []string {
	return slices.DeleteFunc(slices.Clone(c.Sets), isOwnSet)
}

// checkReadySets refuses sets that do not exist or come twice, and those in C that would have to stand inside of one in Go.
func (c *Config) checkReadySets() *Error {
	own := slices.IndexFunc(c.Sets, isOwnSet)
	for i, name := range c.Sets {
		fault := &Error{What: fmt.Sprintf("sets: %q", name), Usage: true}
		switch _, known := gen.FindReadySet(name); {
		case isOwnSet(name):
			continue
		case !known:
			fault.Why, fault.Advice = "no ready set", nearSets(name)
		case slices.Index(c.Sets, name) < i:
			fault.Why, fault.Advice = "it is there twice", "name each set once"
		case own >= 0 && own < i:
			fault.Why = fmt.Sprintf("it stands behind %s: ready sets are in C, and stand around all that is in Go", c.Sets[own])
			fault.Advice = "put it in front of " + c.Sets[own]
		default:
			continue
		}
		return fault.at(fmt.Sprintf("$.sets[%d]", i))
	}
	return nil
}

func nearSets(name string) string {
	return "did you mean " + registry.Nearest(name, ReadySetNames(), 1)[0] + "? There are " + strings.Join(ReadySetNames(), ", ") +
		"; a set of the project's own is a folder, as ./mine"
}

// InterceptForSets are the rules of a project of which only the sets are known.
func (c *Config) InterceptForSets() ([]Intercept, error) {
	var rules []Intercept
	for _, name := range c.readySets() {
		set, ok := gen.FindReadySet(name)
		if ok && set.Alone == "" {
			return nil, watchesNothing(name)
		}
		for _, pattern := range registry.SplitPatterns([]string{set.Alone}) {
			rules = append(rules, Intercept{Match: pattern, Hooks: string(gen.HookNone)})
		}
	}
	return rules, nil
}

// checkWatched refuses sets that have nothing to watch.
func (c *Config) checkWatched(plan *gen.Plan) error {
	if len(plan.Intercepted()) > 0 {
		return nil
	}
	ready := c.readySets()
	if len(ready) == 0 {
		return &Error{What: "intercept", Why: "the patterns leave no command", Advice: "for example: --intercept eglChooseConfig", Usage: true}
	}
	_, err := c.InterceptForSets()
	return err
}

func watchesNothing(set string) error {
	return &Error{What: "the set " + set, Why: "it watches what is intercepted, and nothing is",
		Advice: "for example: --intercept 'gl*,egl*'", Usage: true}
}
