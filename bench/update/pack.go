package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// packFiles is the number of files of the large pack. Each has its own template.
const packFiles = 1000

// pack measures new with a large third-party template pack, which is rendered in a separate process.
func (b *bench) pack(ctx context.Context) error {
	const most = 1000
	what := fmt.Sprintf("new, from a pack of %d files", packFiles)
	if err := writePack(b.Path("pack")); err != nil {
		return err
	}
	made := b.Path("made")
	c := b.Tool("new", "made", "--template", b.Path("pack"), "--passive", "--hooks", "none", "--intercept", "glDraw*", "--extensions", "none", "--out", made)
	p := b.probe(what, c, "made: ")
	once := p.Once
	p.Once = func(ctx context.Context) (measure.Values, error) {
		if err := os.RemoveAll(made); err != nil {
			return nil, err
		}
		return once(ctx)
	}
	if err := b.run(ctx, "pack", []measure.Limit{{What: what, Most: most}}, p); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(made, "src", "zz_generated_*"))
	if err == nil && len(files) != packFiles {
		err = fmt.Errorf("the project has %d files of the pack, expected %d", len(files), packFiles)
	}
	return err
}

// packTemplate prints a declaration for each command.
const packTemplate = `{{header "//"}}

// File %d.
{{range .Intercepted}}
{{.Result.CType}} wrapped_%d_{{.Name}}({{.CParams}});
{{end}}`

func writePack(dir string) error {
	list := strings.Builder{}
	list.WriteString("name: large\nversion: 1.0.0\ndescription: Many files.\nmodel: 1\nhooks: [none]\nfiles:\n")
	fault := os.MkdirAll(dir, 0o777)
	for i := range packFiles {
		name := fmt.Sprintf("%d.h.tmpl", i)
		fmt.Fprintf(&list, "  - {path: src/zz_generated_%d.h, template: %s}\n", i, name)
		fault = errors.Join(fault, os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, packTemplate, i, i), 0o666))
	}
	return errors.Join(fault, os.WriteFile(filepath.Join(dir, "pack.yaml"), []byte(list.String()), 0o666))
}
