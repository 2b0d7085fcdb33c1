package driver

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
)

// Requirement is a driver feature that Android or common apps need.
type Requirement struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"` // version, egl, gles or picture
	Need   string `json:"need"` // Required or Recommended
	Who    string `json:"who"`
	Reason string `json:"reason"`

	system  bool // Android hides it from apps
	desktop bool // also applies to a desktop
}

// The levels of a requirement.
const (
	Required    = "required"
	Recommended = "recommended"
)

// The states of a requirement.
const (
	Present     = "ok"
	Missing     = "missing"
	Unknown     = "unknown"     // it could not be determined
	Meaningless = "meaningless" // does not apply to a desktop
)

//go:embed requirements.tsv
var requirementsTable string

// Requirements returns all requirements.
var Requirements = sync.OnceValue(func() []Requirement {
	return table.Must("requirements.tsv", requirementsTable, len(columns), parseRequirement)
})

var columns = []struct {
	name  string
	words []string // valid values; none: any
}{
	{"NAME", nil},
	{"KIND", []string{"version", "egl", "gles", "picture"}},
	{"NEED", []string{Required, Recommended}},
	{"SEEN", []string{"app", "system"}},
	{"DESKTOP", []string{"yes", "no"}},
	{"WHO", nil},
	{"REASON", nil},
}

func parseRequirement(w []string) (Requirement, error) {
	for i, c := range columns {
		if w[i] == "" || c.words != nil && !slices.Contains(c.words, w[i]) {
			return Requirement{}, fmt.Errorf("%s is %q: %q", c.name, w[i], w)
		}
	}
	return Requirement{Name: w[0], Kind: w[1], Need: w[2], Who: w[5], Reason: w[6], system: w[3] == "system", desktop: w[4] == "yes"}, nil
}
