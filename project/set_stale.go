package project

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/registry"
)

// registered is the generated file that lists each Go hook.
const registered = "zz_generated_hooks.go"

// NotHooked returns the functions in the project's hook sets that have the name of a command but that
// generated code does not call: they were added after the last update. The compiler reports removed
// functions. load reads the registry from two files, or returns the built-in one if the names are empty.
func NotHooked(root string, c *Config, load func(gl, egl string) (*registry.Registry, error)) []HookPlace {
	text, err := os.ReadFile(filepath.Join(root, registered))
	if err != nil {
		return nil // the build reports the error
	}
	lock, err := LoadLock(root)
	if err != nil {
		return nil
	}
	commands := sync.OnceValue(func() []string { return c.commands(root, load) }) // most builds do not need the registry
	var places []HookPlace
	for _, dir := range c.OwnSets() {
		p, err := FindHookPackage(os.DirFS(root), dir)
		if err != nil {
			continue
		}
		alias := regexp.MustCompile(`(?m)^\t*(?:import )?(\w+) "` + regexp.QuoteMeta(lock.Module+"/"+dir) + `"$`).FindSubmatch(text)
		for name, at := range p.Functions {
			called := alias != nil && strings.Contains(string(text), " = "+string(alias[1])+"."+name+"\n")
			command, old := hookedCommand(name)
			if _, takesNext := p.Inner[name]; old != lock.oldNames() && (old || !takesNext) {
				continue
			}
			if !called && command != "" && slices.Contains(commands(), command) {
				places = append(places, at)
			}
		}
	}
	slices.SortFunc(places, func(a, b HookPlace) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return places
}

// commands returns the commands that the project can have hooks for, or nil after an error.
func (c *Config) commands(root string, load func(gl, egl string) (*registry.Registry, error)) []string {
	u := &Update{request: UpdateRequest{Root: root, Load: load}, config: &configText{now: c}}
	var err error
	if u.facts, err = u.load(c.Registry); err != nil {
		return nil // update reports the error
	}
	scope, err := u.scope()
	if err != nil {
		return nil
	}
	names, err := u.facts.Match(scope, "@all")
	if err != nil {
		return nil
	}
	return names
}
