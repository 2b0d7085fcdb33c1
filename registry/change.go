package registry

import (
	"cmp"
	"slices"
)

// ChangeKind is the kind of a Change.
type ChangeKind string

// The kinds of Change.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed"
)

// What is the kind of element that a Change is about.
type What string

// The values of What, in the order in which changes are sorted.
const (
	InFeature   What = "feature"
	InExtension What = "extension"
	InCommand   What = "command"
	InParameter What = "parameter"
	InAlias     What = "alias"
	InType      What = "type"
	InEnum      What = "enum"
	InGroup     What = "group"
)

// Whats lists the values of What, in order.
var Whats = []What{InFeature, InExtension, InCommand, InParameter, InAlias, InType, InEnum, InGroup}

// Change is one difference between two registries.
type Change struct {
	Kind ChangeKind `json:"kind"`
	What What       `json:"what"`
	Name string     `json:"name"`           // version, extension, command, type, enum or group; for a parameter, its command
	Part string     `json:"part,omitempty"` // parameter name in the newer registry, or "return"
	Fact string     `json:"fact,omitempty"` // the fact that differs, if both registries have the element: type, group, len, value, ...

	// If both registries have the element: the fact, or for a list, the removed and the added names.
	// Otherwise: its declaration or value.
	Old string `json:"old"`
	New string `json:"new"`

	Commands []string `json:"commands"` // affected commands, sorted; never nil
}

// compareChanges orders changes. No two changes of one Diff are equal.
func compareChanges(a, b Change) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Whats, a.What), slices.Index(Whats, b.What)),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Fact, b.Fact), cmp.Compare(a.Kind, b.Kind))
}

// Touching returns the changes that affect one of the commands.
func Touching(changes []Change, commands []string) []Change {
	wanted := map[string]bool{}
	addAll(wanted, commands)
	var out []Change
	for _, c := range changes {
		if slices.ContainsFunc(c.Commands, func(name string) bool { return wanted[name] }) {
			out = append(out, c)
		}
	}
	return out
}

// Tally counts the added, removed and changed elements of one kind. A parameter counts once for each fact
// that differs.
type Tally struct {
	What    What `json:"what"`
	Added   int  `json:"added"`
	Removed int  `json:"removed"`
	Changed int  `json:"changed"`
}

// Count counts changes, one Tally for each value of What, including zeros.
func Count(changes []Change) []Tally {
	rows := make([]Tally, len(Whats))
	for i, w := range Whats {
		rows[i].What = w
	}
	for _, c := range changes {
		row := &rows[slices.Index(Whats, c.What)]
		switch c.Kind {
		case Added:
			row.Added++
		case Removed:
			row.Removed++
		default:
			row.Changed++
		}
	}
	return rows
}
