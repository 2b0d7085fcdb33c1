package project

import (
	"cmp"
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Request holds the arguments of new.
type Request struct {
	Config Config
	Module string
	Dir    string // created if it does not exist
	DryRun bool
	VSCode bool              // include settings for Visual Studio Code
	GoSets []gen.GoSet       // the hook sets in Config.Sets
	Author map[string][]byte // files of the author, by path, in place of those of the pack
	Tool   string            // version of gleslayergen, for the lock

	Pack *templates.Pack // nil: the pack named in Config.Template, relative to Dir
}

// Created is a new project.
type Created struct {
	Dir   string
	Plan  *gen.Plan
	Pack  *templates.Pack
	Files []gen.File // sorted by path, with the yaml and the lock
}

// Create creates a project in a directory that does not exist or is empty. It writes all files or none.
func Create(ctx context.Context, r *registry.Registry, q Request) (*Created, error) {
	if err := CheckTarget(q.Dir); err != nil {
		return nil, err
	}
	created, err := Render(ctx, r, q)
	if err != nil || q.DryRun {
		return created, err
	}
	return created, write(ctx, q.Dir, created.Files)
}

// Render renders all files of a project and writes none.
func Render(ctx context.Context, r *registry.Registry, q Request) (*Created, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if err := q.openPack(ctx); err != nil {
		return nil, err
	}
	if err := q.Config.LoadModules(q.Dir); err != nil {
		return nil, err
	}
	q.Pack = q.Config.addModules(q.Pack)
	plan, err := Plan(r, &q.Config, q.Module, q.GoSets)
	if err != nil {
		return nil, err
	}
	plan.VSCode, plan.HookFiles = q.VSCode, gen.FirstHookFiles(plan, q.Pack)
	if err := checkPack(plan, q.Pack); err != nil {
		return nil, err
	}
	files, err := render(ctx, r, plan, q)
	return &Created{Dir: q.Dir, Plan: plan, Pack: q.Pack, Files: files}, err
}

func (q *Request) check() error {
	if fault := q.Config.check(); fault != nil {
		return fault
	}
	return CheckModule(q.Module)
}

// Plan resolves a configuration and its hook sets against a registry.
func Plan(r *registry.Registry, c *Config, module string, sets []gen.GoSet) (*gen.Plan, error) {
	scope, err := r.ParseScope(c.API, c.Extensions)
	if err != nil {
		return nil, err
	}
	in := gen.Input{Name: c.Name, Module: module, Active: c.Init == "active", Rules: c.rules(), Use: c.Use, Sets: c.modules(), Modules: c.declarations(),
		Settings: c.Settings, GoSets: sets, Scope: scope, Constants: c.Constants, OldNames: c.OldNames}
	plan, err := gen.New(r, in)
	if err == nil {
		err = checkIntercepted(plan)
	}
	return plan, err
}

func (c *Config) rules() []gen.Rule {
	var rules []gen.Rule
	list := c.Intercept
	if len(list) == 0 {
		list = c.InterceptForModules(string(gen.HookNone))
	}
	for _, rule := range list {
		rules = append(rules, gen.ParseRules(rule.Match, gen.HookKind(rule.Hooks))...)
	}
	return rules
}

func render(ctx context.Context, r *registry.Registry, plan *gen.Plan, q Request) ([]gen.File, error) {
	files, err := pack.Render(ctx, r, plan, q.Pack)
	if err != nil {
		return nil, err
	}
	exports, err := gen.Exports(plan)
	if err != nil {
		return nil, err
	}
	files = append(files, exports...)
	for i, f := range files {
		if content, ok := q.Author[f.Path]; ok && f.Yours {
			files[i] = gen.NewFile(f.Path, content, true)
		}
	}
	config, err := q.Config.YAML()
	if err != nil {
		return nil, err
	}
	files = append(files, gen.NewFile(ConfigName, config, true))
	slices.SortFunc(files, func(a, b gen.File) int { return cmp.Compare(a.Path, b.Path) })
	l := newLock(q.Tool, lockTemplate(q.Pack), r, plan, files)
	l.Modules = q.Config.lockModules()
	lock, err := l.JSON()
	return append(files, gen.NewFile(LockName, lock, false)), err
}
