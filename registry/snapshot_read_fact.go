package registry

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

func (p *snapshotReader) source() error {
	if len(p.words) != 4 {
		return errors.New("expected the fields \"source FILE DATE SHA256\"")
	}
	date := p.words[2]
	if date == "-" {
		date = ""
	}
	p.r.Sources = append(p.r.Sources, Source{p.words[1], date, p.words[3]})
	return nil
}

// once returns an error for a fact that the snapshot already has.
func once(twice bool, name string) error {
	if twice {
		return fmt.Errorf("%s is defined more than once", name)
	}
	return nil
}

func (p *snapshotReader) group() error {
	g := &EnumGroup{Name: p.words[1], Bitmask: p.words[2] == "bitmask"}
	if len(p.words) > 3 || !g.Bitmask && p.words[2] != "-" {
		return errors.New("expected the fields \"group NAME -\" or \"group NAME bitmask\"")
	}
	twice := p.r.groups[g.Name] != nil
	p.r.Groups, p.r.groups[g.Name] = append(p.r.Groups, g), g
	return once(twice, g.Name)
}

func (p *snapshotReader) typ() error {
	t := &Type{Name: p.words[1], Kind: TypeKind(p.words[2])}
	rest := p.words[3:]
	switch t.Kind {
	case Platform, Opaque:
		if len(rest) > 0 {
			return fmt.Errorf("unknown keyword %q", rest[0])
		}
	case Struct:
	case Alias, FuncPointer:
		if len(rest) == 0 {
			return errors.New("expected a target type")
		}
		var err error
		if t.Target, err = p.ctype(rest[0]); err != nil {
			return err
		}
		if rest = rest[1:]; t.Kind == Alias && len(rest) > 0 {
			return fmt.Errorf("unknown keyword %q", rest[0])
		}
	default:
		return fmt.Errorf("unknown kind %q", t.Kind)
	}
	for _, decl := range rest {
		f, err := parseField(decl)
		if err != nil {
			return err
		}
		t.Fields = append(t.Fields, f)
	}
	twice := p.r.types[t.Name] != nil
	p.r.Types, p.r.types[t.Name] = append(p.r.Types, t), t
	return once(twice, t.Name)
}

func (p *snapshotReader) enum() error {
	value, err := strconv.ParseUint(p.words[2], 0, 64)
	if err != nil {
		return fmt.Errorf("%q is not a number", p.words[2])
	}
	e := &Enum{Name: p.words[1], Value: value}
	for _, w := range p.words[3:] {
		key, v, _ := strings.Cut(w, "=")
		if v == "" {
			return fmt.Errorf("unknown keyword %q", w)
		}
		switch key {
		case "type":
			e.Type = v
		case "alias":
			e.Alias = v
		case "groups":
			e.Groups = strings.Split(v, ",")
		default:
			return fmt.Errorf("unknown keyword %q", w)
		}
	}
	if err := e.check(); err != nil {
		return err
	}
	for _, name := range e.Groups {
		g := p.r.groups[name]
		if g == nil {
			return fmt.Errorf("the group %q is not defined on an earlier line", name)
		}
		g.Enums = append(g.Enums, e.Name)
	}
	twice := p.r.enums[e.Name] != nil
	p.r.Enums, p.r.enums[e.Name] = append(p.r.Enums, e), e
	return once(twice, e.Name)
}
