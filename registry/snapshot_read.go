package registry

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ReadSnapshot reads what WriteSnapshot wrote. Errors name the line.
func ReadSnapshot(text string) (*Registry, error) {
	first, rest, _ := strings.Cut(text, "\n")
	if first != snapshotHeader {
		return nil, fmt.Errorf("no registry snapshot of this version: expected %q", snapshotHeader)
	}
	p := snapshotReader{r: &Registry{}, types: map[string]CType{}, lens: map[string]Len{"": {}}}
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
	p.r.finish()
	return p.r, nil
}

// snapshotReader holds what the following lines may belong to, and the few distinct types and lengths.
type snapshotReader struct {
	r        *Registry
	words    []string
	command  *Command
	requires *[]Require
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
		return errors.New("expected at least three words")
	}
	switch w := p.words; w[0] {
	case "source":
		return p.source()
	case "type":
		return p.typ()
	case "group":
		g := &EnumGroup{Name: w[1], Bitmask: w[2] == "bitmask"}
		p.r.Groups, p.r.groups[g.Name] = append(p.r.Groups, g), g
		return nil
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
	return fmt.Errorf("unknown word %q", p.words[0])
}

func (p *snapshotReader) source() error {
	if len(p.words) != 4 {
		return errors.New("expected source FILE DATE SHA256")
	}
	date := p.words[2]
	if date == "-" {
		date = ""
	}
	p.r.Sources = append(p.r.Sources, Source{p.words[1], date, p.words[3]})
	return nil
}

func (p *snapshotReader) typ() error {
	t := &Type{Name: p.words[1], Kind: TypeKind(p.words[2])}
	rest := p.words[3:]
	if t.Kind == Alias || t.Kind == FuncPointer {
		if len(rest) == 0 {
			return errors.New("expected a target type")
		}
		var err error
		if t.Target, err = p.ctype(rest[0]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	for _, decl := range rest {
		f, err := parseField(decl)
		if err != nil {
			return err
		}
		t.Fields = append(t.Fields, f)
	}
	p.r.Types, p.r.types[t.Name] = append(p.r.Types, t), t
	return nil
}

func (p *snapshotReader) enum() error {
	value, err := strconv.ParseUint(p.words[2], 0, 64)
	if err != nil {
		return fmt.Errorf("%q is no number", p.words[2])
	}
	e := &Enum{Name: p.words[1], Value: value}
	for _, w := range p.words[3:] {
		switch key, v, _ := strings.Cut(w, "="); key {
		case "type":
			e.Type = v
		case "alias":
			e.Alias = v
		case "groups":
			e.Groups = strings.Split(v, ",")
		default:
			return fmt.Errorf("unknown word %q", w)
		}
	}
	for _, name := range e.Groups {
		g := p.r.groups[name]
		if g == nil {
			return fmt.Errorf("group %q stands nowhere above", name)
		}
		g.Enums = append(g.Enums, e.Name)
	}
	p.r.Enums, p.r.enums[e.Name] = append(p.r.Enums, e), e
	return nil
}

func (p *snapshotReader) ctype(s string) (CType, error) {
	if t, ok := p.types[s]; ok {
		return t, nil
	}
	t, err := ParseCType(s)
	p.types[s] = t
	return t, err
}

func (p *snapshotReader) newCommand() error {
	c := &Command{Name: p.words[1]}
	p.command = c
	p.r.Commands, p.r.commands[c.Name] = append(p.r.Commands, c), c
	return p.annotate(&c.Return)
}

func (p *snapshotReader) param() error {
	if p.command == nil {
		return errors.New("a param without a command above it")
	}
	p.command.Params = append(p.command.Params, Param{Name: p.words[1]})
	return p.annotate(&p.command.Params[len(p.command.Params)-1])
}

// annotate reads the type and the key=value words of a command or param line.
func (p *snapshotReader) annotate(to *Param) (err error) {
	if to.Type, err = p.ctype(p.words[2]); err != nil {
		return err
	}
	for _, w := range p.words[3:] {
		switch key, v, _ := strings.Cut(w, "="); key {
		case "group":
			to.Group = v
		case "kind":
			to.Kind = v
		case "class":
			to.Class = v
		case "len":
			if to.Len, err = p.length(v); err != nil {
				return err
			}
		case "aliases":
			p.command.Aliases = strings.Split(v, ",")
		default:
			return fmt.Errorf("unknown word %q", w)
		}
	}
	return nil
}

func (p *snapshotReader) length(s string) (Len, error) {
	if l, ok := p.lens[s]; ok {
		return l, nil
	}
	l, err := ParseLen(s)
	p.lens[s] = l
	return l, err
}

func (p *snapshotReader) owner() error {
	if p.words[0] == "extension" {
		x := &Extension{Name: p.words[1]}
		for api := range strings.SplitSeq(p.words[2], ",") {
			x.Supported = append(x.Supported, API(api))
		}
		p.r.Extensions = append(p.r.Extensions, x)
		p.requires = &x.Requires
		return nil
	}
	if len(p.words) != 4 {
		return errors.New("expected feature NAME API NUMBER")
	}
	f := &Feature{Name: p.words[1], API: API(p.words[2]), Number: p.words[3]}
	p.r.Features = append(p.r.Features, f)
	p.requires = &f.Requires
	return nil
}

func (p *snapshotReader) has() error {
	if p.requires == nil {
		return errors.New("has without a feature or extension above it")
	}
	api := API("")
	if len(p.words) > 3 {
		api = API(p.words[3])
	}
	list := *p.requires
	if len(list) == 0 || list[len(list)-1].API != api {
		list = append(list, Require{API: api})
	}
	q := &list[len(list)-1]
	switch name := p.words[2]; p.words[1] {
	case "type":
		q.Types = append(q.Types, name)
	case "enum":
		q.Enums = append(q.Enums, name)
	case "command":
		q.Commands = append(q.Commands, name)
	default:
		return fmt.Errorf("unknown word %q", p.words[1])
	}
	*p.requires = list
	return nil
}
