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

// modules returns the entries of sets that are modules.
func (c *Config) modules() []string {
	return slices.DeleteFunc(slices.Clone(c.Sets), isOwnSet)
}

// checkModules fails for a module that does not exist, is listed twice, or is listed after a hook set in Go.
func (c *Config) checkModules() *Error {
	own := slices.IndexFunc(c.Sets, isOwnSet)
	for i, name := range c.Sets {
		fault := &Error{What: fmt.Sprintf("sets: %q", name), Usage: true}
		switch _, known := modules.Find(name); {
		case isOwnSet(name):
			continue
		case !known:
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
	return fmt.Sprintf("did you mean %q? The modules are %s; for a hook set of the project, write its directory, such as ./mine",
		registry.Nearest(name, modules.Names(), 1)[0], strings.Join(modules.Names(), ", "))
}

// InterceptForModules returns the rules of a project that names modules and no commands.
func (c *Config) InterceptForModules() ([]Intercept, error) {
	var rules []Intercept
	for _, name := range c.modules() {
		m, ok := modules.Find(name)
		if ok && m.Alone == "" {
			return nil, errNothingToObserve(name)
		}
		for _, pattern := range registry.SplitPatterns([]string{m.Alone}) {
			rules = append(rules, Intercept{Match: pattern, Hooks: string(gen.HookNone)})
		}
	}
	return rules, nil
}

// checkIntercepted fails if the layer intercepts nothing.
func (c *Config) checkIntercepted(plan *gen.Plan) error {
	if len(plan.Intercepted()) > 0 {
		return nil
	}
	if len(c.modules()) == 0 {
		return &Error{What: "intercept", Why: "the patterns match no function", Advice: "specify at least one function, for example: --intercept eglChooseConfig", Usage: true}
	}
	_, err := c.InterceptForModules()
	return err
}

func errNothingToObserve(module string) error {
	return &Error{What: fmt.Sprintf("module %q", module), Why: "the module observes intercepted functions, but the layer intercepts no function",
		Advice: "specify the functions to intercept, for example: --intercept 'gl*,egl*'", Usage: true}
}
