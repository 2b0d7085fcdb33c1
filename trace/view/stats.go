package view

import (
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/stats"
)

// stats counts the calls of a range, its last one too, by function; of all, if it has no bounds.
func (s *Server) stats(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	n := s.file.Len()
	from := q.number("from", 0, 0, max(n-1, 0))
	to := q.number("to", n-1, from, max(n-1, 0))
	if q.err != nil {
		return nil, q.err
	}
	return stats.Of(r.Context(), s.file, from, to+1)
}
