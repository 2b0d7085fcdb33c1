// Package report writes what a recording contains: its calls as lines or JSON, statistics by function, and exports in the formats
// of other programs.
package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Filter says which calls are wanted: those that are in all that it names. An empty list names all.
type Filter struct {
	Functions []string // patterns with * and ?; ! in front takes away
	Argument  string   // text in an argument or the result, in words; capital letters or small
	From, To  int      // frames; To -1: to the last
	Contexts  []uint32
	Threads   []uint32
	Errors    bool // only calls that made an error
}

// All takes every call.
func MatchAll() Filter { return Filter{To: -1} }

// Matcher is a filter for the calls of one recording.
type Matcher struct {
	filter    Filter
	words     *calltext.Formatter
	functions map[*file.Function]bool
	argument  string
}

// Matcher makes the filter ready.
func (f Filter) Matcher(w *calltext.Formatter) (*Matcher, error) {
	for _, p := range f.Functions {
		if _, err := path.Match(strings.TrimPrefix(p, "!"), ""); err != nil {
			return nil, fmt.Errorf("invalid pattern %q", p)
		}
	}
	return &Matcher{filter: f, words: w, functions: map[*file.Function]bool{}, argument: strings.ToLower(f.Argument)}, nil
}

// Match reports whether the filter takes a call. It is for one goroutine at a time.
func (m *Matcher) Match(c *file.CallWithError) bool {
	f := &m.filter
	return m.function(c.Function) && (!f.Errors || c.Failed()) && m.frame(c.Frame) &&
		(len(f.Contexts) == 0 || slices.Contains(f.Contexts, c.Context)) &&
		(len(f.Threads) == 0 || slices.Contains(f.Threads, c.Thread)) &&
		(m.argument == "" || m.has(c.Call))
}

// frame takes calls behind the last frame only where all are wanted.
func (m *Matcher) frame(n int) bool {
	if n < 0 {
		return m.filter.To < 0 && m.filter.From <= 0
	}
	return n >= m.filter.From && (m.filter.To < 0 || n <= m.filter.To)
}

func (m *Matcher) function(f *file.Function) bool {
	got, known := m.functions[f]
	if !known {
		got = matches(m.filter.Functions, f.Name)
		m.functions[f] = got
	}
	return got
}

// matches asks the patterns in order: the last that fits decides. If the first takes away, all others are wanted.
func matches(patterns []string, name string) bool {
	wanted := len(patterns) == 0 || strings.HasPrefix(patterns[0], "!")
	for _, p := range patterns {
		pattern, away := strings.CutPrefix(p, "!")
		if ok, _ := path.Match(pattern, name); ok {
			wanted = !away
		}
	}
	return wanted
}

func (m *Matcher) has(c *file.Call) bool {
	for i := range c.Function.Params {
		if strings.Contains(strings.ToLower(m.words.Arg(c, i).Text), m.argument) {
			return true
		}
	}
	r, ok := m.words.Result(c)
	return ok && strings.Contains(strings.ToLower(r.Text), m.argument)
}
