package view

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// exports maps formats of the whole recording to their content types.
var exports = map[string]string{"text": "text/plain; charset=utf-8", "json": "application/x-ndjson"}

// export sends all calls, one a line, as trace dump writes them.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	as := r.URL.Query().Get("as")
	kind, ok := exports[as]
	if !ok {
		localpage.Fail(w, localpage.Bad(fmt.Sprintf("parameter \"as\": %.99q is not text or json", as)))
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", "attachment") // the page chooses the file name
	_, err := report.Dump(r.Context(), patient{w, http.NewResponseController(w)}, s.file, report.MatchAll(), as == "json")
	if err != nil && r.Context().Err() == nil {
		s.o.Log("export: %v", err)
		panic(http.ErrAbortHandler) // the browser reports that the file is not complete
	}
}

// patient is a response without a time limit for the whole: each write has its own.
type patient struct {
	io.Writer
	control *http.ResponseController
}

func (p patient) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(time.Minute))
	return p.Writer.Write(b)
}
