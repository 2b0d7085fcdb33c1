package gen

import (
	"github.com/gleslayergen/gleslayergen/registry"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// NamesOf are the values of an enum group that have one name and fit a GLenum.
func NamesOf(r *registry.Registry, group string) []Named {
	g, ok := r.Group(group)
	if !ok {
		return nil
	}
	var enums []*registry.Enum
	for _, enum := range g.Enums {
		if e, ok := r.Enum(enum); ok && e.Value <= maxEnum {
			enums = append(enums, e)
		}
	}
	return uniqueNames(enums)
}

// OnlyNames are the values of an API, GL_ or EGL_, that have one name whatever the parameter.
func OnlyNames(r *registry.Registry, prefix string) []Named { return onlyNames(r, prefix) }

// EGLMeanings say what the parameters of EGL's commands mean, by command and parameter ("return": the result), in the words of
// egl_params.tsv.
func EGLMeanings() map[[2]string]string { return meanings() }

// EGLToken is a row of egl_groups.tsv: a token in a group of EGL's, and how the value that goes with it reads.
type EGLToken struct{ Group, Enum, Value string }

// EGLTokens are all rows. Of several with one value in a group, the first without a vendor's suffix is the best.
func EGLTokens() []EGLToken {
	var all []EGLToken
	for _, row := range table.Rows("egl_groups.tsv", eglGroups, 4) {
		all = append(all, EGLToken{row[0], row[1], row[2]})
	}
	return all
}
