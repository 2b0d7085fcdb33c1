package device

import (
	"slices"
	"strings"
)

// hiding is the first API level on which apps do not see each other, except apps for an older level.
const hiding = 30

// queriesAll is the permission to see all apps. Every app that requests it has it.
const queriesAll = "android.permission.QUERY_ALL_PACKAGES"

// firstApp is the first user ID of an app that is not part of the system.
const firstApp = 10000

// Sees reports whether an app sees another package, and whether this is known, which requires Query.Queries
// and both packages.
func (s *State) Sees(app, other string) (sees, known bool) {
	from, to := s.Packages[app], s.Packages[other]
	switch {
	case s.API < hiding, app == other, slices.Contains(s.queries[""], other), slices.Contains(s.queries[app], other),
		to != nil && to.ForceQueryable, from != nil && from.seesAll():
		return true, true
	}
	return false, from != nil && s.queries != nil
}

// seesAll reports whether an app sees all packages. Then the device does not list what it requests to see.
func (p *Package) seesAll() bool {
	return p.QueriesAll || p.TargetSDK > 0 && p.TargetSDK < hiding || p.UID > 0 && p.UID%100000 < firstApp
}

// parseQueries parses dumpsys package queries: packages that all apps see, and below the name of each app
// those that it sees. It returns nil if there is no such list.
func parseQueries(text string) map[string][]string {
	var out map[string][]string
	section, from := "", []string{}
	inside := false
	for line := range strings.Lines(text) {
		words := strings.TrimSpace(line)
		switch depth := len(line) - len(strings.TrimLeft(line, " ")); {
		case words == "":
		case depth == 0:
			if inside = words == "Queries:"; inside && out == nil {
				out = map[string][]string{}
			}
		case !inside:
		case depth == 2:
			section, from = strings.TrimSuffix(words, ":"), nil
		case depth == 4 && section == "forceQueryable":
			out[""] = append(out[""], namesIn(words)...)
		case depth == 4 && strings.HasPrefix(section, "queries via "):
			from = namesIn(strings.TrimSuffix(words, ":"))
		case depth == 6:
			for _, app := range from {
				out[app] = append(out[app], namesIn(words)...)
			}
		}
	}
	return out
}

// namesIn returns the packages of one user ID: a name, or several in brackets.
func namesIn(words string) []string {
	var out []string
	for _, name := range strings.Split(strings.Trim(words, "[]"), ",") {
		if name = strings.TrimSpace(name); packageName.MatchString(name) {
			out = append(out, name)
		}
	}
	return out
}
