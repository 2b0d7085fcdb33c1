package project

import (
	"context"
	"fmt"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// agree wants one registry for all, and one language for each command.
func (c *combiner) agree(context.Context) error {
	c.facts = c.parts[0].facts
	for _, p := range c.parts[1:] {
		same := func(a, b registry.Source) bool { return a.Name == b.Name && a.SHA256 == b.SHA256 }
		if !slices.EqualFunc(p.facts.Sources, c.facts.Sources, same) {
			return &Error{What: p.dir, Why: fmt.Sprintf("it has another registry than %s: %s, and %s", c.parts[0].dir, sourcesText(p.facts), sourcesText(c.facts)),
				Advice: "give both the same: registry: builtin in their gleslayer.yaml, or gleslayergen update --gl-xml FILE --egl-xml FILE"}
		}
	}
	inC := map[string]string{} // the places of hooks
	for _, p := range c.parts {
		for _, name := range p.plan.HookFunctions(gen.HookC) {
			at := pathpkg.Join(p.dir, p.own.C[commandOf(name)].String())
			if other, twice := inC[commandOf(name)]; twice {
				return &Error{What: commandOf(name), Why: fmt.Sprintf("two hooks in C, %s and %s", other, at), Advice: "only hooks in Go can be chained in one layer: write one of them in Go, or both as one in C"}
			}
			inC[commandOf(name)] = at
		}
	}
	for _, p := range c.parts {
		for _, command := range p.plan.Hooked(gen.HookGo) {
			if at, both := inC[command.Name]; both {
				return &Error{What: command.Name, Why: fmt.Sprintf("a hook in C, %s, and one in Go, of %s", at, p.dir), Advice: "write both in Go: then one is chained behind the other"}
			}
		}
	}
	return nil
}

func sourcesText(r *registry.Registry) string {
	var words []string
	for _, s := range r.Sources {
		date := s.Date
		if date == "" {
			date = s.SHA256[:min(12, len(s.SHA256))]
		}
		words = append(words, s.Name+" "+date)
	}
	return strings.Join(words, " and ")
}

// merge makes the yaml of the new project.
func (c *combiner) merge(context.Context) error {
	c.config = Config{Name: c.request.Name, Init: "passive", Template: "go"}
	var scope registry.Scope
	extensions := []string{}
	slots := 0
	for _, p := range c.parts {
		full := p.config.now.withDefaults()
		s, err := p.scope()
		if err != nil {
			return err
		}
		scope.EGL, scope.GLES2 = max(scope.EGL, s.EGL), max(scope.GLES2, s.GLES2)
		extensions = append(extensions, s.Extensions...)
		if full.Init == "active" {
			c.config.Init = "active"
		}
		c.mergeConstants(full.Constants)
		c.config.OldNames = c.config.OldNames || p.lock.oldNames()
		if full.Slots == 0 {
			full.Slots = DefaultSlots
		}
		slots += full.Slots
		c.mergeSets(p)
		if err := c.mergeUse(p, s); err != nil {
			return err
		}
	}
	c.config.API, c.config.Extensions = scopeText(scope, extensions)
	if err := c.mergeRegistry(); err != nil {
		return err
	}
	return c.mergeIntercept(slots)
}

// mergeConstants generates every constant if one part does.
func (c *combiner) mergeConstants(constants string) {
	if c.config.Constants == "" {
		c.config.Constants = ConstantsUsed
	}
	if constants != ConstantsUsed {
		c.config.Constants = ConstantsAll
	}
}

func scopeText(s registry.Scope, extensions []string) (api, list string) {
	var parts []string
	if s.EGL != "" {
		parts = append(parts, "egl="+s.EGL)
	}
	if s.GLES2 != "" {
		parts = append(parts, "gles2="+s.GLES2)
	}
	slices.Sort(extensions)
	extensions = slices.Compact(extensions)
	switch {
	case slices.Contains(extensions, "all"):
		list = "all"
	case len(extensions) == 0:
		list = "none"
	default:
		list = strings.Join(extensions, ",")
	}
	return strings.Join(parts, ","), list
}

// mergeSets adds a part's sets: its own in their order, and its package main behind them. Those of the tool stand in front of all.
func (c *combiner) mergeSets(p *part) {
	for _, name := range p.config.now.Sets {
		if !strings.HasPrefix(name, ownSet) && !slices.Contains(c.config.Sets, name) {
			tools := slices.IndexFunc(c.config.Sets, func(s string) bool { return strings.HasPrefix(s, ownSet) })
			if tools < 0 {
				tools = len(c.config.Sets)
			}
			c.config.Sets = slices.Insert(c.config.Sets, tools, name)
		}
	}
	var sets []gen.GoSet
	for _, found := range p.sets {
		sets = append(sets, found.GoSet)
	}
	if len(p.main) > 0 {
		main := gen.GoSet{Folder: ".", Package: p.packageName(), Exports: p.main, Initialize: slices.Contains(p.main, mainInitialize)}
		main.Commands = slices.DeleteFunc(slices.Clone(p.main), func(name string) bool { return name == mainInitialize })
		sets = append(sets, main)
	}
	for _, s := range sets {
		s.Folder = p.moved(s.Folder)
		s.Import = c.request.Module + "/" + s.Folder
		c.sets = append(c.sets, s)
		p.listed = append(p.listed, ownSet+s.Folder)
	}
	c.config.Sets = append(c.config.Sets, p.listed...)
}

// mergeUse adds the functions that a part's hooks call. Patterns that take away mean something only where they stand.
func (c *combiner) mergeUse(p *part, scope registry.Scope) error {
	use := registry.SplitPatterns(p.config.now.Use)
	if slices.ContainsFunc(use, func(pattern string) bool { return strings.HasPrefix(pattern, "!") }) {
		commands, err := p.facts.Select(scope, use)
		if err != nil {
			return err
		}
		use = nil
		for _, command := range commands {
			use = append(use, command.Name)
		}
	}
	for _, pattern := range use {
		if !slices.Contains(c.config.Use, pattern) {
			c.config.Use = append(c.config.Use, pattern)
		}
	}
	return nil
}

// mergeRegistry names the files of one part, as seen from the new project; the tool's own if any part has that.
func (c *combiner) mergeRegistry() error {
	for _, p := range c.parts {
		if p.config.now.Registry.Builtin() {
			return nil
		}
	}
	p := c.parts[0]
	for from, to := range map[string]*string{p.config.now.Registry.GL: &c.config.Registry.GL, p.config.now.Registry.EGL: &c.config.Registry.EGL} {
		path := fromRoot(p.Root(), from)
		if !filepath.IsAbs(filepath.FromSlash(from)) {
			rel, err := relativePath(c.request.Out, path)
			if err != nil {
				return err
			}
			path = rel
		}
		*to = filepath.ToSlash(path)
	}
	return nil
}

// relativePath is a path as seen from a folder.
func relativePath(dir, path string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return filepath.Rel(dir, path)
}
