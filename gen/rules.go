package gen

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Rule intercepts the commands that a pattern of the registry names.
type Rule struct {
	Pattern string // without "!"
	Exclude bool   // the pattern had "!": earlier rules do not intercept these commands
	Hooks   HookKind
}

// ParseRules parses a comma-separated list of patterns with the same kind of hook.
func ParseRules(list string, hooks HookKind) []Rule {
	var rules []Rule
	for _, pattern := range registry.SplitPatterns([]string{list}) {
		rule := Rule{Pattern: pattern, Hooks: hooks}
		rule.Pattern, rule.Exclude = strings.CutPrefix(pattern, "!")
		rules = append(rules, rule)
	}
	return rules
}

// HookKinds returns the kind of each intercepted command. Rules apply in order: the first that names a command
// decides, and one that excludes it leaves it to a later one.
func HookKinds(r *registry.Registry, scope registry.Scope, rules []Rule) (map[string]HookKind, error) {
	kinds := map[string]HookKind{}
	for _, rule := range rules {
		names, err := r.Match(scope, rule.Pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if _, decided := kinds[name]; rule.Exclude {
				delete(kinds, name)
			} else if !decided {
				kinds[name] = rule.Hooks
			}
		}
	}
	return kinds, nil
}
