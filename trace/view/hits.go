package view

import (
	"net/http"
	"runtime"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// hits is the number of matches of a search in a range of the recording.
type hits struct {
	Total   int  `json:"total"`
	Before  int  `json:"before"`            // those before a call
	At      int  `json:"at"`                // where the next request continues
	Partial bool `json:"partial,omitempty"` // the time limit was reached
}

// hits counts the matches of a search, from a call on, until the time limit.
func (s *Server) hits(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	from, call := q.index("from", s.file.Len()), q.index("i", s.file.Len())
	t, in, err := s.searched(r.Context(), q)
	if err != nil {
		return nil, err
	}
	var answer hits
	end, blocks := time.Now().Add(s.pace.search), s.index.Blocks()
	for n := from / index.Size; n < blocks; {
		some, err := t.some(r.Context(), n, min(runtime.GOMAXPROCS(0), blocks-n))
		if err != nil {
			return nil, err
		}
		for _, calls := range some {
			answer.count(calls, from, call, in)
		}
		n += len(some)
		if answer.At = n * index.Size; n < blocks && time.Now().After(end) {
			answer.Partial = true
			break
		}
	}
	return answer, nil
}

// count adds calls from a call on that are also in the list.
func (h *hits) count(calls []int, from, call int, in *list) {
	for _, i := range calls {
		if i < from || in != nil && !in.has(i) {
			continue
		}
		h.Total++
		if i < call {
			h.Before++
		}
	}
}
