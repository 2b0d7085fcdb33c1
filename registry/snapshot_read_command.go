package registry

import (
	"errors"
	"fmt"
	"strings"
)

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
	if err := once(p.r.commands[c.Name] != nil, c.Name); err != nil {
		return err
	}
	p.r.Commands, p.r.commands[c.Name] = append(p.r.Commands, c), c
	return p.annotate(&c.Return)
}

func (p *snapshotReader) param() error {
	if p.command == nil {
		return errors.New("a line that begins with \"param\" must come after a line that begins with \"command\"")
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
		key, v, _ := strings.Cut(w, "=")
		if v == "" {
			return fmt.Errorf("unknown keyword %q", w)
		}
		switch key {
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
			return fmt.Errorf("unknown keyword %q", w)
		}
	}
	return to.check()
}

func (p *snapshotReader) length(s string) (Len, error) {
	if l, ok := p.lens[s]; ok {
		return l, nil
	}
	l, err := ParseLen(s)
	p.lens[s] = l
	return l, err
}

// checkAliases checks that the aliases name commands, once all commands are read.
func (p *snapshotReader) checkAliases() error {
	for _, c := range p.r.Commands {
		for _, name := range c.Aliases {
			if p.r.commands[name] == nil {
				return fmt.Errorf("command %s: its alias %q is not defined", c.Name, name)
			}
		}
	}
	return nil
}
