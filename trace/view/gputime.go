package view

import (
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/report"
)

// passesAnswer has the passes of a frame with their GPU times.
type passesAnswer struct {
	Recorded bool          `json:"recorded"` // whether the recording has GPU times
	Passes   []report.Pass `json:"passes"`
}

// mostWork is the maximum number of draws and dispatches in an answer.
const mostWork = 4096

func (s *Server) passes(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	n := q.index("frame", len(s.file.Frames()))
	if q.err != nil {
		return nil, q.err
	}
	passes, err := report.ComputePasses(r.Context(), s.file, n)
	return passesAnswer{s.functionID("gltrace.GPUTime") >= 0, shortened(passes)}, err
}

// shortened removes the draws and dispatches, and then the passes, beyond the limit.
func shortened(passes []report.Pass) []report.Pass {
	left := mostWork
	for i := range passes {
		if left == 0 {
			return passes[:i]
		}
		p := &passes[i]
		p.Work = p.Work[:min(len(p.Work), left)]
		left -= len(p.Work)
	}
	return passes
}
