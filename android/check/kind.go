package check

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// likeLayer matches common file names of GLES layers, but not those of Vulkan layers.
var likeLayer = lazyregexp.New(`(?i)^libGLES_|gl(es)?_?layer`).MatchString

// isMadeAsLayer reports whether a library was meant to be a layer: it contains an entry point in any form, or
// has a layer's name.
func isMadeAsLayer(base string, o *elf.Object) bool { return likeLayer(base) || o.IsLayer(Nearest) }

// isABI reports whether a directory name is an ABI.
func isABI(name string) bool {
	return slices.ContainsFunc(android.ABIs(), func(a android.ABI) bool { return a.Name == name })
}
