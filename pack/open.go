package pack

import (
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Open reads a template pack: a built-in one by its name, otherwise a directory or a zip file. It fails for a pack that this
// version of gleslayergen cannot render.
func Open(where string) (*templates.Pack, error) {
	p, err := templates.Load(where)
	if err != nil {
		return nil, err
	}
	if err := gen.Complete(p); err != nil {
		return nil, err
	}
	return p, nil
}
