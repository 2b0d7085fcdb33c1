package gen

import (
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Each extension that needs a later version is in the registry.
func TestLaterExtensions(t *testing.T) {
	r := registry.Builtin()
	for _, later := range laterExtensions() {
		if !slices.ContainsFunc(r.Extensions, func(x *registry.Extension) bool { return x.Name == later.Name }) {
			t.Errorf("the registry has no %s", later.Name)
		}
	}
}
