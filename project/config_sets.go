package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/registry"
)

// isOwnSet reports whether an entry of sets is a directory of the project, and not a module.
func isOwnSet(name string) bool { return strings.HasPrefix(name, "./") }

// modules returns the names of the modules in sets.
func (c *Config) modules() []string {
	var names []string
	for _, entry := range c.Sets {
		switch m, ok := c.module(entry); {
		case ok:
			names = append(names, m.Name)
		case !isOwnSet(entry) && !strings.HasPrefix(entry, ModulePrefix):
			names = append(names, entry) // unknown
		}
	}
	return names
}

// checkModules fails for a module that does not exist, is listed twice, or is listed after a hook set in Go.
func (c *Config) checkModules() *Error {
	own := slices.IndexFunc(c.Sets, isOwnSet)
	for i, name := range c.Sets {
		fault := &Error{What: fmt.Sprintf("sets: %q", name), Usage: true}
		switch _, known := modules.Find(name); {
		case isOwnSet(name):
			continue
		case !known && !strings.HasPrefix(name, ModulePrefix):
			fault.Why, fault.Advice = "unknown module", nearestModule(name)
		case slices.Index(c.Sets, name) < i:
			fault.Why, fault.Advice = "listed more than once", "list each module once"
		case own >= 0 && own < i:
			fault.Why = fmt.Sprintf("listed after the hook set %s, but modules run before all hook sets", c.Sets[own])
			fault.Advice = "list the module before " + c.Sets[own]
		default:
			continue
		}
		return fault.at(fmt.Sprintf("$.sets[%d]", i))
	}
	return nil
}

func nearestModule(name string) string {
	return fmt.Sprintf("did you mean %q? The modules are %s; for a hook set of the project, write its directory, such as ./mine; for a module of your own, module:DIR",
		registry.Nearest(name, modules.Names(), 1)[0], strings.Join(modules.Names(), ", "))
}

// InterceptForModules returns the rules of a project that names modules and no commands, with this kind of hook.
func (c *Config) InterceptForModules(hooks string) []Intercept {
	var rules []Intercept
	for _, name := range c.Sets {
		m, ok := c.module(name)
		if !ok {
			continue
		}
		for _, pattern := range registry.SplitPatterns([]string{m.Alone}) {
			rules = append(rules, Intercept{Match: pattern, Hooks: hooks})
		}
	}
	return rules
}

// checkIntercepted fails if the layer intercepts nothing.
func checkIntercepted(plan *gen.Plan) error {
	if len(plan.Intercepted()) > 0 {
		return nil
	}
	return &Error{What: "intercept", Why: "the patterns match no function", Advice: "specify at least one function, for example: --intercept eglChooseConfig", Usage: true}
}
