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

// agree checks that all projects have the same registry, and that no command has hooks in two languages or
// two hooks in C.
func (c *combiner) agree(context.Context) error {
	c.facts = c.parts[0].facts
	for _, p := range c.parts[1:] {
		same := func(a, b registry.Source) bool { return a.Name == b.Name && a.SHA256 == b.SHA256 }
		if !slices.EqualFunc(p.facts.Sources, c.facts.Sources, same) {
			return &Error{What: p.dir, Why: fmt.Sprintf("the registry of this project (%[2]s) differs from the registry of %[1]s (%[3]s)", c.parts[0].dir, sourcesText(p.facts), sourcesText(c.facts)),
				Advice: "use the same registry in both projects: set \"registry: builtin\" in gleslayer.yaml, or run: gleslayergen update --gl-xml FILE --egl-xml FILE"}
		}
	}
	inC := map[string]string{} // places of C hooks by command
	for _, p := range c.parts {
		for _, name := range p.plan.HookFunctions(gen.HookC) {
			at := pathpkg.Join(p.dir, p.own.C[commandOf(name)].String())
			if other, twice := inC[commandOf(name)]; twice {
				return &Error{What: commandOf(name), Why: fmt.Sprintf("the projects have two C hooks for this function (%s and %s)", other, at), Advice: "only Go hooks can be chained in one layer: rewrite both hooks in Go, or merge them into one C hook"}
			}
			inC[commandOf(name)] = at
		}
	}
	for _, p := range c.parts {
		for _, command := range p.plan.Hooked(gen.HookGo) {
			if at, both := inC[command.Name]; both {
				return &Error{What: command.Name, Why: fmt.Sprintf("the projects have a C hook (%s) and a Go hook (in %s) for this function, but all hooks of a function must be in one language", at, p.dir), Advice: "rewrite the C hook in Go; \"combine\" then chains both hooks"}
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
	for _, p := range c.parts {
		full := p.config.now.withDefaults()
		if own := full.locations(); len(own) > 0 {
			return &Error{What: p.dir, Why: "the project has modules of your own: " + strings.Join(own, ", "), Advice: "remove them from \"sets:\" in gleslayer.yaml, combine the projects, and add them to the new one"}
		}
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
		c.mergeSets(p)
		if err := c.mergeSettings(p); err != nil {
			return err
		}
		if err := c.mergeUse(p, s); err != nil {
			return err
		}
	}
	c.config.API, c.config.Extensions = scopeText(scope, extensions)
	if err := c.mergeRegistry(); err != nil {
		return err
	}
	return c.mergeIntercept()
}

// mergeConstants selects all constants if one of the projects does.
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

// mergeSets adds the hook sets of p in their order, then its package main as a hook set. Modules come before
// all hook sets.
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

// mergeUse adds the functions that the hooks of p call. It replaces patterns with ! by the selected names,
// because they depend on the order of the list.
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

// mergeRegistry sets the registry files of the first project, relative to the new project, or the built-in
// registry if any project has that.
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

// relativePath returns path relative to dir.
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
