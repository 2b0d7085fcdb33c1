package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// mergeIntercept writes the rules for what no set has a function for: hooks in C, and trampolines alone. A pattern that now
// means more, because another part chooses from more of the registry, is written out.
func (c *combiner) mergeIntercept(slots int) error {
	scope, err := c.facts.ParseScope(c.config.API, c.config.Extensions)
	if err != nil {
		return err
	}
	wanted := map[string]gen.HookKind{}
	for _, p := range c.parts {
		for _, command := range p.plan.Intercepted() {
			if command.Hook != gen.HookGo && wanted[command.Name] != gen.HookC {
				wanted[command.Name] = command.Hook
			}
		}
	}
	for _, s := range c.sets {
		for _, command := range s.Commands {
			delete(wanted, command) // a trampoline that a hook has come for
		}
	}
	for _, p := range c.parts {
		for _, rule := range p.config.now.Intercept {
			for _, pattern := range registry.SplitPatterns([]string{rule.Match}) {
				c.keepRule(scope, Intercept{Match: pattern, Hooks: rule.Hooks}, wanted)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		c.config.Intercept = append(c.config.Intercept, Intercept{Match: name, Hooks: string(wanted[name])})
	}
	return c.mergeSlots(slots)
}

// keepRule takes a rule over, if it names nothing but what is wanted.
func (c *combiner) keepRule(scope registry.Scope, rule Intercept, wanted map[string]gen.HookKind) {
	if strings.HasPrefix(rule.Match, "!") {
		return
	}
	names, err := c.facts.Match(scope, rule.Match)
	if err != nil || slices.ContainsFunc(names, func(name string) bool { return wanted[name] != gen.HookKind(rule.Hooks) }) {
		return
	}
	c.config.Intercept = append(c.config.Intercept, rule)
	for _, name := range names {
		delete(wanted, name)
	}
}

// mergeSlots lets the layer have as many of the loader's slots as the others had together, if it wants more than its share.
func (c *combiner) mergeSlots(slots int) error {
	plan, err := Plan(c.facts, c.withSlots(LoaderSlots), c.request.Module, c.sets)
	if err == nil && len(plan.LateNames()) > DefaultSlots {
		c.config.Slots = min(slots, LoaderSlots)
	}
	return err
}

func (c *combiner) withSlots(n int) *Config {
	config := c.config
	config.Slots = n
	return &config
}

// checkInitialize refuses a set-up in C beside hooks in Go: it would not be called.
func (c *combiner) checkInitialize(plan *gen.Plan) error {
	for _, p := range c.parts {
		if p.plan.CInitialize() && !plan.CInitialize() {
			return &Error{What: fmt.Sprintf("%s: hook_initialize", p.dir), Why: "a layer with hooks in Go has its set-up in Go", Advice: "give that project a set-up in Go, in a hook set of its own: docs/hooks.md"}
		}
	}
	return nil
}
