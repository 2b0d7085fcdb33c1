package gen

import (
	"fmt"
	"slices"
)

// resolveSets notes with each command what the sets do around it, in their order.
func (p *Plan) resolveSets() error {
	for _, name := range p.Sets {
		set, ok := FindReadySet(name)
		if !ok {
			return fmt.Errorf("there is no ready hook set %q", name)
		}
		for _, c := range p.Commands {
			c.weaves = append(c.weaves, set.weaves(c)...)
		}
	}
	return nil
}

// weaves are what a set does around a command: as at each that is intercepted, inside of what it does at this one.
func (s *ReadySet) weaves(c *Command) []weave {
	var list []weave
	if w, ok := s.at[c.Name]; ok {
		list = append(list, w)
	}
	if c.Hook != "" {
		list = append(list, s.around(c))
	}
	return slices.DeleteFunc(list, func(w weave) bool { return w == weave{} })
}

// neededBySets reports whether one of the sets stands in the command's way though nobody intercepts it.
func (p *Plan) neededBySets(command string) bool {
	return slices.ContainsFunc(p.Sets, func(name string) bool {
		set, _ := FindReadySet(name)
		_, needed := set.at[command]
		return needed
	})
}

// HasSet reports whether the layer has one of the ready sets.
func (p *Plan) HasSet(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(p.Sets, name) })
}

// woven reports whether ready sets stand around the command's hook.
func (c *Command) woven() bool { return len(c.weaves) > 0 }

// switched reports whether code of a module around the command runs only while the module is on.
func (c *Command) switched() bool {
	return slices.ContainsFunc(c.weaves, func(w weave) bool { return !w.always })
}

// before returns the names of the modules' code before the hook, the app's side first.
func (c *Command) before() []string {
	var list []string
	for _, w := range c.weaves {
		if w.before != "" {
			list = append(list, w.before)
		}
	}
	return list
}

// after returns the names of the code after the hook, the driver's side first.
func (c *Command) after() []string {
	var list []string
	for _, w := range slices.Backward(c.weaves) {
		if w.after != "" {
			list = append(list, w.after)
		}
	}
	return list
}
