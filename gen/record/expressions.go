package record

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/registry"
)

var (
	cIdentifier = lazyregexp.New(`[A-Za-z_]\w*`)
	cKnown      = lazyregexp.New(`^(layer_\w+|trace_\w+|live_\w+|LAYER_\w+|TRACE_\w+|int64_t|INT32_MAX|INT64_MAX|NULL|__builtin_popcount|0x\w+)$`)
)

// translate replaces names in a C expression of a table: the parameters of a command by those of its alias rc,
// and "t", "next" and "result" by the local variables of the recording function. It fails for other names.
func translate(code csyntax.Expr, of, rc *registry.Command) (csyntax.Expr, error) {
	var unknown string
	out := cIdentifier.ReplaceAllStringFunc(string(code), func(word string) string {
		i := slices.IndexFunc(of.Params, func(p registry.Param) bool { return p.Name == word })
		switch {
		case word == "t" || word == "next": // also if the command has such a parameter: rows for gl* mean the variable
			return word + "_"
		case word == "result":
			return "ret_"
		case i >= 0:
			return rc.Params[i].Name
		case !cKnown.MatchString(word) && !cKnown.MatchString("0"+word):
			unknown = word
		}
		return word
	})
	if unknown != "" {
		return "", fmt.Errorf("%s has no parameter %q", of.Name, unknown)
	}
	return csyntax.Expr(out), nil
}

// translate translates the expressions of a rule from one name of a command to another.
func (rule *sizeRule) translate(of, rc *registry.Command) error {
	for i, arg := range rule.args {
		var err error
		if rule.args[i], err = translate(arg, of, rc); err != nil {
			return err
		}
	}
	return nil
}
