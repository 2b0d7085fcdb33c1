package registry

import (
	"cmp"
	"fmt"
	"slices"
)

// maxAliases bounds a chain of aliases, which could be a cycle, and an alias class. The largest class of all
// APIs has 4 commands.
const maxAliases = 64

// joinAliases gives each command the other members of its alias class. Members may be linked through a
// desktop name that is not kept.
func (r *Registry) joinAliases(docs []*document, alias map[string]string) error {
	class := map[string][]string{}
	slices.SortFunc(r.Commands, func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
	for _, c := range r.Commands {
		root, steps := c.Name, 0
		for alias[root] != "" && steps <= maxAliases {
			root, steps = alias[root], steps+1
		}
		class[root] = append(class[root], c.Name)
		if steps > maxAliases || len(class[root]) > maxAliases {
			return tooManyAliases(docs, c.Name)
		}
	}
	for _, members := range class {
		for _, name := range members {
			for _, other := range members {
				if other != name {
					r.commands[name].Aliases = append(r.commands[name].Aliases, other)
				}
			}
		}
	}
	return nil
}

func tooManyAliases(docs []*document, name string) error {
	for _, d := range docs {
		if line := d.lines[name]; line > 0 {
			return &SyntaxError{d.file, line, "command",
				fmt.Errorf("the aliases of %s form a cycle, or exceed the limit of %d names", name, maxAliases)}
		}
	}
	return nil
}
