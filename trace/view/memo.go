package view

import (
	"strings"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// memo tests whether the formatted text of calls matches. It caches the result for single values, because
// most values repeat. It is not safe for concurrent use.
type memo struct {
	in     *calltext.Formatter
	wanted func(calltext.Value) bool
	all    map[*file.Function]*seen
	places int    // parameters of all functions in the cache
	time   uint32 // generation of the cache; older entries are invalid
}

// seen has the cached results of a function: the last one for each hash of a value.
type seen struct {
	places [][memoPlaces]verdict // by parameter, the result last; nil if the cache is full
	enums  []int                 // parameters that may determine the meaning of the others
}

const memoPlaces = 256

// mostPlaces is the maximum number of parameters in the cache, of about 6 KB each: programs call a few
// hundred functions, but a malicious recording may define any number.
const mostPlaces = 4096

// verdict is a cached result. An enum argument of the same call is part of the meaning of a value.
type verdict struct {
	bits, beside uint64
	time         uint32 // generation; 0 for an empty entry
	found        bool
}

func newMemo(in *calltext.Formatter, wanted func(calltext.Value) bool) *memo {
	return &memo{in: in, wanted: wanted, all: map[*file.Function]*seen{}, time: 1}
}

// forget invalidates all entries.
func (m *memo) forget() { m.time++ }

// has returns a test for values whose formatted text contains a text, which must be in lower case.
func has(text string) func(calltext.Value) bool {
	return func(w calltext.Value) bool {
		return fold(w.Text, text) || strings.Contains(text, "=") && fold(w.Name+"="+w.Text, text)
	}
}

// contains reports whether an argument or the result matches.
func (m *memo) contains(c *file.Call) bool {
	s := m.of(c.Function)
	var beside uint64
	for _, i := range s.enums {
		beside = beside<<32 | c.Args[i].Bits&0xFFFFFFFF
	}
	for i, v := range c.Args {
		if m.value(s, c, i, v, beside) {
			return true
		}
	}
	return c.Function.Result != nil && m.value(s, c, len(c.Args), c.Result, beside)
}

func (m *memo) of(f *file.Function) *seen {
	s := m.all[f]
	if s == nil {
		s = &seen{}
		if n := len(f.Params) + 1; m.places+n <= mostPlaces {
			s.places = make([][memoPlaces]verdict, n)
			m.places += n
		}
		for i, p := range f.Params {
			if p.Type == "GLenum" || p.Type == "EGLint" {
				s.enums = append(s.enums, i)
			}
		}
		m.all[f] = s
	}
	return s
}

func (m *memo) value(s *seen, c *file.Call, i int, v file.Value, beside uint64) bool {
	if v.Data != nil || s.places == nil || len(s.enums) > 2 { // more enums do not fit into the key
		return m.read(c, i)
	}
	hash := (v.Bits ^ v.Bits>>17 ^ beside*31) * 0x9E3779B97F4A7C15
	p := &s.places[i][hash>>56]
	if p.time != m.time || p.bits != v.Bits || p.beside != beside {
		*p = verdict{v.Bits, beside, m.time, m.read(c, i)}
	}
	return p.found
}

// read formats an argument or the result and tests it.
func (m *memo) read(c *file.Call, i int) bool {
	var w calltext.Value
	if i < len(c.Args) {
		w = m.in.Arg(c, i)
	} else {
		w, _ = m.in.Result(c)
	}
	return m.wanted(w)
}

// fold reports whether text contains sub, ignoring case. sub must be in lower case.
func fold(text, sub string) bool {
	text = lower(text)
	for i := 0; i+len(sub) <= len(text); i++ {
		n := 0
		for n < len(sub) && (text[i+n] == sub[n] || 'A' <= text[i+n] && text[i+n] <= 'Z' && text[i+n]+'a'-'A' == sub[n]) {
			n++
		}
		if n == len(sub) {
			return true
		}
	}
	return false
}

// lower returns the text in lower case if it has non-ASCII letters; the caller ignores the case of ASCII
// letters.
func lower(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.ToLower(text)
		}
	}
	return text
}
