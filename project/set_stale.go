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

// registered is the generated file that names each Go hook.
const registered = "zz_generated_hooks.go"

// NotHooked are functions in the project's own hook sets that are named like commands, and that generated code does not call:
// since they were written, there was no update. A function that is gone is the compiler's to report. load reads the registry
// from two files, or the tool's own where there is no name.
func NotHooked(root string, c *Config, load func(gl, egl string) (*registry.Registry, error)) []HookPlace {
	text, err := os.ReadFile(filepath.Join(root, registered))
	if err != nil {
		return nil // the build says what is wrong
	}
	lock, err := LoadLock(root)
	if err != nil {
		return nil
	}
	commands := sync.OnceValue(func() []string { return c.commands(root, load) }) // most builds need no registry
	var places []HookPlace
	for _, folder := range c.OwnSets() {
		p, err := FindHookPackage(os.DirFS(root), folder)
		if err != nil {
			continue
		}
		alias := regexp.MustCompile(`(?m)^\t*(?:import )?(\w+) "` + regexp.QuoteMeta(lock.Module+"/"+folder) + `"$`).FindSubmatch(text)
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

// commands are those that the project can have hooks for; none where that is not known.
func (c *Config) commands(root string, load func(gl, egl string) (*registry.Registry, error)) []string {
	u := &Update{request: UpdateRequest{Root: root, Load: load}, config: &configText{now: c}}
	var err error
	if u.facts, err = u.load(c.Registry); err != nil {
		return nil // update says what is wrong
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
