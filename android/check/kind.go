package check

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// likeLayer knows names that people give to GLES layers. That of Vulkan layers is not among them.
var likeLayer = lazyregexp.New(`(?i)^libGLES_|gl(es)?_?layer`).MatchString

// isMadeAsLayer reports whether a library among others was meant to be a layer: it has something of an entry point, or a layer's name.
func isMadeAsLayer(base string, o *elf.Object) bool { return likeLayer(base) || o.IsLayer(Nearest) }

// isABI reports whether a folder has the name of an ABI.
func isABI(name string) bool {
	return slices.ContainsFunc(android.ABIs(), func(a android.ABI) bool { return a.Name == name })
}
