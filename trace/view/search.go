package view

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

type found struct {
	Found   bool `json:"found"`
	I       int  `json:"i"`                 // index of the call
	At      int  `json:"at"`                // where the next request continues
	Partial bool `json:"partial,omitempty"` // the time limit was reached
}

// search finds the next call, starting with and including one, whose name or arguments contain a text.
func (s *Server) search(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	dir, from := q.number("dir", 1, -1, 1), q.index("from", s.file.Len())
	if dir == 0 {
		q.fail("parameter \"dir\" must be 1 or -1")
	}
	t, in, err := s.searched(r.Context(), q)
	if err != nil {
		return nil, err
	}
	return t.next(r.Context(), from, dir, in)
}

// searched returns the test of a search, and the list that the search is limited to, or nil.
func (s *Server) searched(ctx context.Context, q *query) (*test, *list, error) {
	f := filter{either: q.text("q"), in: part(q.text("in"))}
	if f.either == "" {
		q.fail("parameter \"q\" must not be empty")
	}
	if f.in != "" && f.in != inNames && f.in != inArguments {
		q.fail("parameter \"in\" must be names or arguments")
	}
	var in *list
	if q.values.Has("view") && q.err == nil {
		in, q.err = s.views.get(q)
	}
	if q.err != nil {
		return nil, nil, q.err
	}
	t, err := s.test(ctx, f)
	return t, in, err
}

// next searches blocks from a call on in one direction, several in parallel.
func (t *test) next(ctx context.Context, from, dir int, in *list) (found, error) {
	end, blocks := time.Now().Add(t.s.pace.search), t.s.index.Blocks()
	for n := from / index.Size; n >= 0 && n < blocks; {
		some := min(runtime.GOMAXPROCS(0), blocks-n)
		first := n
		if dir < 0 {
			some = min(runtime.GOMAXPROCS(0), n+1)
			first = n + 1 - some
		}
		calls, err := t.some(ctx, first, some)
		if err != nil {
			return found{}, err
		}
		if i, ok := nearest(slices.Concat(calls...), from, dir, in); ok {
			return found{Found: true, I: i, At: i + dir}, nil
		}
		if n += dir * some; time.Now().After(end) {
			at := n * index.Size
			if dir < 0 {
				at += index.Size - 1
			}
			return found{At: at, Partial: n >= 0 && n < blocks}, nil
		}
	}
	return found{}, nil
}

// nearest returns the first matching call in a direction that is also in the list, if there is one.
func nearest(calls []int, from, dir int, in *list) (int, bool) {
	if dir < 0 {
		slices.Reverse(calls)
	}
	for _, i := range calls {
		if (i-from)*dir >= 0 && (in == nil || in.has(i)) {
			return i, true
		}
	}
	return 0, false
}
