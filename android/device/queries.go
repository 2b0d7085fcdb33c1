package device

import (
	"slices"
	"strings"
)

// Sees reports whether an app sees another package, which is so for all up to Android 10. It needs Query.Queries.
func (s *State) Sees(app, other string) bool {
	return s.API < 30 || app == other || slices.Contains(s.queries[""], other) || slices.Contains(s.queries[app], other)
}

// parseQueries reads dumpsys package queries: packages that all see, and below the name of one those that it sees.
func parseQueries(text string) map[string][]string {
	out := map[string][]string{}
	section, from := "", []string{}
	inside := false
	for line := range strings.Lines(text) {
		words := strings.TrimSpace(line)
		switch depth := len(line) - len(strings.TrimLeft(line, " ")); {
		case words == "":
		case depth == 0:
			inside = words == "Queries:"
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

// namesIn are the packages of one user id: a name, or several in brackets.
func namesIn(words string) []string {
	var out []string
	for _, name := range strings.Split(strings.Trim(words, "[]"), ",") {
		if name = strings.TrimSpace(name); packageName.MatchString(name) {
			out = append(out, name)
		}
	}
	return out
}
