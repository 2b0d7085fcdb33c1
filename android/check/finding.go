// Package check finds the reasons why a layer would not load, or would harm its app, in shared objects, APKs,
// Android libraries (AAR) and directories of them. It only reads files, needs no device, and does not trust sizes in the files.
package check

import (
	"slices"
	"strings"
)

// Severity is the severity of a finding.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"   // the layer will not load, will not install, or will crash on the devices concerned
	Warning Severity = "warning" // it works, with restrictions
	Note    Severity = "note"    // for information
)

// Finding is a problem in a file.
type Finding struct {
	ID       string   `json:"id"` // of its rule, an argument for explain
	Severity Severity `json:"severity"`
	File     string   `json:"file"`            // path as given, or as found in a directory
	Where    string   `json:"where,omitempty"` // the entry of an APK or AAR
	What     string   `json:"what"`
	Why      string   `json:"why"`
	Remedy   string   `json:"remedy"`
}

// KeepsFromLoading reports whether Android's loader certainly rejects the layer.
func (f Finding) KeepsFromLoading() bool {
	i := slices.IndexFunc(rulesTable, func(r Rule) bool { return r.ID == f.ID })
	return i >= 0 && rulesTable[i].Refused
}

// Options select the checks.
type Options struct {
	API       int   // minimum API level for the layer; 0: the first with layers
	LayersAPK *bool // nil: an APK without code and activities is an APK of layers
}

// report collects the findings of one file.
type report struct {
	file, where string
	beside      func(library string) bool // reports libraries in the file's directory; nil: none
	found       []Finding
}

// add adds a finding of a rule, with the texts of the table, and returns it.
func (r *report) add(id, what string) *Finding {
	rule := ruleOf(id)
	r.found = append(r.found, Finding{ID: id, Severity: rule.Severity, File: r.file, Where: r.where, What: what, Why: rule.Why, Remedy: rule.Remedy})
	return &r.found[len(r.found)-1]
}

// some returns the first five names of a list as text.
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

// short truncates a long name.
func short(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return name[:most] + "..."
}
