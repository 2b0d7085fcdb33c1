package registry

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Corrections are what the Khronos files leave out or have wrong. Every model is read with them; a snapshot is
// written without, so that it says what the files say.

//go:embed corrections.tsv
var correctionsTable string

// correction is one row: a fact of a parameter or result that is to be another, or a group that an enum belongs to.
type correction struct {
	Name   string // of a command or enum
	Part   string // a parameter, or "return"; empty for an enum
	Fact   string // group or len
	From   string // what the files say, empty for nothing; it applies to nothing else
	To     string
	Reason string
	Link   string

	line int
}

var corrections = sync.OnceValue(func() []*correction {
	list, err := parseCorrections(correctionsTable)
	if err != nil {
		panic("embedded corrections.tsv: " + err.Error()) // a build fault: a test reads it
	}
	return list
})

// parseCorrections reads rows of seven columns parted by tabs; "-" stands for nothing.
func parseCorrections(text string) ([]*correction, error) {
	var list []*correction
	seen := map[string]bool{}
	line := 0
	for row := range strings.SplitSeq(text, "\n") {
		if line++; row == "" || row[0] == '#' {
			continue
		}
		c, err := parseCorrection(strings.Split(row, "\t"))
		if err == nil && seen[c.what()] {
			err = fmt.Errorf("%s is corrected twice", c.what())
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		c.line, seen[c.what()] = line, true
		list = append(list, c)
	}
	return list, nil
}

func parseCorrection(words []string) (*correction, error) {
	if len(words) != 7 {
		return nil, fmt.Errorf("%d columns, not 7", len(words))
	}
	for i, w := range words {
		if w == "-" {
			words[i] = ""
		}
	}
	c := &correction{Name: words[0], Part: words[1], Fact: words[2], From: words[3], To: words[4], Reason: words[5], Link: words[6]}
	return c, c.check()
}

func (c *correction) check() error {
	switch {
	case !isName(c.Name) || c.Part != "" && c.Part != result && !isName(c.Part):
		return fmt.Errorf("%.99q is no name", c.Name+" "+c.Part)
	case c.Reason == "" || !strings.HasPrefix(c.Link, "https://"):
		return fmt.Errorf("%s has no reason, or no link", c.what())
	case c.From == c.To:
		return fmt.Errorf("%s changes nothing", c.what())
	case c.Fact == "group" && isIdentifier(c.To) && (c.From == "" || isIdentifier(c.From) && c.Part != ""):
		return nil
	case c.Fact == "len" && c.Part != "" && c.To != "":
		return c.checkLens()
	}
	return fmt.Errorf("%s: expected a parameter's len or group, or a group of an enum", c.what())
}

// checkLens wants lengths spelled as Len spells them.
func (c *correction) checkLens() error {
	for _, s := range []string{c.From, c.To} {
		if l, err := ParseLen(s); err != nil || l.String() != s {
			return fmt.Errorf("%s: len %.99q is no length, or spelled in another way", c.what(), s)
		}
	}
	return nil
}

// what names the fact. An enum may get several groups, so the group belongs to it.
func (c *correction) what() string {
	if c.Part == "" {
		return c.Name + " group " + c.To
	}
	return c.Name + " " + c.Part + " " + c.Fact
}

// correct applies each correction that the files need.
func (r *Registry) correct(list []*correction) {
	r.corrected = map[*correction]bool{}
	for _, c := range list {
		if c.apply(r) {
			r.corrected[c] = true
		}
	}
}

func (c *correction) apply(r *Registry) bool {
	if c.Fact == "group" && r.groups[c.To] == nil {
		return false
	}
	if c.Part == "" {
		return c.addGroup(r)
	}
	command := r.commands[c.Name]
	return command != nil && command.part(c.Part).set(c.Fact, c.From, c.To)
}

func (c *correction) addGroup(r *Registry) bool {
	e, g := r.enums[c.Name], r.groups[c.To]
	if e == nil || slices.Contains(e.Groups, c.To) {
		return false
	}
	e.Groups, g.Enums = append(e.Groups, c.To), append(g.Enums, c.Name)
	slices.Sort(e.Groups)
	return true
}

// set gives a parameter's fact another value, if it has the expected one. There need not be such a parameter.
func (p *Param) set(fact, from, to string) bool {
	if p == nil || p.fact(fact) != from {
		return false
	}
	if fact == "group" {
		p.Group = to
	} else {
		p.Len, _ = ParseLen(to) // checked when the table was read
	}
	return true
}

// Corrections are what was corrected about a command or an enum, a sentence each, with a link.
func (r *Registry) Corrections(name string) []string {
	var out []string
	for _, c := range corrections() {
		switch {
		case c.Name != name || !r.corrected[c]:
		case c.Part == "":
			out = append(out, fmt.Sprintf("group %s, which the files leave out: %s (%s)", c.To, c.Reason, c.Link))
		default:
			out = append(out, fmt.Sprintf("%s %s of %s, where the files say %s: %s (%s)", c.Fact, c.To, c.Part, orElse(c.From, "nothing"), c.Reason, c.Link))
		}
	}
	return out
}

// uncorrected is the model as the files have it. It shares with r what no correction concerns, and is for writing only.
func (r *Registry) uncorrected() *Registry {
	raw := *r
	raw.Commands, raw.Enums = slices.Clone(r.Commands), slices.Clone(r.Enums)
	commands, enums := map[string]*Command{}, map[string]*Enum{}
	for c := range r.corrected {
		if c.Part == "" {
			e := own(enums, raw.Enums, c.Name, func(e *Enum) string { return e.Name })
			e.Groups = slices.DeleteFunc(slices.Clone(e.Groups), func(g string) bool { return g == c.To })
			continue
		}
		command := own(commands, raw.Commands, c.Name, func(c *Command) string { return c.Name })
		command.Params = slices.Clone(command.Params)
		command.part(c.Part).set(c.Fact, c.To, c.From)
	}
	return &raw
}

// own puts a copy of its own in the place of a sorted list where name stands, once.
func own[T any](copies map[string]*T, list []*T, name string, nameOf func(*T) string) *T {
	if copies[name] == nil {
		at, _ := slices.BinarySearchFunc(list, name, func(x *T, name string) int { return strings.Compare(nameOf(x), name) })
		x := *list[at]
		copies[name], list[at] = &x, &x
	}
	return copies[name]
}
