package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
)

// choose edits the configuration in memory as requested, and reads the registry.
func (u *Update) choose() error {
	before := u.config.now.Registry
	if err := u.chooseRegistry(); err != nil {
		return err
	}
	var err error
	if u.facts, err = u.load(u.config.now.Registry); err != nil {
		return err
	}
	if err := u.checkAge(); err != nil {
		return err
	}
	u.checkDates()
	for _, pattern := range registry.SplitPatterns(u.request.Drop) {
		if err := u.drop(pattern); err != nil {
			return err
		}
	}
	for _, pattern := range registry.SplitPatterns(u.request.Add) {
		if err := u.add(pattern); err != nil {
			return err
		}
	}
	for _, name := range registry.SplitPatterns(u.request.Use) {
		if err := u.use(name); err != nil {
			return err
		}
	}
	return u.reportRegistryChange(before)
}

func (u *Update) chooseRegistry() error {
	want := u.config.now.Registry
	if u.request.Registry.GL != "" {
		want.GL = u.request.Registry.GL
	}
	if u.request.Registry.EGL != "" {
		want.EGL = u.request.Registry.EGL
	}
	if (want.GL == "") != (want.EGL == "") {
		return &Error{What: "--gl-xml and --egl-xml", Why: "both flags are required, because the project uses the built-in registry",
			Advice: "to download both files: gleslayergen registry fetch", Usage: true}
	}
	return u.config.setRegistry(want)
}

// use adds a function that hooks call.
func (u *Update) use(name string) error {
	scope, err := u.scope()
	if err != nil {
		return err
	}
	if slices.Contains(u.config.now.Use, name) {
		u.Notes = append(u.Notes, fmt.Sprintf("--use %s: the function is already listed under \"use:\" in %s", name, ConfigName))
		return nil
	}
	if names, err := u.facts.Match(scope, name); err != nil {
		return err
	} else if !slices.Equal(names, []string{name}) {
		return &Error{What: fmt.Sprintf("--use %q", name), Why: "not the name of one function", Advice: "pass the exact name of one function with each --use, such as: --use glGetString", Usage: true}
	}
	return u.config.addUse(name)
}

// add adds a rule for a pattern.
func (u *Update) add(pattern string) error {
	rule, chosen := u.rule(pattern)
	if rule.TakesAway() {
		return &Error{What: fmt.Sprintf("--add %q", pattern), Why: "the pattern begins with !, which excludes functions", Advice: "to exclude functions, use --drop without the !", Usage: true}
	}
	before, err := u.intercepted()
	if err != nil {
		return err
	}
	if away := u.ruleFor("!" + rule.Match); away >= 0 && !chosen && u.withoutRule(away, before) {
		return nil
	}
	text := u.config.bytes()
	if err := u.config.addRule(rule); err != nil {
		return err
	}
	after, err := u.intercepted()
	if err == nil && maps.Equal(before, after) {
		u.Notes = append(u.Notes, fmt.Sprintf("--add %s: nothing was changed, because earlier rules in %s already match these functions; the first rule that matches a function applies", pattern, ConfigName))
		u.config, err = newConfigText(u.config.path, text)
	}
	return err
}

// withoutRule removes an excluding rule if that intercepts more functions.
func (u *Update) withoutRule(i int, before map[string]gen.HookKind) bool {
	text := u.config.bytes()
	if u.config.removeRule(i) == nil {
		if after, err := u.intercepted(); err == nil && len(after) > len(before) {
			return true
		}
	}
	u.config, _ = newConfigText(u.config.path, text) // parsed before
	return false
}

// drop stops intercepting the functions that match a pattern.
func (u *Update) drop(pattern string) error {
	scope, err := u.scope()
	if err != nil {
		return err
	}
	names, err := u.facts.Match(scope, pattern)
	if err != nil && u.ruleFor(pattern) >= 0 {
		return u.config.removeRule(u.ruleFor(pattern)) // a command that is no longer in the registry
	}
	if err != nil {
		return err
	}
	still := func() (bool, error) {
		kinds, err := u.intercepted()
		return slices.ContainsFunc(names, func(n string) bool { return kinds[n] != "" }), err
	}
	if any, err := still(); err != nil || !any {
		u.Notes = append(u.Notes, fmt.Sprintf("--drop %s: the layer intercepts no function that matches", pattern))
		return err
	}
	for i := u.ruleFor(pattern); i >= 0; i = u.ruleFor(pattern) {
		if u.config.removeRule(i) != nil {
			break // the rule has no line of its own
		}
	}
	if any, err := still(); err != nil || !any {
		return err
	}
	return u.config.addRule(Intercept{Match: "!" + pattern})
}

// ruleFor returns the index of the rule with exactly this pattern, or -1.
func (u *Update) ruleFor(pattern string) int {
	return slices.IndexFunc(u.config.now.Intercept, func(r Intercept) bool { return strings.TrimSpace(r.Match) == pattern })
}

// rule returns a rule for a pattern: with the kind of hook before the colon, or the kind that all rules of
// the project have, or the first kind of the pack.
func (u *Update) rule(pattern string) (rule Intercept, chosen bool) {
	if kind, match, ok := splitKind(pattern); ok {
		return Intercept{Match: match, Hooks: kind}, true
	}
	kinds := map[string]bool{}
	for _, r := range u.config.now.Intercept {
		if !r.TakesAway() {
			kinds[r.Hooks] = true
		}
	}
	if len(kinds) == 1 {
		return Intercept{Match: pattern, Hooks: slices.Collect(maps.Keys(kinds))[0]}, false
	}
	return Intercept{Match: pattern, Hooks: u.pack.Hooks[0]}, false
}

func (u *Update) scope() (registry.Scope, error) {
	c := u.config.now.withDefaults()
	return u.facts.ParseScope(c.API, c.Extensions)
}

// intercepted returns the kinds of hook of the commands that the rules match.
func (u *Update) intercepted() (map[string]gen.HookKind, error) {
	scope, err := u.scope()
	if err != nil {
		return nil, err
	}
	return gen.HookKinds(u.facts, scope, u.config.now.rules())
}
