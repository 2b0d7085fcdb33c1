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

// CombineRequest holds the arguments of combine.
type CombineRequest struct {
	Dirs              []string // of the projects, from the app's side to the driver's
	Out, Name, Module string
	Tool              string // version of gleslayergen, for the lock
	DryRun            bool

	// Load reads the registry from two files, or returns the built-in one if the names are empty.
	Load func(gl, egl string) (*registry.Registry, error)
}

// Combined is a project made from other projects.
type Combined struct {
	Created
	Parts []CombinedPart
	Notes []string // for the user
}

// CombinedPart reports what became of one of the projects.
type CombinedPart struct {
	Dir    string   `json:"dir"`
	Name   string   `json:"name"`
	SubDir string   `json:"folder"` // of its files in the new project
	Sets   []string `json:"sets"`   // as listed in the new yaml
}

// combiner makes one project from several.
type combiner struct {
	request CombineRequest
	parts   []*part
	facts   *registry.Registry
	config  Config
	sets    []gen.GoSet
	files   map[string]source // copied files by path in the new project
	notes   []string
}

// source is a copied file.
type source struct {
	from    string // its name in messages
	content []byte
}

// Combine makes a project whose layer does what the chained layers of several projects do. Android supports
// one Go runtime in a process, so layers with Go hooks cannot be chained.
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

// open opens the projects.
func (c *combiner) open(ctx context.Context) error {
	for _, dir := range c.request.Dirs {
		root, err := Find(dir)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(c.parts, func(p *part) bool { return fsx.SameFile(p.Root(), root) }); i >= 0 {
			return &Error{What: dir, Why: "same project as " + c.parts[i].dir, Advice: "list each project only once", Usage: true}
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

// render renders all files of the new project.
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
	if err := q.openPack(ctx); err != nil {
		return nil, err
	}
	made := &Combined{Created: Created{Dir: q.Dir, Plan: plan, Pack: q.Pack}}
	if made.Files, err = c.renderFiles(ctx, plan, q); err != nil {
		return nil, err
	}
	for _, p := range c.parts {
		made.Parts = append(made.Parts, CombinedPart{p.dir, p.config.now.Name, p.subDir(), append([]string{}, p.listed...)})
		for _, note := range p.Notes {
			made.Notes = append(made.Notes, p.dir+": "+note)
		}
	}
	made.Notes = append(made.Notes, c.notes...)
	return made, nil
}

// renderFiles renders the files that every project has, and adds the copied files.
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
