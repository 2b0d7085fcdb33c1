package project

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// mergeIntercept adds the rules for functions without a hook in a set: C hooks and trampolines without hooks.
// It replaces a pattern by names if the wider scope of the new project makes it match more.
func (c *combiner) mergeIntercept() error {
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
			delete(wanted, command) // a hook in a set replaces the trampoline without a hook
		}
	}
	for _, p := range c.parts {
		for _, rule := range p.config.now.rules() {
			if !rule.Exclude {
				c.keepRule(scope, rule, wanted)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		c.config.Intercept = append(c.config.Intercept, Intercept{Match: name, Hooks: string(wanted[name])})
	}
	return nil
}

// keepRule takes a rule over, if it names nothing but what is required.
func (c *combiner) keepRule(scope registry.Scope, rule gen.Rule, wanted map[string]gen.HookKind) {
	names, err := c.facts.Match(scope, rule.Pattern)
	if err != nil || slices.ContainsFunc(names, func(name string) bool { return wanted[name] != rule.Hooks }) {
		return
	}
	c.config.Intercept = append(c.config.Intercept, Intercept{Match: rule.Pattern, Hooks: string(rule.Hooks)})
	for _, name := range names {
		delete(wanted, name)
	}
}

// checkInitialize returns an error for a C initialization function in a layer with Go hooks, which would not
// call it.
func (c *combiner) checkInitialize(plan *gen.Plan) error {
	for _, p := range c.parts {
		if p.plan.CInitialize() && !plan.CInitialize() {
			return &Error{What: fmt.Sprintf("%s: hook_initialize", p.dir), Why: "the combined layer has Go hooks and would not call this C function", Advice: "move the initialization to a Go function OnInitialize in a hook set of this project; see docs/hook-sets.md"}
		}
	}
	return nil
}
