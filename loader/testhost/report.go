package testhost

import (
	"encoding/json"
	"fmt"
	"os"
)

// A Report tells what happened in a program that ran under a Host.
type Report struct {
	Schema    int        `json:"schema"`
	State     string     `json:"state"`     // "none" listed or asked for, "attached", or "abandoned": one failed, so none is used
	Layers    []Layer    `json:"layers"`    // as listed: the first is nearest to the program
	Dropped   int        `json:"dropped"`   // events beyond those that are kept
	Events    []Event    `json:"events"`    // in the order in which they happened
	Functions []Function `json:"functions"` // in the order in which layers are asked, then those met at run time
}

// A Layer counts what the loader asked of one entry of the list.
type Layer struct {
	Path    string `json:"path"`
	Walked  int    `json:"walked"`  // calls of GetProcAddress while it was set up
	Lookups int    `json:"lookups"` // and later, for names that Android's loader does not know
}

// An Event is one step of the loader with one layer.
type Event struct {
	Kind  string `json:"kind"`  // "dlopen", "initialize", "first" and "last" GetProcAddress of the walk, "lookup" of a name at run time
	Layer int    `json:"layer"` // index in Layers
	Name  string `json:"name"`
}

// A Function tells of one name.
type Function struct {
	Name      string `json:"name"`
	Calls     uint64 `json:"calls"`     // calls that entered from above: the program's, and a layer's that does not use its next
	Untouched bool   `json:"untouched"` // the program gets the driver's own function
}

// ReadReport reads what a program left at path.
func ReadReport(path string) (Report, error) {
	var report Report
	content, err := os.ReadFile(path)
	if err != nil {
		return report, err
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return report, fmt.Errorf("report %s: %w", path, err)
	}
	if report.Schema != 1 {
		return report, fmt.Errorf("report %s: schema %d, not 1", path, report.Schema)
	}
	return report, nil
}

// Function finds a name; one that the loader never met has no calls and is untouched.
func (r Report) Function(name string) Function {
	for _, f := range r.Functions {
		if f.Name == name {
			return f
		}
	}
	return Function{Name: name, Untouched: true}
}
