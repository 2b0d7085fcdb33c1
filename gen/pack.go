package gen

import (
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/templates"
)

// conditions are what a pack may put before a file.
var conditions = map[string]func(*Plan) bool{
	"":        func(*Plan) bool { return true },
	"use":     func(p *Plan) bool { return len(p.Used()) > 0 },
	"c":       func(p *Plan) bool { return len(p.Hooked(HookC)) > 0 },
	"go":      (*Plan).HasGo,
	"active":  func(p *Plan) bool { return p.Active },
	"passive": func(p *Plan) bool { return !p.Active },
	"vscode":  func(p *Plan) bool { return p.VSCode },
}

// OpenPack reads a template pack, and refuses one that this tool cannot print.
func OpenPack(where string) (*templates.Pack, error) {
	pack, err := templates.Load(where)
	if err != nil {
		return nil, err
	}
	for _, f := range pack.Files {
		if conditions[f.When] == nil {
			known := slices.Sorted(maps.Keys(conditions))[1:] // without ""
			return nil, pack.Fault(f, "when %q: there are only %s", f.When, strings.Join(known, ", "))
		}
		if f.Emit != "" && goEmitters[f.Emit] == nil && cEmitters[f.Emit] == "" {
			return nil, pack.Fault(f, "emit %q: this tool has no such emitter", f.Emit)
		}
	}
	return pack, nil
}

// Wanted is a pack with the files only that a project has.
func Wanted(p *Plan, pack *templates.Pack) *templates.Pack {
	return Only(pack, func(f templates.File) bool { return conditions[f.When](p) })
}

// Only is a pack with some of its files.
func Only(pack *templates.Pack, keep func(templates.File) bool) *templates.Pack {
	some := *pack
	some.Files = slices.DeleteFunc(slices.Clone(pack.Files), func(f templates.File) bool { return !keep(f) })
	return &some
}
