package view

import (
	"context"
	"iter"
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

type callsAnswer struct {
	Total int   `json:"total"`
	Calls []row `json:"calls"`
}

// pageSize is the default number of calls in an answer.
const pageSize = 256

func (s *Server) calls(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	if q.values.Has("view") {
		return s.filtered(r.Context(), q)
	}
	from, to := q.part(s.file.Len(), pageSize)
	if q.err != nil {
		return nil, q.err
	}
	rows, err := s.rows(r.Context(), from, to)
	return callsAnswer{s.file.Len(), rows}, err
}

// rows returns the calls in [from, to).
func (s *Server) rows(ctx context.Context, from, to int) ([]row, error) {
	rows := make([]row, 0, to-from)
	if from == to {
		return rows, nil
	}
	open, err := s.index.Before(ctx, from)
	if err != nil {
		return nil, err
	}
	kinds := s.index.Kinds()
	for c, err := range s.file.Calls(from, to) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, newRow(s.words, c))
		rows[len(rows)-1].Depth = open.Around(kinds.Of(uint32(c.Function.ID)), c.Context)
	}
	return rows, s.addErrors(ctx, rows)
}

func (s *Server) addErrors(ctx context.Context, rows []row) error {
	calls := make([]int, len(rows))
	for i := range rows {
		calls[i] = rows[i].I
	}
	names, err := s.errorsOf(ctx, calls)
	for i := range rows {
		rows[i].Error = names[rows[i].I]
	}
	return err
}

// filtered returns a range of a filtered list.
func (s *Server) filtered(ctx context.Context, q *query) (any, error) {
	v, err := s.views.get(q)
	if err != nil {
		return nil, err
	}
	total, _ := v.state()
	from, to := q.part(total, pageSize)
	if q.err != nil {
		return nil, q.err
	}
	answer := callsAnswer{total, make([]row, 0, to-from)}
	for c, err := range s.each(v.part(from, to)) {
		if err != nil {
			return nil, err
		}
		answer.Calls = append(answer.Calls, newRow(s.words, c))
	}
	return answer, s.addErrors(ctx, answer.Calls)
}

// each reads calls, whose indices are in ascending order.
func (s *Server) each(calls []int) iter.Seq2[*file.Call, error] {
	return func(yield func(*file.Call, error) bool) {
		for near := range neighbors(calls) {
			for c, err := range s.file.Calls(near[0], near[len(near)-1]+1) {
				if err == nil && c.Index != near[0] {
					continue
				}
				if !yield(c, err) || err != nil {
					return
				}
				near = near[1:]
			}
		}
	}
}

// neighbors splits calls, whose indices are in ascending order, into groups that are read at once.
func neighbors(calls []int) iter.Seq[[]int] {
	const distance = 64
	return func(yield func([]int) bool) {
		for len(calls) > 0 {
			n := 1
			for n < len(calls) && calls[n]-calls[n-1] < distance {
				n++
			}
			if !yield(calls[:n]) {
				return
			}
			calls = calls[n:]
		}
	}
}
