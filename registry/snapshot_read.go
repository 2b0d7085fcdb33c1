package registry

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ReadSnapshot reads the output of WriteSnapshot. Errors name the line.
func ReadSnapshot(text string) (*Registry, error) {
	first, rest, _ := strings.Cut(text, "\n")
	if first != snapshotHeader {
		return nil, fmt.Errorf("not a registry snapshot that this version can read: expected the first line %q", snapshotHeader)
	}
	p := snapshotReader{r: &Registry{}, types: map[string]CType{}, lens: map[string]Len{},
		owners: make(map[string]bool, 1024)}
	p.r.types, p.r.groups = make(map[string]*Type, 128), make(map[string]*EnumGroup, 512)
	p.r.enums, p.r.commands = make(map[string]*Enum, 8192), make(map[string]*Command, 2048)
	number := 1
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		number++
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("registry snapshot, line %d: %w", number, err)
		}
	}
	if err := p.checkAliases(); err != nil {
		return nil, fmt.Errorf("registry snapshot: %w", err)
	}
	p.r.finish()
	return p.r, nil
}

// snapshotReader holds the facts that following lines may belong to, and the distinct types and lengths,
// which are few.
type snapshotReader struct {
	r        *Registry
	words    []string
	command  *Command
	requires *[]Require
	owners   map[string]bool // versions and extensions above
	types    map[string]CType
	lens     map[string]Len
}

func (p *snapshotReader) line(line string) error {
	p.words = p.words[:0]
	for rest, more := line, true; more; {
		var word string
		word, rest, more = strings.Cut(rest, "\t")
		p.words = append(p.words, word)
	}
	if len(p.words) < 3 {
		return fmt.Errorf("expected at least three tab-separated fields, got %d", len(p.words))
	}
	if slices.Contains(p.words, "") {
		return errors.New("empty field: two consecutive tabs, or a tab at the start or end of the line")
	}
	if p.words[0] != "source" && !isIdentifier(p.words[1]) {
		return fmt.Errorf("%q is not a valid name", p.words[1])
	}
	switch w := p.words; w[0] {
	case "source":
		return p.source()
	case "type":
		return p.typ()
	case "group":
		return p.group()
	case "enum":
		return p.enum()
	case "command":
		return p.newCommand()
	case "param":
		return p.param()
	case "feature", "extension":
		return p.owner()
	case "has":
		return p.has()
	}
	return fmt.Errorf("unknown keyword %q", p.words[0])
}
