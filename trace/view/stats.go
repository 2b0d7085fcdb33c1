package view

import (
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/report"
)

// stats returns the statistics of a frame, or of the recording if the query has no frame.
func (s *Server) stats(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	if !q.values.Has("frame") {
		return report.ComputeStats(r.Context(), s.file, 0, s.file.Len())
	}
	n := q.index("frame", len(s.file.Frames()))
	if q.err != nil {
		return nil, q.err
	}
	return report.ComputeFrameStats(r.Context(), s.file, n, n)
}
