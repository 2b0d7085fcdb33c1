package gen

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/registry"
)

// rename spells expressions over the parameters of one command for another name of it.
func (rule *sizeRule) rename(of, rc *registry.Command) error {
	for i, arg := range rule.args {
		var err error
		if rule.args[i], err = spellFor(arg, of, rc); err != nil {
			return err
		}
	}
	return nil
}

var (
	cIdentifier = lazyregexp.New(`[A-Za-z_]\w*`)
	cWords      = lazyregexp.New(`^(trace_\w+|live_\w+|TRACE_\w+|int64_t|INT32_MAX|INT64_MAX|NULL|__builtin_popcount|0x\w+)$`)
)

// spellFor puts the names of rc's parameters, and of the locals of its function, into C over those of another name of it.
func spellFor(code string, of, rc *registry.Command) (string, error) {
	var unknown string
	spelled := cIdentifier.ReplaceAllStringFunc(code, func(word string) string {
		i := slices.IndexFunc(of.Params, func(p registry.Param) bool { return p.Name == word })
		switch {
		case i >= 0:
			return rc.Params[i].Name
		case word == "t" || word == "next":
			return word + "_"
		case word == "result":
			return "ret_"
		case !cWords.MatchString(word) && !cWords.MatchString("0"+word):
			unknown = word
		}
		return word
	})
	if unknown != "" {
		return "", fmt.Errorf("%s has no parameter %s", of.Name, unknown)
	}
	return spelled, nil
}
