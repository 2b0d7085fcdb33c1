package show

import (
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// goPrototype is the Go hook of a command, as the author of a project writes it.
func goPrototype(r *registry.Registry, c *registry.Command) (string, error) {
	p, err := gen.Prototype(r, c)
	if err != nil {
		return "", err
	}
	return p.HookPrototype(), nil
}
