package project

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
)

// CombineRequest is what "combine" was asked to do.
type CombineRequest struct {
	Dirs              []string // projects, the app's side first
	Out, Name, Module string
	Tool              string // version of the tool, for the lock
	DryRun            bool

	// Load reads the registry from two files, or the tool's own where there is no name.
	Load func(gl, egl string) (*registry.Registry, error)
}

// Combined is a project that was made from others.
type Combined struct {
	Created
	Parts []CombinedPart
	Notes []string // for the author
}

// CombinedPart is what became of one of them.
type CombinedPart struct {
	Dir    string   `json:"dir"`
	Name   string   `json:"name"`
	Folder string   `json:"folder"` // of what came from it, in the new project
	Sets   []string `json:"sets"`   // as the yaml lists them
}

// combiner makes one project from several.
type combiner struct {
	request CombineRequest
	parts   []*part
	facts   *registry.Registry
	config  Config
	sets    []gen.GoSet
	files   map[string]source // that are taken over, by their path in the new project
	notes   []string
}

// source is a file that is taken over.
type source struct {
	from    string // as messages call it
	content []byte
}

// Combine makes a project whose layer does what the layers of several projects do when they are chained. Android has room for
// one Go runtime in a process, so this is the way to more than one layer with hooks in Go.
func Combine(ctx context.Context, q CombineRequest) (*Combined, error) {
	if err := CheckTarget(q.Out); err != nil {
		return nil, err
	}
	c := &combiner{request: q, files: map[string]source{}}
	defer c.close()
	for _, step := range []func(context.Context) error{c.open, c.agree, c.merge, c.copy} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	made, err := c.render(ctx)
	if err != nil || q.DryRun {
		return made, err
	}
	return made, write(ctx, q.Out, made.Files)
}

func (c *combiner) close() {
	for _, p := range c.parts {
		p.Close()
	}
}

// open reads the projects.
func (c *combiner) open(ctx context.Context) error {
	for _, dir := range c.request.Dirs {
		root, err := Find(dir)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(c.parts, func(p *part) bool { return fsx.SameFile(p.Root(), root) }); i >= 0 {
			return &Error{What: dir, Why: "the project of " + c.parts[i].dir + " as well", Advice: "name each project once", Usage: true}
		}
		p := &part{dir: dir}
		p.request = UpdateRequest{Root: root, Tool: c.request.Tool, AllowOlder: true, Load: c.request.Load}
		c.parts = append(c.parts, p)
		if err := p.open(ctx); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		p.name = c.freePart(p.config.now.Name)
	}
	return nil
}

// render makes every file of the new project.
func (c *combiner) render(ctx context.Context) (*Combined, error) {
	q := Request{Config: c.config, Module: c.request.Module, Dir: c.request.Out, Tool: c.request.Tool, GoSets: c.sets}
	if err := q.check(); err != nil {
		return nil, err
	}
	plan, err := Plan(c.facts, &q.Config, q.Module, q.GoSets)
	if err != nil {
		return nil, err
	}
	if err := c.checkInitialize(plan); err != nil {
		return nil, err
	}
	if err := q.openPack(); err != nil {
		return nil, err
	}
	made := &Combined{Created: Created{Dir: q.Dir, Plan: plan, Pack: q.Pack}}
	if made.Files, err = c.renderFiles(ctx, plan, q); err != nil {
		return nil, err
	}
	for _, p := range c.parts {
		made.Parts = append(made.Parts, CombinedPart{p.dir, p.config.now.Name, p.folder(), append([]string{}, p.listed...)})
		for _, note := range p.Notes {
			made.Notes = append(made.Notes, p.dir+": "+note)
		}
	}
	made.Notes = append(made.Notes, c.notes...)
	return made, nil
}

// renderFiles prints what every project has, and puts what was taken over in its place or beside it.
func (c *combiner) renderFiles(ctx context.Context, plan *gen.Plan, q Request) ([]gen.File, error) {
	files, err := pack.Render(ctx, c.facts, plan, q.Pack)
	if err != nil {
		return nil, err
	}
	exports, err := gen.Exports(plan)
	if err != nil {
		return nil, err
	}
	config, err := q.Config.YAML()
	if err != nil {
		return nil, err
	}
	files = slices.Concat(files, exports, []gen.File{gen.NewFile(ConfigName, config, true)})
	if files, err = c.adapt(files); err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b gen.File) int { return cmp.Compare(a.Path, b.Path) })
	lock, err := newLock(q.Tool, lockTemplate(q.Pack), c.facts, plan, files).JSON()
	if err != nil {
		return nil, err
	}
	files = append(files, gen.NewFile(LockName, lock, false))
	for path, s := range c.files {
		files = append(files, gen.NewFile(path, s.content, true))
	}
	slices.SortFunc(files, func(a, b gen.File) int { return cmp.Compare(a.Path, b.Path) })
	return files, nil
}
