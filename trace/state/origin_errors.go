package state

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// getError is the function that returns an error of earlier calls.
const getError = "glGetError"

// lateErrors has the calls before a range whose error the range can read: those since the last query of errors in their context. They
// are needed, whatever their effect is.
type lateErrors struct {
	first map[uint32]int // the first such call, by context
	known bool           // the recording says which calls failed
}

// lateErrors finds the contexts whose first query of errors in [from, to) returned one.
func (s *State) lateErrors(ctx context.Context, from, to int) (lateErrors, error) {
	out := lateErrors{first: map[uint32]int{}, known: file.ReportsErrors(s.file)}
	queries := map[*file.Function]bool{}
	for _, f := range s.file.Functions() {
		queries[f] = f.Name == getError
	}
	since, seen := map[uint32]int{}, map[uint32]bool{}
	for span, err := range s.file.Spans(0, to) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return out, err
		}
		for i := range span.Len {
			if !queries[span.Function(i)] || seen[span.Context] {
				continue
			}
			if span.First+i < from {
				since[span.Context] = span.First + i + 1
				continue
			}
			seen[span.Context] = true
			if span.Bits(i, 0) != 0 {
				out.first[span.Context] = since[span.Context]
			}
		}
	}
	return out, nil
}

// has reports whether the range can read an error of a call. A call that has failed has no effect.
func (l *lateErrors) has(c *file.Call, failed bool) bool {
	first, ok := l.first[c.Context]
	if !ok || c.Index < first {
		return false
	}
	if c.Function.Name == file.ErrorFunction {
		return true
	}
	return (failed || !l.known) && !c.Synthetic() && !c.Function.IsOwn() && strings.HasPrefix(c.Function.Name, "gl")
}

// keepFailed keeps a call that failed if the range can read its error. It needs the objects that it names, and what a draw uses.
func (t *tracker) keepFailed(c *file.Call) {
	if !t.late.has(c, true) {
		return
	}
	t.begin(c, t.effectOf(c.Function))
	if t.effect.kind == "draw" || t.effect.kind == "dispatch" {
		steps[t.effect.kind].before(t)
	}
	t.keepCall()
	t.now.needs = append(t.now.needs, t.needed...)
}
