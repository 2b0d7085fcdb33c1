// Package confine prints template packs, and checks the Go that they print. With those of others it does so in a process of its own,
// which may use so much time and memory and no more: templates are programs, and anybody may have written them.
package confine

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// limits are what a pack may use up. A project with every command there is takes a second and 100 MB; a machine that has much
// else to do takes many times as long.
type limits struct {
	Time   time.Duration
	Memory int64
	Bytes  int64 // of all files together; gen.MaxFile is for each
}

var standard = limits{Time: 30 * time.Second, Memory: 512 << 20, Bytes: 128 << 20}

// Render prints every file of a project that the pack describes, in the pack's order.
func Render(ctx context.Context, r *registry.Registry, p *gen.Plan, pack *templates.Pack) ([]gen.File, error) {
	if pack.Builtin() {
		return gen.Render(p, pack)
	}
	t := &task{Input: gen.InputOf(p), Pack: gen.Wanted(p, pack), Limits: standard}
	return t.render(ctx, r)
}

// Stubs prints the file that holds the author's hooks, with some of the functions only.
func Stubs(ctx context.Context, r *registry.Registry, p *gen.Plan, pack *templates.Pack, kind gen.HookKind, functions []string) ([]byte, error) {
	hooks, ok := gen.HookFile(pack, kind)
	if !ok {
		return nil, fmt.Errorf("template pack %s has no file for hooks in %s", pack.Name, kind)
	}
	only := gen.Only(pack, func(f templates.File) bool { return f == hooks })
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

// task is what the other process is told.
type task struct {
	Registry  string // a snapshot; "" for the one that the tool carries
	Input     gen.Input
	Pack      *templates.Pack // with the files only that are wanted
	Kind      gen.HookKind    // not "": only the author's hooks of this kind,
	Functions []string        // and only these
	Go        *goFiles        // not nil: nothing is printed, but these are looked at
	Limits    limits
}

// render prints all files of the task's pack in another process.
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

// plan makes the plan again that the task came with.
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
