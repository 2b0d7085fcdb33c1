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
	alias := ""
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
		return errors.New("expected a <proto> with a name")
	}
	if alias != "" {
		d.alias[c.Name] = alias
	}
	d.commands = append(d.commands, c)
	return nil
}

// param reads <proto> or <param>: C text with the declared name marked.
func param(s *scanner, e xml.StartElement) (Param, error) {
	text, name, err := s.mixed()
	if err != nil {
		return Param{}, err
	}
	name = strings.TrimSpace(name)
	if !isIdentifier(name) {
		return Param{}, fmt.Errorf("expected a <name>, have %q", text)
	}
	at := strings.LastIndex(text, name)
	typ, err := ParseCType(text[:at] + text[at+len(name):])
	if err != nil {
		return Param{}, err
	}
	length, err := ParseLen(attr(e, "len"))
	if err != nil {
		return Param{}, err
	}
	return Param{Name: name, Type: typ, Group: attr(e, "group"), Kind: attr(e, "kind"),
		Class: attr(e, "class"), Len: length}, nil
}

func (d *document) feature(s *scanner, e xml.StartElement) error {
	f := &Feature{Name: attr(e, "name"), API: API(attr(e, "api")), Number: attr(e, "number")}
	if f.Name == "" || f.Number == "" {
		return errors.New("expected the attributes name and number")
	}
	err := s.children(func(e xml.StartElement) error { return requireInto(s, e, &f.Requires) })
	if isOurs(f.API) {
		d.features = append(d.features, f)
	}
	return err
}

func (d *document) extension(s *scanner, e xml.StartElement) error {
	x := &Extension{Name: attr(e, "name")}
	if x.Name == "" {
		return errors.New("expected the attribute name")
	}
	for api := range strings.SplitSeq(attr(e, "supported"), "|") {
		if isOurs(API(api)) {
			x.Supported = append(x.Supported, API(api))
		}
	}
	err := s.children(func(e xml.StartElement) error { return requireInto(s, e, &x.Requires) })
	if len(x.Supported) > 0 {
		d.extensions = append(d.extensions, x)
	}
	return err
}

func isOurs(a API) bool { return a == EGL || a == GLES1 || a == GLES2 }

// requireInto reads a <require>. Those for desktop OpenGL alone are dropped; a <remove> concerns only
// desktop profiles.
func requireInto(s *scanner, e xml.StartElement, out *[]Require) error {
	if e.Name.Local != "require" {
		return s.skip()
	}
	r := Require{API: API(attr(e, "api"))}
	err := s.children(func(e xml.StartElement) error {
		name := attr(e, "name")
		if name == "" {
			return errors.New("expected the attribute name")
		}
		switch e.Name.Local {
		case "type":
			r.Types = append(r.Types, name)
		case "enum":
			r.Enums = append(r.Enums, name)
		case "command":
			r.Commands = append(r.Commands, name)
		}
		return s.skip()
	})
	if (r.API == "" || isOurs(r.API)) && len(r.Types)+len(r.Enums)+len(r.Commands) > 0 {
		*out = append(*out, r)
	}
	return err
}
