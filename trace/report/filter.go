// Package report writes the contents of a recording: calls as lines or JSON, statistics by function, and
// exports in the formats of other programs.
package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Filter selects calls that meet all of its conditions. An empty list meets any call.
type Filter struct {
	Functions []string            // patterns with * and ?; a pattern with the prefix ! excludes functions
	Argument  string              // text in a formatted argument or result, case-insensitive
	From, To  int                 // frames; -1 in To means the last frame
	Calls     func(call int) bool // nil means all calls
	Contexts  []uint32
	Threads   []uint32
	Errors    bool // only calls that generated an error
}

// MatchAll returns a filter that matches every call.
func MatchAll() Filter { return Filter{To: -1} }

// MatchesAll reports whether the filter matches every call.
func (f Filter) MatchesAll() bool {
	return len(f.Functions)+len(f.Contexts)+len(f.Threads) == 0 && f.Argument == "" && f.From <= 0 && f.To < 0 && f.Calls == nil && !f.Errors
}

// Matcher applies a filter to the calls of one recording.
type Matcher struct {
	filter    Filter
	words     *calltext.Formatter
	functions map[*file.Function]bool
	argument  string
}

// Matcher returns a Matcher for the filter. It fails if a pattern is invalid.
func (f Filter) Matcher(w *calltext.Formatter) (*Matcher, error) {
	for _, p := range f.Functions {
		if _, err := path.Match(strings.TrimPrefix(p, "!"), ""); err != nil {
			return nil, fmt.Errorf(`invalid pattern %q: a "[" has no valid "]" or the pattern ends with "\"`, p)
		}
	}
	return &Matcher{filter: f, words: w, functions: map[*file.Function]bool{}, argument: strings.ToLower(f.Argument)}, nil
}

// Match reports whether the filter matches a call. It is not safe for concurrent use.
func (m *Matcher) Match(c *file.CallWithError) bool {
	f := &m.filter
	return m.function(c.Function) && (!f.Errors || c.Failed()) && m.frame(c.Frame) &&
		(f.Calls == nil || f.Calls(c.Index)) &&
		(len(f.Contexts) == 0 || slices.Contains(f.Contexts, c.Context)) &&
		(len(f.Threads) == 0 || slices.Contains(f.Threads, c.Thread)) &&
		(m.argument == "" || m.has(c.Call))
}

// frame reports whether the filter selects frame n. Calls after the last frame match only if all frames are
// selected.
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

// matches reports whether the patterns select a name: the last matching pattern decides. If the first pattern
// excludes, all other names are selected.
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
