package project

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Role is what a project does with a command.
type Role string

// The roles: a kind of hook, a trampoline without one, or only calls from hooks.
const (
	RoleGo   Role = "go"
	RoleC    Role = "c"
	RoleNone Role = "none"
	RoleUse  Role = "use"
)

// CommandRoles returns the commands of a project, as its patterns choose them from any of the registries. A pattern that names
// nothing in one of them chooses nothing there: a command may have come, or gone.
func CommandRoles(c *Config, registries ...*registry.Registry) map[string]Role {
	roles := map[string]Role{}
	for _, r := range registries {
		for name, role := range rolesIn(c, r, scopeIn(c, r)) {
			if roles[name] == "" || roles[name] == RoleUse {
				roles[name] = role
			}
		}
	}
	return roles
}

// scopeIn is the project's scope. Where the registry does not have one of its versions or extensions, it is wider: what
// the patterns choose counts.
func scopeIn(c *Config, r *registry.Registry) registry.Scope {
	scope, err := r.ParseScope(c.API, c.Extensions)
	full := registry.FullScope()
	if err != nil || c.API == "" {
		scope.EGL, scope.GLES2 = full.EGL, full.GLES2
	}
	switch {
	case c.Extensions == "":
		scope.Extensions = full.Extensions
	case err != nil:
		scope.Extensions = registry.SplitPatterns([]string{c.Extensions})
	}
	return scope
}

// rolesIn works as generating does: the first rule that matches decides, and one that takes away makes room.
func rolesIn(c *Config, r *registry.Registry, scope registry.Scope) map[string]Role {
	roles := map[string]Role{}
	for _, rule := range c.Intercept {
		for _, pattern := range registry.SplitPatterns([]string{rule.Match}) {
			pattern, away := strings.CutPrefix(pattern, "!")
			names, _ := r.Match(scope, pattern)
			for _, name := range names {
				if away {
					delete(roles, name)
				} else if roles[name] == "" {
					roles[name] = Role(rule.Hooks)
				}
			}
		}
	}
	for _, pattern := range registry.SplitPatterns(c.Use) {
		names, _ := r.Match(scope, strings.TrimPrefix(pattern, "!"))
		for _, name := range names {
			if roles[name] == "" && pattern[0] != '!' {
				roles[name] = RoleUse
			}
		}
	}
	return roles
}
