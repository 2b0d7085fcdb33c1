package state

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// A path is a path of the tables, prepared for one function.
type path struct {
	part string // context, share or thread
	segs []seg
}

// seg computes the keys of one step of a path.
type seg struct {
	key     key      // a literal key
	from    *term    // or a term
	how     stepKind // and how to use it
	reading calltext.Reading
}

type stepKind uint8

const (
	literally stepKind = iota
	byTerm             // {x}
	canonical          // {x~}
	expanded           // {x+}
	eachOf             // {x...}
	all                // *
)

// parsePath parses a path. params are the parameters of the function.
func (c *compiled) parsePath(text string) (path, error) {
	parts := strings.Split(text, "/")
	p := path{part: parts[0]}
	for _, part := range parts[1:] {
		s, err := c.parseSeg(part)
		if err != nil {
			return p, fmt.Errorf("%s: %w", text, err)
		}
		p.segs = append(p.segs, s)
	}
	return p, nil
}

// marks are the suffixes of a parameter name.
var marks = []struct {
	mark string
	how  stepKind
}{{"...", eachOf}, {"~", canonical}, {"+", expanded}}

func (c *compiled) parseSeg(part string) (seg, error) {
	if part == "*" {
		return seg{how: all}, nil
	}
	inner, braced := strings.CutPrefix(part, "{")
	if lookup, ok := strings.CutPrefix(part, "@"); ok {
		inner, braced = "@"+lookup+"}", true
	}
	if !braced {
		return seg{key: word(part)}, nil
	}
	inner = strings.TrimSuffix(inner, "}")
	s := seg{how: byTerm}
	for _, m := range marks {
		if name, ok := strings.CutSuffix(inner, m.mark); ok {
			inner, s.how = name, m.how
		}
	}
	t, err := c.parseTerm(inner)
	s.from = &t
	if t.kind == argTerm || t.kind == resultTerm {
		s.reading = c.words.Reading(c.f, t.arg)
	}
	return s, err
}

// visitNodes calls with for each node that the path selects.
func (m *machine) visitNodes(p *path, with func(keys []key)) {
	var keys []key
	if last := len(m.spare) - 1; last >= 0 {
		keys, m.spare = m.spare[last], m.spare[:last]
	} else {
		keys = make([]key, 0, longest)
	}
	m.step(p.segs, m.own(keys, p.part), with)
	m.spare = append(m.spare, keys)
}

// longest is the approximate maximum number of keys in a path of the tables.
const longest = 8

func (m *machine) step(segs []seg, keys []key, with func([]key)) {
	for i := range segs {
		s := &segs[i]
		if s.how == literally {
			keys = append(keys, s.key)
			continue
		}
		if k, one := m.oneKey(s); one {
			keys = append(keys, k)
			continue
		}
		for _, k := range m.manyKeys(s, keys) {
			m.step(segs[i+1:], append(keys[:len(keys):len(keys)], k), with)
		}
		return
	}
	with(keys)
}

// oneKey returns the key of a step that selects one child.
func (m *machine) oneKey(s *seg) (key, bool) {
	if s.how != byTerm && s.how != canonical {
		return key{}, false
	}
	if v := m.eval(s.from); v.data != nil || v.text != "" {
		text, ok := m.text(v)
		return word(text), ok
	} else if v.have {
		return m.named(s, v.one, s.how == canonical), true
	}
	return key{}, false
}

func (m *machine) named(s *seg, bits uint64, canon bool) key {
	if !s.reading.IsEnum() {
		return number(bits)
	}
	name := s.reading.Text(bits, cellUint)
	if t, ok := targets()[name]; ok && canon && t.binding != "-" {
		name = t.binding
	}
	return word(name)
}

// manyKeys returns the keys of a step that may select several children.
func (m *machine) manyKeys(s *seg, keys []key) (out []key) {
	switch s.how {
	case all:
		if n := m.root.at(keys...); n != nil {
			for k := range n.kids {
				out = append(out, k)
			}
		}
	case eachOf:
		for _, bits := range loaded(m.eval(s.from), m.payload).numbers() {
			out = append(out, number(bits))
		}
	case expanded:
		k, ok := m.oneKey(&seg{from: s.from, how: byTerm, reading: s.reading})
		if !ok {
			return nil
		}
		for _, name := range targets()[k.name].places {
			out = append(out, word(name))
		}
		if out == nil {
			out = append(out, k)
		}
	}
	return out
}
