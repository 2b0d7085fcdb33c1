package gen

import (
	"slices"
	"strings"
)

// GoSet is a package of the project with hooks for commands: exported functions with the names of commands.
type GoSet struct {
	Folder     string   // below the project's root, with slashes
	Import     string   // path
	Package    string   // name
	Commands   []string // commands that it has a function for
	Initialize bool     // it has OnInitialize

	// OldNames maps a command to the function with its old name: GlClear for glClear.
	OldNames map[string]string

	// Exports are functions of the package that one of its generated files exports; nil if it needs none.
	// They have the names of commands, or onInitialize.
	Exports []string

	Alias string // its name in generated code; the prefix keeps it different from keywords and the author's names
}

// goSetInitialize initializes what the hooks of a set use.
const goSetInitialize = "OnInitialize"

// Spelled returns the name of a hook for a command in a hook set.
func Spelled(command string) string { return commandName(command) }

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// identifier returns the name of a directory without the characters that a Go name cannot have.
func identifier(folder string) string {
	keep := func(c rune) rune {
		if isNameByte(byte(c)) && c < 0x80 {
			return c
		}
		return -1
	}
	if s := strings.Map(keep, folder); s != "" && (s[0] < '0' || s[0] > '9') {
		return s
	}
	return "set"
}

// function returns the name of the set's function for a command.
func (s *GoSet) function(c *Command) string {
	if old := s.OldNames[c.Name]; old != "" {
		return old
	}
	return c.Go
}

// setsOf returns the sets that have a function for a command.
func (p *Plan) setsOf(command string) []*GoSet {
	var sets []*GoSet
	for i := range p.goSets {
		if slices.Contains(p.goSets[i].Commands, command) {
			sets = append(sets, &p.goSets[i])
		}
	}
	return sets
}

// Own returns the commands that the author has a Go hook for outside all sets.
func (p *Plan) Own() []*Command { return p.filter(func(c *Command) bool { return c.Own }) }
