package elf

import (
	"slices"
	"strings"
)

// Entries are the functions that Android looks up in a layer, in this order (rule 1.9).
var Entries = []string{"AndroidGLESLayer_Initialize", "AndroidGLESLayer_GetProcAddress"}

// formerly maps the names from before Android 10 to the current ones.
var formerly = map[string]string{"InitializeLayer": Entries[0], "GetLayerProcAddress": Entries[1]}

// maxAlike is the maximum number of names compared for similarity with a missing one.
const maxAlike = 1000

// State is how an object contains a function.
type State string

// The states of a function.
const (
	Missing  State = "missing"
	Exported State = "exported"
	Mangled  State = "mangled"  // exported only under a mangled C++ name
	Hidden   State = "hidden"   // not exported
	Misspelt State = "misspelt" // a similar or former name is exported
)

// Function returns how o contains an entry point, and under which name. nearest returns the one of some names
// that is most similar to a name, or "".
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

// IsLayer reports whether o contains an entry point in any form. Such an object was meant to be a layer, even
// if it is broken.
func (o *Object) IsLayer(nearest func(name string, names []string) string) bool {
	return slices.ContainsFunc(Entries, func(entry string) bool {
		state, _ := o.Function(entry, nearest)
		return state != Missing
	})
}

// sharesEnd reports whether two names begin or end with the same letters. It is fast enough for libraries
// that export a hundred thousand names.
func sharesEnd(a, b string) bool {
	const n = 5
	if len(b) < n {
		return false
	}
	return strings.EqualFold(a[:n], b[:n]) || strings.EqualFold(a[len(a)-n:], b[len(b)-n:])
}
