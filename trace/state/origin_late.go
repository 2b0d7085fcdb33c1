package state

import (
	"context"
	"math"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// late has the calls before a range on which answers in the range depend: an error can be that of any call since the query of errors
// before, and the result of a query depends on the draws between its begin and its end. They are needed, whatever their effect is.
type late struct {
	errors      map[uint32]int // the first call whose error the range can read, by context
	knowsErrors bool           // the recording says which calls failed
	queries     map[uint32][]stretch
	first, last int // of the calls; last is -1 if there are none
}

// stretch has the calls [first, last].
type stretch struct{ first, last int }

func (l *late) add(s stretch) {
	l.first, l.last = min(l.first, s.first), max(l.last, s.last)
}

// lateReader reads the queries of errors and of draws.
type lateReader struct {
	late
	from   int
	asked  map[uint32]int  // the call after the last query of errors before the range, by context
	seen   map[uint32]bool // contexts with a query of errors in the range
	begun  map[ofContext]*stretch
	active map[ofContext]*stretch // by target
}

// ofContext is a query, or the target of one.
type ofContext struct {
	context uint32
	name    uint64
}

// lateReads has what a reader does with functions, which have these parameters.
var lateReads = map[string]struct {
	params string
	read   func(*lateReader, *file.Span, int)
}{
	"glGetError": {"", (*lateReader).error}, "glBeginQuery": {"target id", (*lateReader).begin}, "glEndQuery": {"target", (*lateReader).end},
	"glGetQueryObjectiv": {"id", (*lateReader).result}, "glGetQueryObjectuiv": {"id", (*lateReader).result},
	"glGetQueryObjecti64v": {"id", (*lateReader).result}, "glGetQueryObjectui64v": {"id", (*lateReader).result},
}

// findLate finds the calls before a range on which answers in it depend.
func (s *State) findLate(ctx context.Context, from, to int) (late, error) {
	r := lateReader{late: late{errors: map[uint32]int{}, knowsErrors: file.ReportsErrors(s.file), queries: map[uint32][]stretch{}, first: math.MaxInt, last: -1}, from: from,
		asked: map[uint32]int{}, seen: map[uint32]bool{}, begun: map[ofContext]*stretch{}, active: map[ofContext]*stretch{}}
	reads := map[*file.Function]func(*lateReader, *file.Span, int){}
	for _, f := range s.file.Functions() {
		if one, ok := lateReads[strings.TrimSuffix(f.Name, "EXT")]; ok && f.Begins(one.params) {
			reads[f] = one.read
		}
	}
	if len(reads) == 0 {
		return r.late, nil
	}
	for span, err := range s.file.Spans(0, to) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return late{}, err
		}
		for i := range span.Len {
			if read := reads[span.Function(i)]; read != nil {
				read(&r, span, i)
			}
		}
	}
	return r.late, nil
}

func (r *lateReader) error(s *file.Span, i int) {
	at, context := s.First+i, s.Context
	switch {
	case at < r.from:
		r.asked[context] = at + 1
	case !r.seen[context]:
		r.seen[context] = true
		if s.Bits(i, len(s.Function(i).Params)) != 0 {
			r.errors[context] = r.asked[context]
			r.add(stretch{r.asked[context], r.from - 1})
		}
	}
}

// timeElapsed is GL_TIME_ELAPSED_EXT. The results of such queries do not depend on draws.
const timeElapsed = 0x88BF

func (r *lateReader) begin(s *file.Span, i int) {
	target, query := ofContext{s.Context, s.Bits(i, 0)}, ofContext{s.Context, s.Bits(i, 1)}
	delete(r.begun, query)
	delete(r.active, target)
	if at := s.First + i; at < r.from && target.name != timeElapsed {
		draws := &stretch{at, r.from - 1}
		r.begun[query], r.active[target] = draws, draws
	}
}

func (r *lateReader) end(s *file.Span, i int) {
	target := ofContext{s.Context, s.Bits(i, 0)}
	if draws := r.active[target]; draws != nil {
		draws.last = min(draws.last, s.First+i)
		delete(r.active, target)
	}
}

func (r *lateReader) result(s *file.Span, i int) {
	query := ofContext{s.Context, s.Bits(i, 0)}
	if draws := r.begun[query]; draws != nil && s.First+i >= r.from {
		r.queries[s.Context] = append(r.queries[s.Context], *draws)
		r.add(*draws)
		delete(r.begun, query)
	}
}

// has reports whether an answer in the range can depend on a call of a kind. A call that failed has no effect. If the recording has no
// errors, calls that only return something are taken to have succeeded: what they return can depend on calls that are not needed.
func (l *late) has(c *file.Call, kind string, failed bool) bool {
	if c.Index < l.first || c.Index > l.last {
		return false
	}
	name := c.Function.Name
	if first, ok := l.errors[c.Context]; ok && c.Index >= first {
		canFail := failed || !l.knowsErrors && kind != "query" && kind != "read" && !strings.HasPrefix(name, "glGet")
		if name == file.ErrorFunction || canFail && !c.Synthetic() && !c.Function.IsOwn() && strings.HasPrefix(name, "gl") {
			return true
		}
	}
	if failed || kind != "draw" && !strings.HasPrefix(name, "glBeginQuery") && !strings.HasPrefix(name, "glEndQuery") {
		return false
	}
	for _, draws := range l.queries[c.Context] {
		if draws.first <= c.Index && c.Index <= draws.last {
			return true
		}
	}
	return false
}

// keepFailed keeps a call that failed if the range can read its error. It needs the objects that it names, and what a draw uses.
func (t *tracker) keepFailed(c *file.Call) {
	e := t.effectOf(c.Function)
	if !t.late.has(c, e.kind, true) {
		return
	}
	t.begin(c, e)
	if e.kind == "draw" || e.kind == "dispatch" {
		steps[e.kind].before(t)
	}
	t.keepCall()
	t.now.needs = append(t.now.needs, t.needed...)
}
