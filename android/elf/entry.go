package elf

import (
	"slices"
	"strings"
)

// Entries are the functions that Android asks a layer for, in this order (rule 1.9).
var Entries = []string{"AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress"}

// formerly are their names from before Android 10.
var formerly = map[string]string{"InitializeLayer": Entries[0], "GetLayerProcAddress": Entries[1]}

// maxAlike is how many names are compared letter by letter with one that is missing.
const maxAlike = 1000

// State is how an object has a function.
type State string

// The states of a function.
const (
	Missing  State = "missing"
	Exported State = "exported"
	Mangled  State = "mangled"  // only under a name of C++
	Hidden   State = "hidden"   // not for others
	Misspelt State = "misspelt" // something like it, under another name
)

// Function tells how o has an entry point, and under which name. nearest gives, of some names, the one most like another, or "".
func (o *Object) Function(entry string, nearest func(name string, names []string) string) (State, string) {
	var mangled, former string
	var alike []string
	for _, s := range o.Exports {
		switch {
		case s.Name == entry:
			return Exported, s.Name
		case strings.HasPrefix(s.Name, "_Z") && strings.Contains(s.Name, entry):
			mangled = s.Name
		case formerly[s.Name] == entry:
			former = s.Name
		case len(alike) < maxAlike && sharesEnd(entry, s.Name) && !slices.Contains(Entries, s.Name):
			alike = append(alike, s.Name)
		}
	}
	switch {
	case mangled != "":
		return Mangled, mangled
	case slices.Contains(o.Hidden, entry):
		return Hidden, entry
	case former != "":
		return Misspelt, former
	}
	if near := nearest(entry, alike); near != "" {
		return Misspelt, near
	}
	return Missing, ""
}

// IsLayer reports whether o has anything of an entry point: it was made to be a layer, be it a good one or not.
func (o *Object) IsLayer(nearest func(name string, names []string) string) bool {
	return slices.ContainsFunc(Entries, func(entry string) bool {
		state, _ := o.Function(entry, nearest)
		return state != Missing
	})
}

// sharesEnd reports whether two names begin or end alike. It is quick, for libraries that export a hundred thousand.
func sharesEnd(a, b string) bool {
	const n = 5
	if len(b) < n {
		return false
	}
	return strings.EqualFold(a[:n], b[:n]) || strings.EqualFold(a[len(a)-n:], b[len(b)-n:])
}
