package registry

import (
	"errors"
	"fmt"
	"strings"
)

func (p *snapshotReader) owner() error {
	p.command = nil
	twice := p.owners[p.words[1]]
	p.owners[p.words[1]] = true
	if p.words[0] == "extension" {
		x := &Extension{Name: p.words[1]}
		for api := range strings.SplitSeq(p.words[2], ",") {
			if !isOurs(API(api)) {
				return fmt.Errorf("unknown API %q", api)
			}
			x.Supported = append(x.Supported, API(api))
		}
		p.r.Extensions = append(p.r.Extensions, x)
		p.requires = &x.Requires
		if len(p.words) > 3 {
			return fmt.Errorf("unknown keyword %q", p.words[3])
		}
		return once(twice, x.Name)
	}
	if len(p.words) != 4 {
		return errors.New("expected the fields \"feature NAME API NUMBER\"")
	}
	f := &Feature{Name: p.words[1], API: API(p.words[2]), Number: p.words[3]}
	if !isOurs(f.API) {
		return fmt.Errorf("unknown API %q", f.API)
	}
	if err := f.check(); err != nil {
		return err
	}
	p.r.Features = append(p.r.Features, f)
	p.requires = &f.Requires
	return once(twice, f.Name)
}

func (p *snapshotReader) has() error {
	if p.requires == nil {
		return errors.New("a line that begins with \"has\" must come after a line that begins with \"feature\" or \"extension\"")
	}
	api := API("")
	if len(p.words) > 3 {
		if api = API(p.words[3]); !isOurs(api) || len(p.words) > 4 {
			return errors.New("expected the fields \"has KIND NAME [API]\"")
		}
	}
	if !isIdentifier(strings.TrimPrefix(p.words[2], "struct ")) {
		return fmt.Errorf("%q is not a valid name", p.words[2])
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
		if p.r.commands[name] == nil {
			return fmt.Errorf("the command %q is not defined on an earlier line", name)
		}
		q.Commands = append(q.Commands, name)
	default:
		return fmt.Errorf("unknown keyword %q", p.words[1])
	}
	*p.requires = list
	return nil
}
