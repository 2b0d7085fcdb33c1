package gen

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/templates"
)

// conditions are the words that may precede a file in a pack.
var conditions = map[string]func(*Plan) bool{
	"":        func(*Plan) bool { return true },
	"use":     func(p *Plan) bool { return len(p.Used()) > 0 },
	"c":       func(p *Plan) bool { return len(p.Hooked(HookC)) > 0 },
	"go":      func(p *Plan) bool { return len(p.Hooked(HookGo)) > 0 || p.Active && p.HasGo() },
	"runtime": (*Plan).HasGo,
	"observe": (*Plan).observes,
	"reads":   func(p *Plan) bool { return p.observes() || p.HasSet(explainModule) },
	"active":  func(p *Plan) bool { return p.Active },
	"passive": func(p *Plan) bool { return !p.Active },
	"vscode":  func(p *Plan) bool { return p.VSCode },
	"sets":    func(p *Plan) bool { return len(p.Sets) > 0 },
}

// condition returns the condition with a name, or nil if it is unknown. After "sets:" the name is a list of
// modules, one of which the layer must have.
func condition(when string) func(*Plan) bool {
	if list, ok := strings.CutPrefix(when, "sets:"); ok {
		names := strings.Split(list, ",")
		for _, name := range names {
			if _, ok := modules.Find(name); !ok {
				return nil
			}
		}
		return func(p *Plan) bool { return p.HasSet(names...) }
	}
	return conditions[when]
}

// knownInstead lists the valid values for the message about an unknown one.
func knownInstead(when string) string {
	if strings.HasPrefix(when, "sets:") {
		return "sets:NAME,... with one or more of the modules " + strings.Join(modules.Names(), ", ")
	}
	words := slices.Sorted(maps.Keys(conditions))[1:] // without ""
	return strings.Join(append(words, "sets:NAME,..."), ", ")
}

// Complete adds to a pack the headers that its files include. It fails for a pack that this version of gleslayergen cannot
// render.
func Complete(pack *templates.Pack) error {
	pack.Files = withHeaders(pack.Files)
	for _, f := range pack.Files {
		if condition(f.When) == nil {
			return pack.Fault(f, "when %.80q: unknown condition; the conditions are %s", f.When, knownInstead(f.When))
		}
		if f.Emit != "" && goEmitters[f.Emit] == nil && cEmitters[f.Emit] == "" {
			return pack.Fault(f, "emit %.80q: unknown emitter; docs/templates.md lists the emitters", f.Emit)
		}
	}
	return nil
}

// headers are the generated headers that files of the C core include. A pack need not list them.
var headers = map[string][]templates.File{
	"c.header":   {{Path: "zz_generated_layer_config.h", Emit: "c.config"}, {Path: "zz_generated_next.h", Emit: "c.next"}},
	"c.settings": {{Path: "zz_generated_setting_table.h", Emit: "c.setting_table"}},
	"c.words":    {{Path: "zz_generated_word_tables.h", Emit: "c.word_tables"}},
	"c.sets":     {{Path: "zz_generated_below.h", Emit: "c.below"}},
	// in recorders without modules
	"c.contexts": {{Path: "zz_generated_below.h", Emit: "c.below"}},
}

// withHeaders adds the headers that files include and the pack does not list, each beside the file that includes it.
func withHeaders(files []templates.File) []templates.File {
	all := slices.Clone(files)
	for _, f := range files {
		for _, h := range headers[f.Emit] {
			if !slices.ContainsFunc(all, func(other templates.File) bool { return other.Emit == h.Emit }) {
				h.Path = path.Join(path.Dir(f.Path), h.Path)
				h.When, h.Line = f.When, f.Line
				all = append(all, h)
			}
		}
	}
	return all
}

// PackFor returns the pack with only the files whose conditions the project meets.
func PackFor(p *Plan, pack *templates.Pack) *templates.Pack {
	return PackWith(pack, func(f templates.File) bool { return condition(f.When)(p) })
}

// PackWith returns the pack with some of its files.
func PackWith(pack *templates.Pack, keep func(templates.File) bool) *templates.Pack {
	some := *pack
	some.Files = slices.DeleteFunc(slices.Clone(pack.Files), func(f templates.File) bool { return !keep(f) })
	return &some
}
