package project

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Role is how a project uses a command.
type Role string

// The roles: intercepted with a kind of hook, intercepted without a hook, or only called by hooks.
const (
	RoleGo   Role = "go"
	RoleC    Role = "c"
	RoleNone Role = "none"
	RoleUse  Role = "use"
)

// CommandRoles returns the roles of the commands that the patterns of a project select in any of the
// registries. A pattern without a match in a registry selects nothing there, because a command can be added
// or removed.
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

// scopeIn returns the scope of the project in r. If r does not have one of its versions or extensions, the
// scope has all versions, so that the patterns decide.
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

// rolesIn selects commands as generation does: the first matching rule decides, and a rule with ! removes
// commands.
func rolesIn(c *Config, r *registry.Registry, scope registry.Scope) map[string]Role {
	roles := map[string]Role{}
	for _, rule := range c.rules() {
		names, _ := r.Match(scope, rule.Pattern)
		for _, name := range names {
			if rule.Exclude {
				delete(roles, name)
			} else if roles[name] == "" {
				roles[name] = Role(rule.Hooks)
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
