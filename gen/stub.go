package gen

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/templates"
)

// Names of the author's functions that initialize what hooks use.
const (
	goInitialize = "onInitialize"
	cInitialize  = "hook_initialize"
)

// WrittenKinds are the kinds of hook that the author writes.
var WrittenKinds = []HookKind{HookGo, HookC, HookObserve}

// WrittenFunctions returns the author's functions that generated code calls.
func WrittenFunctions(p *Plan) []string {
	var names []string
	for _, kind := range WrittenKinds {
		names = append(names, p.HookFunctions(kind)...)
	}
	return names
}

// HookFunctions returns the author's functions that generated code calls, of one kind.
func (p *Plan) HookFunctions(kind HookKind) []string {
	var names []string
	for _, c := range p.Hooked(kind) {
		if c.Own || kind != HookGo {
			names = append(names, c.HookFunction())
		}
	}
	switch {
	case kind == HookGo && p.Active && p.HasGo():
		names = append(names, goInitialize)
	case kind == HookC && p.CInitialize():
		names = append(names, cInitialize)
	}
	return names
}

// HookFunction returns the name of the author's function for the command.
func (c *Command) HookFunction() string {
	if c.Hook == HookC {
		return "hook_" + c.Name
	}
	return c.Name
}

// HookFile returns the file of a pack that holds the author's hooks of one kind, if the pack has one.
func HookFile(pack *templates.Pack, kind HookKind) (f templates.File, ok bool) {
	for _, f := range pack.Files {
		if f.Yours() && f.When == string(kind) {
			return f, true
		}
	}
	return f, false
}

// FirstHookFiles returns the files with the author's hooks in a new project.
func FirstHookFiles(p *Plan, pack *templates.Pack) map[HookKind][]string {
	files := map[HookKind][]string{}
	for _, kind := range WrittenKinds {
		if f, ok := HookFile(pack, kind); ok && conditions[f.When](p) {
			files[kind] = []string{f.Path}
		}
	}
	return files
}

// OnlyHooks returns the plan for the author's hook file, limited to some of the functions. It is not a
// method, because templates could call that.
func OnlyHooks(p *Plan, kind HookKind, functions []string) *Plan {
	some := *p
	some.Commands = p.filter(func(c *Command) bool {
		return c.Hook == kind && slices.Contains(functions, c.HookFunction())
	})
	some.Active = slices.Contains(functions, goInitialize)
	some.onlyInit = slices.Contains(functions, cInitialize)
	return &some
}
