package project

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// AffectedCommand is a command of a project that changes of the registry affect.
type AffectedCommand struct {
	Name      string            `json:"name"`
	Role      Role              `json:"role"`           // what the project does with the command
	File      string            `json:"file,omitempty"` // of the hook, relative to the project; empty without a hook
	Line      int               `json:"line,omitempty"`
	Changes   []registry.Change `json:"changes"`
	Signature *PrototypeChange  `json:"signature,omitempty"` // absent if the prototype is the same
}

// PrototypeChange holds the prototypes of a command before and after: in C, and as a Go hook. A prototype is
// empty if the registry does not have the command.
type PrototypeChange struct {
	OldC  string `json:"oldC"`
	NewC  string `json:"newC"`
	OldGo string `json:"oldGo"`
	NewGo string `json:"newGo"`
}

// Affected returns the project's commands that differ between two registries, sorted by name. root is the
// directory of the project, sets are the directories of its hook sets, and roles are the roles of its
// commands outside hook sets.
func Affected(root string, sets []string, old, new *registry.Registry, roles map[string]Role) ([]AffectedCommand, error) {
	inSets, err := setHooks(root, sets)
	if err != nil {
		return nil, err
	}
	roles = maps.Clone(roles)
	for name := range inSets {
		if roles[name] != RoleGo {
			roles[name] = RoleGo
		} else {
			delete(inSets, name) // report the hook outside the set
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
	hooks, err := FindHooks(os.DirFS(root))
	if err != nil {
		return nil, err
	}
	var out []AffectedCommand
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		c := AffectedCommand{Name: name, Role: roles[name], Changes: changes[name], Signature: prototypeChange(old, new, name)}
		at := affectedPlace(hooks, c)
		if set, ok := inSets[name]; ok {
			at = set
		}
		c.File, c.Line = at.File, at.Line
		out = append(out, c)
	}
	return out, nil
}

// setHooks returns the functions in hook sets that have the name of a command.
func setHooks(root string, sets []string) (map[string]HookPlace, error) {
	places := map[string]HookPlace{}
	for _, dir := range sets {
		p, err := FindHookPackage(os.DirFS(root), dir)
		if err != nil {
			return nil, err
		}
		_, err = os.Stat(filepath.Join(root, filepath.FromSlash(dir), gen.ExportsFile))
		exports := err == nil
		for name, at := range p.Functions {
			command, _ := hookedCommand(name)
			if command == "" && exports {
				command = name
			}
			if _, outer := places[command]; !outer && command != "" {
				places[command] = at
			}
		}
	}
	return places, nil
}

func affectedPlace(h *AuthorHooks, c AffectedCommand) HookPlace {
	switch c.Role {
	case RoleGo:
		return h.Go[c.Name]
	case RoleC:
		return h.C[c.Name]
	}
	return HookPlace{}
}

// prototypeChange compares the prototypes of a command and returns nil if they are equal.
func prototypeChange(old, new *registry.Registry, name string) *PrototypeChange {
	s := &PrototypeChange{}
	s.OldC, s.OldGo = declarations(old, name)
	s.NewC, s.NewGo = declarations(new, name)
	if s.OldC == s.NewC && s.OldGo == s.NewGo {
		return nil
	}
	return s
}

// declarations returns the prototype of a command in C, and as a Go hook if it can have one.
func declarations(r *registry.Registry, name string) (c, goHook string) {
	command, ok := r.Command(name)
	if !ok {
		return "", ""
	}
	if g, err := gen.Prototype(r, command); err == nil {
		goHook = g.HookPrototype()
	}
	return command.Prototype(), goHook
}
