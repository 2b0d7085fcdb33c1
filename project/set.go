package project

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	pathpkg "path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// The names of the initialization function in a hook set and in package main.
const (
	setInitialize  = "OnInitialize"
	mainInitialize = "onInitialize"
)

// foundSet is a hook set of the project and its functions.
type foundSet struct {
	gen.GoSet
	at    map[string]HookPlace // places of the functions by command
	notes []string

	// newHooks are functions without a next that become hooks by their name when the project has no old names.
	newHooks []string
}

// setFinder finds hooks in packages of a project.
type setFinder struct {
	root    fs.FS
	module  string
	facts   *registry.Registry
	scope   registry.Scope
	layered map[string]bool // the commands in scope

	oldNames bool // functions with the old names of commands are hooks, too
}

func newSetFinder(root string, module string, r *registry.Registry, scope registry.Scope, oldNames bool) (*setFinder, error) {
	names, err := r.Match(scope, "@all")
	if err != nil {
		return nil, err
	}
	f := &setFinder{os.DirFS(root), module, r, scope, map[string]bool{}, oldNames}
	for _, name := range names {
		f.layered[name] = true
	}
	return f, nil
}

// find reads the package in a directory. If exported is false, hooks can also have the names that they have
// in package main; a generated file then exports them.
func (f *setFinder) find(dir string, exported bool) (*foundSet, error) {
	if _, err := fs.Stat(f.root, pathpkg.Join(dir, "go.mod")); err == nil {
		return nil, &Error{What: dir + "/go.mod", Why: "the directory contains a go.mod, so it is a separate module and not a package of the project", Advice: "remove this file"}
	}
	p, err := FindHookPackage(f.root, dir)
	switch {
	case err != nil:
		return nil, readError(dir, err)
	case len(p.Faults) > 0:
		return nil, &Error{What: p.Faults[0].Pos.String(), Why: p.Faults[0].Msg, Advice: "fix this error: gleslayergen cannot find all hooks in a package with errors"}
	case p.Name == "":
		return nil, &Error{What: ownSet + dir, Why: "the directory has no Go package that can be imported", Advice: "add a Go package with hooks; docs/hook-sets.md has an example"}
	}
	s := &foundSet{GoSet: gen.GoSet{Folder: dir, Import: f.module + "/" + dir, Package: p.Name}, at: map[string]HookPlace{}}
	if !exported {
		s.Exports = []string{}
	}
	f.sort(s, p)
	if len(s.Commands) == 0 && !s.Initialize {
		s.notes = append(s.notes, fmt.Sprintf("%s%s: no hooks found; a hook is an exported function, for example GLClear as the hook of glClear", ownSet, dir))
	}
	return s, nil
}

// sort finds the hooks among the functions of a package.
func (f *setFinder) sort(s *foundSet, p *HookPackage) {
	for _, name := range slices.Sorted(maps.Keys(p.Functions)) {
		if name == setInitialize {
			s.Initialize = true
		} else {
			f.sortFunction(s, p, name)
		}
	}
	if s.Exports == nil {
		return
	}
	if _, there := p.Functions[mainInitialize]; there && !s.Initialize {
		s.Exports, s.Initialize = append(s.Exports, mainInitialize), true
	}
	for _, name := range slices.Sorted(maps.Keys(p.Inner)) {
		if _, twice := s.at[name]; f.layered[name] && !twice {
			s.Exports = append(s.Exports, name)
			f.add(s, name, name, p.Inner[name])
		}
	}
}

// sortFunction adds a function of a package to its hooks if it is one. In a project with old names, a function with a new
// name is a hook only if it takes a next: before, such a name had no meaning.
func (f *setFinder) sortFunction(s *foundSet, p *HookPackage, function string) {
	command, old := hookedCommand(function)
	if command == "" {
		return
	}
	at := p.Functions[function]
	if !old {
		if _, takesNext := p.Inner[function]; takesNext || !f.oldNames {
			f.add(s, command, function, at)
		} else if f.layered[command] {
			s.newHooks = append(s.newHooks, fmt.Sprintf("%s: %s", at, function))
		}
		return
	}
	_, twice := s.at[command]
	if f.layered[command] && (twice || !f.oldNames) {
		s.notes = append(s.notes, fmt.Sprintf("%s: %s is not called: the hook for %s must have the name %s", at, function, command, gen.Spelled(command)))
		return
	}
	f.add(s, command, function, at)
	if f.layered[command] {
		s.useOldName(command, function)
	}
}

func (s *foundSet) useOldName(command, function string) {
	if s.OldNames == nil {
		s.OldNames = map[string]string{}
	}
	s.OldNames[command] = function
}

// add records a hook, or the reason why a function is not a hook.
func (f *setFinder) add(s *foundSet, command, function string, at HookPlace) {
	if f.layered[command] {
		s.Commands = append(s.Commands, command)
		s.at[command] = at
		return
	}
	_, err := f.facts.Match(f.scope, command)
	why := fmt.Sprint(err)
	if unknown, ok := err.(*registry.UnknownNameError); ok {
		var near []string
		for _, name := range unknown.Near {
			near = append(near, gen.Spelled(name))
		}
		why = fmt.Sprintf("unknown function %s; did you mean %s?", command, strings.Join(near, ", "))
	}
	s.notes = append(s.notes, fmt.Sprintf("%s: %s is not called: %s", at, function, why))
}
