package driver

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Requirement is something that Android needs of a driver.
type Requirement struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"` // version, egl, gles or picture
	Need   string `json:"need"` // Required or Recommended
	Who    string `json:"who"`
	Reason string `json:"reason"`

	system  bool // Android keeps it from programs
	desktop bool // it means something on a desktop too
}

// How much something is needed.
const (
	Required    = "required"
	Recommended = "recommended"
)

// The states of a requirement.
const (
	Present     = "ok"
	Missing     = "missing"
	Unknown     = "unknown"     // it could not be found out
	Meaningless = "meaningless" // on a desktop
)

//go:embed requirements.tsv
var requirementsTable string

// Requirements are all of them.
var Requirements = sync.OnceValue(func() []Requirement {
	all, err := parseRequirements(requirementsTable)
	if err != nil {
		panic(err)
	}
	return all
})

var columns = []struct {
	name  string
	words []string // that may stand there; none: any
}{
	{"NAME", nil},
	{"KIND", []string{"version", "egl", "gles", "picture"}},
	{"NEED", []string{Required, Recommended}},
	{"SEEN", []string{"app", "system"}},
	{"DESKTOP", []string{"yes", "no"}},
	{"WHO", nil},
	{"REASON", nil},
}

func parseRequirements(text string) ([]Requirement, error) {
	var all []Requirement
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '#' {
			continue
		}
		w := strings.Split(line, "\t")
		if len(w) != len(columns) {
			return nil, fmt.Errorf("requirements.tsv: %d columns, not %d: %q", len(w), len(columns), line)
		}
		for i, c := range columns {
			if w[i] == "" || c.words != nil && !slices.Contains(c.words, w[i]) {
				return nil, fmt.Errorf("requirements.tsv: %s is %q: %q", c.name, w[i], line)
			}
		}
		all = append(all, Requirement{Name: w[0], Kind: w[1], Need: w[2], Who: w[5], Reason: w[6], system: w[3] == "system", desktop: w[4] == "yes"})
	}
	return all, nil
}
