// Package pack renders template packs and checks the Go code that they render. It renders third-party packs in a child process
// with limits on time, memory and output, because templates are programs from an untrusted source.
package pack

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// limits are the resources that a pack may use. A project with all commands takes 1 s and 100 MB; a busy machine takes many times
// as long.
type limits struct {
	Time   time.Duration
	Memory int64
	Bytes  int64 // of all files together; gen.MaxFile limits each file
}

var standard = limits{Time: 30 * time.Second, Memory: 512 << 20, Bytes: 128 << 20}

// Render renders all files of a project in the order of the pack.
func Render(ctx context.Context, r *registry.Registry, p *gen.Plan, pack *templates.Pack) ([]gen.File, error) {
	if pack.Builtin() {
		return gen.Render(p, pack)
	}
	t := &task{Input: gen.InputOf(p), Pack: gen.PackFor(p, pack), Limits: standard}
	return t.render(ctx, r)
}

// Stubs renders the author's hook file with the given functions only.
func Stubs(ctx context.Context, r *registry.Registry, p *gen.Plan, pack *templates.Pack, kind gen.HookKind, functions []string) ([]byte, error) {
	hooks, ok := gen.HookFile(pack, kind)
	if !ok {
		return nil, fmt.Errorf("template pack %s has no hook file for hook kind %s", pack.Name, kind)
	}
	only := gen.PackWith(pack, func(f templates.File) bool { return f == hooks })
	if pack.Builtin() {
		var content []byte
		err := gen.RenderEach(gen.OnlyHooks(p, kind, functions), only, func(_ int, f gen.File) error {
			content = f.Content
			return nil
		})
		return content, err
	}
	files, err := (&task{Input: gen.InputOf(p), Pack: only, Kind: kind, Functions: functions, Limits: standard}).render(ctx, r)
	if err != nil {
		return nil, err
	}
	return files[0].Content, nil
}

// task is the input of the child process.
type task struct {
	Registry  string // a snapshot; "" for the built-in one
	Input     gen.Input
	Pack      *templates.Pack // only the files to render
	Kind      gen.HookKind    // if not "", render only the author's hooks of this kind
	Functions []string        // and of these functions
	Go        *goFiles        // if not nil, check these files and render nothing
	Limits    limits
}

// render renders all files of the task's pack in a child process.
func (t *task) render(ctx context.Context, r *registry.Registry) ([]gen.File, error) {
	if len(t.Pack.Files) == 0 {
		return nil, nil
	}
	if r != registry.Builtin() {
		var text strings.Builder
		if err := r.WriteSnapshot(&text); err != nil {
			return nil, err
		}
		t.Registry = text.String()
	}
	contents, err := t.run(ctx, len(t.Pack.Files))
	if err != nil {
		return nil, err
	}
	files := make([]gen.File, len(contents))
	for i, f := range t.Pack.Files {
		files[i] = gen.NewFile(f.Path, contents[i], f.Yours())
	}
	return files, nil
}

// plan re-creates the plan of the task from its input.
func (t *task) plan() (*gen.Plan, error) {
	r := registry.Builtin()
	if t.Registry != "" {
		var err error
		if r, err = registry.ReadSnapshot(t.Registry); err != nil {
			return nil, err
		}
	}
	p, err := gen.New(r, t.Input)
	if err == nil && t.Kind != "" {
		p = gen.OnlyHooks(p, t.Kind, t.Functions)
	}
	return p, err
}
