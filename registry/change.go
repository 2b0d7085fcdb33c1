package registry

import (
	"cmp"
	"slices"
)

// ChangeKind says what became of something.
type ChangeKind string

// The kinds of Change.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed"
)

// What says what a Change is about.
type What string

// What can change, in the order in which changes are sorted.
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

// Whats is what can change, in order.
var Whats = []What{InFeature, InExtension, InCommand, InParameter, InAlias, InType, InEnum, InGroup}

// Change is one difference between two registries.
type Change struct {
	Kind ChangeKind `json:"kind"`
	What What       `json:"what"`
	Name string     `json:"name"`           // of the version, extension, command, type, enum or group; of a parameter, its command
	Part string     `json:"part,omitempty"` // a parameter, as the newer registry calls it, or "return"
	Fact string     `json:"fact,omitempty"` // what is another, of something that both have: type, group, len, value, ...

	// Of what both have: the fact, or where it is a list, the names that went and those that came. Of what only one has:
	// its declaration or value.
	Old string `json:"old"`
	New string `json:"new"`

	Commands []string `json:"commands"` // those that it touches, sorted; never nil
}

// compareChanges orders changes. No two of one Diff are equal.
func compareChanges(a, b Change) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Whats, a.What), slices.Index(Whats, b.What)),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Fact, b.Fact), cmp.Compare(a.Kind, b.Kind))
}

// Touching are the changes that touch one of the commands.
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

// Tally is how many things of one sort were added, removed and changed. A parameter counts for each of its facts.
type Tally struct {
	What    What `json:"what"`
	Added   int  `json:"added"`
	Removed int  `json:"removed"`
	Changed int  `json:"changed"`
}

// Count counts changes: a row for each sort of thing, zeros too.
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
