package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Pitfall is a known pitfall of Android's loader for layer authors.
type Pitfall struct {
	ID       string   // stable, such as "trap-clientwaitsync"
	Commands []string // exact names, or "@unknown", "@unknown-egl", "@es1only"; none for a general pitfall
	Rule     string   // the rule that it follows from, such as "6.10"
	Title    string
	What     string   // what happens
	Remedy   string   // what to do about it
	Releases string   // releases that have it, in the syntax of ParseRange: "10-"
	Settled  []string // commands that avoid the pitfall if all are intercepted
	Unseen   string   // message if a hook of such a command saw no call; "" if that is not a problem
	See      []string
}

// Patterns that a pitfall can name instead of a command.
const (
	PatternUnknown    = "@unknown"     // names that some release does not know (rule 6.4)
	PatternUnknownEGL = "@unknown-egl" // the same, for EGL functions (rule 3.5)
	PatternES1Only    = "@es1only"     // functions that only ES 1.x has (rule 4.8)
)

// patternNames describes the functions of a pattern for users.
var patternNames = map[string]string{
	PatternUnknown:    "the functions that the loader of at least one Android release does not know",
	PatternUnknownEGL: "the EGL functions that the loader of at least one Android release does not know",
	PatternES1Only:    "the functions that only OpenGL ES 1.x has",
}

var patterns = map[string]func(Name) bool{
	PatternUnknown:    func(n Name) bool { return !n.unknownOn().Empty() },
	PatternUnknownEGL: func(n Name) bool { return !n.unknownOn().Empty() && strings.HasPrefix(n.Name, "egl") },
	PatternES1Only:    func(n Name) bool { return !n.lists[ListES1Only].Empty() },
}

var allPitfalls = sync.OnceValue(func() []Pitfall {
	return must(parsePitfalls("traps.txt", pitfallsTable, allReleases()))
})

// Pitfalls returns all pitfalls in a new slice.
func Pitfalls() []Pitfall { return slices.Clone(allPitfalls()) }

// FindPitfall returns a pitfall by ID.
func FindPitfall(id string) (Pitfall, bool) {
	i := slices.IndexFunc(allPitfalls(), func(t Pitfall) bool { return t.ID == id })
	if i < 0 {
		return Pitfall{}, false
	}
	return allPitfalls()[i], true
}

// PitfallsFor returns the pitfalls that affect a hook of this command on any release, without general pitfalls.
func PitfallsFor(command string) []Pitfall {
	n := Lookup(command)
	var traps []Pitfall
	for _, t := range allPitfalls() {
		if t.concerns(n) {
			traps = append(traps, t)
		}
	}
	return traps
}

func (t Pitfall) concerns(n Name) bool {
	return slices.ContainsFunc(t.Commands, func(c string) bool {
		if match, ok := patterns[c]; ok {
			return match(n)
		}
		return c == n.Name
	})
}

// SettledBy reports whether a layer that intercepts these commands avoids the pitfall.
func (t Pitfall) SettledBy(intercepted func(command string) bool) bool {
	return len(t.Settled) > 0 && !slices.ContainsFunc(t.Settled, func(c string) bool { return !intercepted(c) })
}

// General reports whether the pitfall names no command.
func (t Pitfall) General() bool { return len(t.Commands) == 0 }

// Applies reports whether r has the pitfall.
func (t Pitfall) Applies(r *Release) bool {
	return must(ParseRange(t.Releases)).Contains(r)
}

func parsePitfalls(file, text string, releases []*Release) ([]Pitfall, error) {
	blocks, err := parseBlocks(file, text, []string{"id", "title", "rule", "releases", "remedy"}, []string{"commands", "see", "settled", "unseen"})
	if err != nil {
		return nil, err
	}
	var traps []Pitfall
	for _, b := range blocks {
		t := Pitfall{
			ID: b.keys["id"], Title: b.keys["title"], Rule: b.keys["rule"], Releases: b.keys["releases"],
			Commands: strings.Fields(b.keys["commands"]), See: strings.Fields(b.keys["see"]),
			Settled: strings.Fields(b.keys["settled"]), Unseen: b.keys["unseen"],
			Remedy: b.keys["remedy"], What: b.text,
		}
		if err := t.valid(releases); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, b.line, err)
		}
		traps = append(traps, t)
	}
	return traps, nil
}

func (t Pitfall) valid(releases []*Release) error {
	if !strings.HasPrefix(t.ID, "trap-") || !isRule(t.Rule) {
		return fmt.Errorf("invalid id %q or rule %q: expected an id such as \"trap-es1\" and a rule such as \"1.10\"", t.ID, t.Rule)
	}
	for _, c := range t.Commands {
		if patterns[c] == nil && !isName(c) {
			return fmt.Errorf("%s: commands: %q is not the name of a function", t.ID, c)
		}
	}
	for _, c := range t.Settled {
		if !isName(c) {
			return fmt.Errorf("%s: settled: %q is not the name of a function", t.ID, c)
		}
	}
	_, err := parseRange(releases, t.Releases)
	return err
}
