// Package check looks for what keeps layers from being loaded, or lets them harm their app: in shared objects, APKs and folders
// of both. It reads files only, needs no device, and believes nothing that they say of their own sizes.
package check

import (
	"slices"
	"strings"
)

// Severity is how bad a finding is.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // it will not load, will not install, or will crash where such devices are
	Warning Severity = "warning" // it works, with a catch
	Note    Severity = "note"    // worth knowing
)

// Finding is a fault of a file.
type Finding struct {
	ID       string   `json:"id"` // of its rule, for explain
	Severity Severity `json:"severity"`
	File     string   `json:"file"`            // as it was named, or found in a folder
	Where    string   `json:"where,omitempty"` // in the file: the entry of an APK
	What     string   `json:"what"`
	Why      string   `json:"why"`
	Remedy   string   `json:"remedy"`
}

// KeepsFromLoading reports whether Android's loader would refuse the layer for certain.
func (f Finding) KeepsFromLoading() bool {
	i := slices.IndexFunc(rulesTable, func(r Rule) bool { return r.ID == f.ID })
	return i >= 0 && rulesTable[i].Refused
}

// Options choose what is looked for.
type Options struct {
	API       int   // the lowest API level that the layer is to work on; 0 is the first with layers
	LayersAPK *bool // nil: an APK is one of layers if it has neither code nor activities
}

// report collects the findings of one file.
type report struct {
	file, where string
	beside      func(library string) bool // what is found in the folder of the file; nil: nothing
	found       []Finding
}

// add reports by the rule of an id, in the words of the table.
func (r *report) add(id, what string) *Finding {
	rule := ruleOf(id)
	r.found = append(r.found, Finding{ID: id, Severity: rule.Severity, File: r.file, Where: r.where, What: what, Why: rule.Why, Remedy: rule.Remedy})
	return &r.found[len(r.found)-1]
}

// some names a few of many.
func some(list []string) string {
	const most = 5
	list = slices.Clone(list)
	for i, name := range list[:min(most, len(list))] {
		list[i] = short(name)
	}
	if len(list) > most {
		return strings.Join(list[:most], ", ") + " ..."
	}
	return strings.Join(list, ", ")
}

// short cuts a name that nobody would read to its end.
func short(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return name[:most] + "..."
}
