package state

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// lateAnswers has the calls before a range that answers in the range depend on. Trimmed recordings keep them even if they have no effect.
// An error can be that of any call since the last query of errors in its context. The result of a query depends on the draws between its
// begin and its end.
type lateAnswers struct {
	errors      map[uint32]int // the first call whose error the range can read, by context
	knowsErrors bool           // the recording says which calls failed
	queries     map[uint32][]callRange
	callRange   // from the first of these calls to the last one, or to -1 if there are none
}

// callRange has the calls [first, last].
type callRange struct{ first, last int }

func (l *lateAnswers) extend(r callRange) {
	l.first, l.last = min(l.first, r.first), max(l.last, r.last)
}

// lateReader reads queries of errors and of draws.
type lateReader struct {
	lateAnswers
	from    int
	checked map[uint32]int  // the call after the last query of errors before the range, by context
	done    map[uint32]bool // contexts with a query of errors in the range
	begun   map[ofContext]*callRange
	active  map[ofContext]*callRange // by target
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
	"glGetError": {"", (*lateReader).readError}, "glBeginQuery": {"target id", (*lateReader).begin}, "glEndQuery": {"target", (*lateReader).end},
	"glGetQueryObjectiv": {"id", (*lateReader).result}, "glGetQueryObjectuiv": {"id", (*lateReader).result},
	"glGetQueryObjecti64v": {"id", (*lateReader).result}, "glGetQueryObjectui64v": {"id", (*lateReader).result},
}

// findLate finds the calls before a range on which answers in it depend.
func (s *State) findLate(ctx context.Context, from, to int) (lateAnswers, error) {
	r := lateReader{
		lateAnswers: lateAnswers{errors: map[uint32]int{}, knowsErrors: file.ReportsErrors(s.file), queries: map[uint32][]callRange{}, callRange: callRange{math.MaxInt, -1}},
		from:        from, checked: map[uint32]int{}, done: map[uint32]bool{}, begun: map[ofContext]*callRange{}, active: map[ofContext]*callRange{},
	}
	reads, relevant := map[*file.Function]func(*lateReader, *file.Span, int){}, file.Set{}
	for _, f := range s.file.Functions() {
		if one, ok := lateReads[strings.TrimSuffix(f.Name, "EXT")]; ok && f.Begins(one.params) {
			reads[f] = one.read
			relevant.Add(uint32(f.ID))
		}
	}
	for at := 0; at < to && len(reads) > 0; at += file.Block {
		if !s.file.MayCall(at/file.Block, relevant) {
			continue
		}
		for span, err := range s.file.Spans(at, min(at+file.Block, to)) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return lateAnswers{}, err
			}
			for i := range span.Len {
				if read := reads[span.Function(i)]; read != nil {
					read(&r, span, i)
				}
			}
			if len(r.checked)+len(r.done)+len(r.begun)+len(r.active) > mostParts {
				return lateAnswers{}, errParts
			}
		}
	}
	for of, list := range r.queries {
		r.queries[of] = merged(list)
	}
	return r.lateAnswers, nil
}

// merged sorts ranges and joins those that overlap.
func merged(list []callRange) (out []callRange) {
	slices.SortFunc(list, func(a, b callRange) int { return cmp.Compare(a.first, b.first) })
	for _, r := range list {
		if last := len(out) - 1; last >= 0 && r.first <= out[last].last {
			out[last].last = max(out[last].last, r.last)
			continue
		}
		out = append(out, r)
	}
	return out
}

// readError reads a glGetError of the program. Those of snapshots clear no error.
func (r *lateReader) readError(s *file.Span, i int) {
	at, of := s.First+i, s.Context
	if s.Flags(i)&tracepb.CallFlag_FLAG_SYNTHETIC != 0 {
		return
	}
	if at < r.from {
		r.checked[of] = at + 1
		return
	}
	if r.done[of] {
		return
	}
	r.done[of] = true
	if first := r.checked[of]; first < r.from && s.Bits(i, len(s.Function(i).Params)) != 0 {
		r.errors[of] = first
		r.extend(callRange{first, r.from - 1})
	}
}

func (r *lateReader) begin(s *file.Span, i int) {
	target, query := ofContext{s.Context, s.Bits(i, 0)}, ofContext{s.Context, s.Bits(i, 1)}
	delete(r.begun, query)
	delete(r.active, target)
	// The result of a query of a time does not depend on draws.
	if at := s.First + i; at < r.from && target.name != literal("GL_TIME_ELAPSED_EXT", cellUint) {
		draws := &callRange{at, r.from - 1}
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
		r.extend(*draws)
		delete(r.begun, query)
	}
}

// dependsOn reports whether an answer in the range can depend on a call of a kind. A call that failed has no effect. If the recording has
// no errors, calls that only return or read something are taken to have succeeded: what they return can depend on calls that are not
// needed.
func (l *lateAnswers) dependsOn(c *file.Call, kind string, failed bool) bool {
	if c.Index < l.first || c.Index > l.last {
		return false
	}
	name := c.Function.Name
	if first, ok := l.errors[c.Context]; ok && c.Index >= first {
		isError := name == file.ErrorFunction || c.Attach() && name == "glGetError"
		canFail := failed || !l.knowsErrors && kind != "nothing" && kind != "query" && kind != "read"
		if isError || canFail && !c.Synthetic() && !c.Function.IsOwn() && strings.HasPrefix(name, "gl") {
			return true
		}
	}
	if failed || kind != "draw" && !strings.HasPrefix(name, "glBeginQuery") && !strings.HasPrefix(name, "glEndQuery") {
		return false
	}
	list := l.queries[c.Context]
	after, _ := slices.BinarySearchFunc(list, c.Index+1, func(r callRange, call int) int { return cmp.Compare(r.first, call) })
	return after > 0 && c.Index <= list[after-1].last
}

// keepFailed keeps a call that failed if the range can read its error.
func (t *tracker) keepFailed(c *file.Call) {
	e := t.effectOf(c.Function)
	if !t.late.dependsOn(c, e.kind, true) {
		return
	}
	t.begin(c, e)
	arrays := t.arrays[c.Thread]
	if e.kind == "draw" {
		delete(t.arrays, c.Thread)
	}
	t.keepLate(arrays)
	t.now.needs = append(t.now.needs, t.needed...)
}

// keepLate keeps the current call, on which an answer in the range depends, with the state that it uses. arrays are the client arrays of
// its thread.
func (t *tracker) keepLate(arrays []*origin) {
	t.keepCall()
	if t.effect.kind == "draw" {
		t.needed = append(t.needed, arrays...)
	}
	if t.now.uses == nil {
		t.use(t.effect.kind)
	}
}
