// Package impact says what a change of the registry means for a project: which of its commands are touched, and where
// their hooks stand.
package impact

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project/hookline"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Command is a command of a project that changes touch.
type Command struct {
	Name      string            `json:"name"`
	Role      Role              `json:"role"`
	File      string            `json:"file,omitempty"` // of the hook, below the project; none where there is no hook
	Line      int               `json:"line,omitempty"`
	Changes   []registry.Change `json:"changes"`
	Signature *Signature        `json:"signature,omitempty"` // if it is another
}

// Signature is how a command is declared before and after: in C, and as a hook in Go. What a registry lacks is empty.
type Signature struct {
	OldC  string `json:"oldC"`
	NewC  string `json:"newC"`
	OldGo string `json:"oldGo"`
	NewGo string `json:"newGo"`
}

// Of gives the project's commands that the difference of two registries touches, sorted by name. root is the project's
// folder, and sets are those of its own hook sets; roles are those of its commands outside of sets.
func Of(root string, sets []string, old, new *registry.Registry, roles map[string]Role) ([]Command, error) {
	inSets, err := hooksOf(root, sets)
	if err != nil {
		return nil, err
	}
	roles = maps.Clone(roles)
	for name := range inSets {
		if roles[name] != RoleGo {
			roles[name] = RoleGo
		} else {
			delete(inSets, name) // the author's other hook is named
		}
	}
	changes := map[string][]registry.Change{}
	for _, c := range registry.Diff(old, new) {
		for _, name := range c.Commands {
			if roles[name] != "" {
				changes[name] = append(changes[name], c)
			}
		}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	hooks, err := hookline.Find(os.DirFS(root))
	if err != nil {
		return nil, err
	}
	var out []Command
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		c := Command{Name: name, Role: roles[name], Changes: changes[name], Signature: signature(old, new, name)}
		at := placeOf(hooks, c)
		if set, ok := inSets[name]; ok {
			at = set
		}
		c.File, c.Line = at.File, at.Line
		out = append(out, c)
	}
	return out, nil
}

// hooksOf are the functions in hook sets that are named like commands.
func hooksOf(root string, sets []string) (map[string]hookline.Place, error) {
	places := map[string]hookline.Place{}
	for _, folder := range sets {
		p, err := hookline.FindPackage(os.DirFS(root), folder)
		if err != nil {
			return nil, err
		}
		_, err = os.Stat(filepath.Join(root, filepath.FromSlash(folder), gen.ExportsFile))
		exports := err == nil
		for name, at := range p.Functions {
			command := strings.ToLower(name[:1]) + name[1:]
			if _, outer := places[command]; !outer && (command != name || exports) {
				places[command] = at
			}
		}
	}
	return places, nil
}

func placeOf(h *hookline.Hooks, c Command) hookline.Place {
	switch c.Role {
	case RoleGo:
		return h.Go[c.Name]
	case RoleC:
		return h.C[c.Name]
	}
	return hookline.Place{}
}

// signature compares how a command is declared; nil where that is the same.
func signature(old, new *registry.Registry, name string) *Signature {
	s := &Signature{}
	s.OldC, s.OldGo = declare(old, name)
	s.NewC, s.NewGo = declare(new, name)
	if s.OldC == s.NewC && s.OldGo == s.NewGo {
		return nil
	}
	return s
}

// declare is a command in C, and as a hook in Go, if it can have one.
func declare(r *registry.Registry, name string) (c, goHook string) {
	command, ok := r.Command(name)
	if !ok {
		return "", ""
	}
	if g, err := gen.Prototype(r, command); err == nil {
		goHook = g.HookPrototype()
	}
	return command.Prototype(), goHook
}
