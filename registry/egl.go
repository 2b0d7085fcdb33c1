package registry

import (
	_ "embed"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// egl.xml has no enum groups and does not say what the parameters of its commands mean. These tables do.
var (
	//go:embed egl_groups.tsv
	eglGroups string
	//go:embed egl_params.tsv
	eglParams string
)

// EGLToken is a row of egl_groups.tsv: a token in a group of EGL tokens.
type EGLToken struct {
	Group, Enum string
	Value       string // how to read the value that follows the token in an attribute list
}

// EGLTokens returns all rows of egl_groups.tsv. If several tokens of a group have the same value, the first
// one for which no other IsBetterName is its name.
var EGLTokens = sync.OnceValue(func() []EGLToken {
	var all []EGLToken
	for _, row := range table.Rows("egl_groups.tsv", eglGroups, 4) {
		all = append(all, EGLToken{row[0], row[1], row[2]})
	}
	return all
})

// EGLMeaning returns what a parameter of an EGL command means, in the notation of egl_params.tsv. The parameter
// "return" is the result. It returns "" for a plain number, handle or pointer.
func EGLMeaning(command, param string) string { return eglMeanings()[[2]string{command, param}] }

var eglMeanings = sync.OnceValue(func() map[[2]string]string {
	out := map[[2]string]string{}
	for _, row := range table.Rows("egl_params.tsv", eglParams, 4) {
		out[[2]string{row[0], row[1]}] = row[2]
	}
	return out
})
