package registry

import (
	"slices"
	"strconv"
)

// aliasDiffers compares each command with those of its class that follow it.
func (l *linter) aliasDiffers() {
	for _, c := range l.r.Commands {
		for _, name := range slices.Sorted(slices.Values(c.Aliases)) {
			if other := l.r.commands[name]; other != nil && name > c.Name {
				l.compare(c, other)
			}
		}
	}
}

func (l *linter) compare(a, b *Command) {
	if len(a.Params) != len(b.Params) {
		l.report(a.Name, "", "has %d parameters, but the alias %s has %d", len(a.Params), b.Name, len(b.Params))
		return
	}
	ours, theirs := newParamList(a).places, newParamList(b).places
	for i := range a.Params {
		p, q := &a.Params[i], &b.Params[i]
		l.sameFact(a, b, p, "group", p.Group, q.Group)
		if p.Len.placed(ours) != q.Len.placed(theirs) {
			l.sameFact(a, b, p, "len", p.Len.String(), q.Len.String())
		}
	}
}

func (l *linter) sameFact(a, b *Command, p *Param, fact, ours, theirs string) {
	if ours != theirs {
		l.report(a.Name, p.Name, "the %s is %s, but in the alias %s it is %s", fact, orElse(ours, "not set"), b.Name, orElse(theirs, "not set"))
	}
}

// placed returns a length in which parameter positions replace parameter names, because names differ between
// aliases.
func (l Len) placed(places map[string]int) string {
	place := func(name string) string {
		if at, known := places[name]; known {
			return strconv.Itoa(at)
		}
		return name
	}
	l.Param, l.Args = place(l.Param), slices.Clone(l.Args)
	for i, name := range l.Args {
		l.Args[i] = place(name)
	}
	return l.String()
}
