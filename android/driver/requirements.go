package driver

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/table"
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
	Unknown     = "unknown"     // it could not be determined
	Meaningless = "meaningless" // on a desktop
)

//go:embed requirements.tsv
var requirementsTable string

// Requirements are all of them.
var Requirements = sync.OnceValue(func() []Requirement {
	return table.Must("requirements.tsv", requirementsTable, len(columns), parseRequirement)
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

func parseRequirement(w []string) (Requirement, error) {
	for i, c := range columns {
		if w[i] == "" || c.words != nil && !slices.Contains(c.words, w[i]) {
			return Requirement{}, fmt.Errorf("%s is %q: %q", c.name, w[i], w)
		}
	}
	return Requirement{Name: w[0], Kind: w[1], Need: w[2], Who: w[5], Reason: w[6], system: w[3] == "system", desktop: w[4] == "yes"}, nil
}
