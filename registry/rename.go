package registry

import (
	"maps"
	"slices"
)

// RenameParams returns the registry with other names of parameters. rename returns the names that the parameters of a command
// get, in their order. If no name changes, it returns r.
func (r *Registry) RenameParams(rename func(c *Command) []string) *Registry {
	changed := map[string]*Command{}
	for _, c := range r.Commands {
		if other := c.renamed(rename(c)); other != c {
			changed[c.Name] = other
		}
	}
	if len(changed) == 0 {
		return r
	}
	renamed := *r
	renamed.Commands, renamed.commands = slices.Clone(r.Commands), maps.Clone(r.commands)
	for i, c := range renamed.Commands {
		if other := changed[c.Name]; other != nil {
			renamed.Commands[i], renamed.commands[c.Name] = other, other
		}
	}
	return &renamed
}

// renamed returns the command with other names of parameters, also in the lengths that mention them.
func (c *Command) renamed(list []string) *Command {
	to := map[string]string{}
	for i, p := range c.Params {
		if list[i] != p.Name {
			to[p.Name] = list[i]
		}
	}
	if len(to) == 0 {
		return c
	}
	changed := *c
	changed.Params = slices.Clone(c.Params)
	for i := range changed.Params {
		p := &changed.Params[i]
		p.Name = list[i]
		if name, ok := to[p.Len.Param]; ok {
			p.Len.Param = name
		}
		p.Len.Args = slices.Clone(p.Len.Args)
		for j, arg := range p.Len.Args {
			if name, ok := to[arg]; ok {
				p.Len.Args[j] = name
			}
		}
	}
	return &changed
}
