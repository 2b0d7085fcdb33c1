package registry

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
)

func (d *document) command(s *scanner, e xml.StartElement) error {
	if e.Name.Local != "command" {
		return s.skip()
	}
	c := &Command{}
	alias, line := "", s.line()
	err := s.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "proto":
			p, err := param(s, e)
			c.Name, p.Name = p.Name, ""
			c.Return = p
			return err
		case "param":
			p, err := param(s, e)
			c.Params = append(c.Params, p)
			return err
		case "alias":
			alias = attr(e, "name")
		}
		return s.skip()
	})
	if err != nil {
		return err
	}
	if c.Name == "" {
		return errors.New("expected a <proto> with a <name>")
	}
	if err := d.define("command", c.Name, line); err != nil {
		return err
	}
	if alias != "" {
		d.alias[c.Name] = alias
	}
	d.commands = append(d.commands, c)
	return nil
}

// param reads <proto> or <param>: C text with the declared name marked.
func param(s *scanner, e xml.StartElement) (Param, error) {
	m, err := s.mixed()
	if err != nil {
		return Param{}, err
	}
	name := m.name()
	if !isName(name) {
		return Param{}, fmt.Errorf("expected a <name>, got %.99q", m.text)
	}
	typ, err := ParseCType(m.rest())
	if err != nil {
		return Param{}, err
	}
	length, err := ParseLen(attr(e, "len"))
	if err != nil {
		return Param{}, err
	}
	p := Param{Name: name, Type: typ, Group: attr(e, "group"), Kind: attr(e, "kind"),
		Class: attr(e, "class"), Len: length}
	return p, p.check()
}

func (d *document) feature(s *scanner, e xml.StartElement) error {
	f := &Feature{Name: attr(e, "name"), API: API(attr(e, "api")), Number: attr(e, "number")}
	if err := f.check(); err != nil {
		return err
	}
	if err := d.define("version", f.Name, s.line()); err != nil {
		return err
	}
	err := s.children(func(e xml.StartElement) error { return d.requireInto(s, e, &f.Requires) })
	if isOurs(f.API) {
		d.features = append(d.features, f)
	}
	return err
}

func (d *document) extension(s *scanner, e xml.StartElement) error {
	x := &Extension{Name: attr(e, "name")}
	if !isIdentifier(x.Name) {
		return fmt.Errorf("expected an identifier in the attribute \"name\", got %.99q", x.Name)
	}
	if err := d.define("extension", x.Name, s.line()); err != nil {
		return err
	}
	for api := range strings.SplitSeq(attr(e, "supported"), "|") {
		if isOurs(API(api)) {
			x.Supported = append(x.Supported, API(api))
		}
	}
	err := s.children(func(e xml.StartElement) error { return d.requireInto(s, e, &x.Requires) })
	if len(x.Supported) > 0 {
		d.extensions = append(d.extensions, x)
	}
	return err
}

func isOurs(a API) bool { return a == EGL || a == GLES1 || a == GLES2 }

// requireInto reads a <require>. It skips those for desktop OpenGL only. A <remove> concerns only desktop
// profiles.
func (d *document) requireInto(s *scanner, e xml.StartElement, out *[]Require) error {
	if e.Name.Local != "require" {
		return s.skip()
	}
	r := Require{API: API(attr(e, "api"))}
	err := s.children(func(e xml.StartElement) error {
		name := attr(e, "name")
		if !isIdentifier(strings.TrimPrefix(name, "struct ")) {
			return fmt.Errorf("expected an identifier in the attribute \"name\", got %.99q", name)
		}
		switch e.Name.Local {
		case "type":
			r.Types = append(r.Types, name)
		case "enum":
			r.Enums = append(r.Enums, name)
		case "command":
			r.Commands = append(r.Commands, name)
			if d.required[name] == 0 {
				d.required[name] = s.line()
			}
		}
		return s.skip()
	})
	if (r.API == "" || isOurs(r.API)) && len(r.Types)+len(r.Enums)+len(r.Commands) > 0 {
		*out = append(*out, r)
	}
	return err
}
