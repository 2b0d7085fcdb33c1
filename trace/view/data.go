package view

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// rowBytes is the number of bytes in a row of data.
const rowBytes = 16

type dataAnswer struct {
	Total int       `json:"total"` // number of rows
	Rows  []dataRow `json:"rows,omitempty"`
	Text  *string   `json:"text,omitempty"`
}

type dataRow struct {
	Offset int      `json:"offset"` // offset in bytes
	Values []string `json:"values"`
}

// mostText is the maximum length of a text in an answer.
const mostText = 1 << 20

// serveData answers with bytes: as a file if the query has raw, otherwise as JSON.
func serveData(w http.ResponseWriter, q *query, b []byte) {
	as := q.text("as")
	if as == "raw" && q.err == nil {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", "attachment") // the page chooses the file name
		_, _ = w.Write(b)
		return
	}
	answer := readData(q, as, b)
	if q.err != nil {
		localpage.Fail(w, q.err)
		return
	}
	localpage.Send(w, http.StatusOK, answer)
}

func readData(q *query, as string, b []byte) dataAnswer {
	if as == "text" {
		text := strings.ToValidUTF8(string(b[:min(len(b), mostText)]), "�")
		text = strings.TrimRight(text, "\x00")
		return dataAnswer{Text: &text}
	}
	rows := (len(b) + rowBytes - 1) / rowBytes
	from, to := q.part(rows, 128)
	answer := dataAnswer{Total: rows, Rows: make([]dataRow, 0, to-from)}
	for n := from; n < to; n++ {
		values, err := read(cmp.Or(as, "u8"), b[n*rowBytes:min((n+1)*rowBytes, len(b))])
		if err != nil {
			q.fail("as: %v", err)
			return dataAnswer{}
		}
		answer.Rows = append(answer.Rows, dataRow{n * rowBytes, values})
	}
	return answer
}

// read returns the values of a row.
func read(as string, b []byte) ([]string, error) {
	if as != "hex" {
		values, _, err := state.Numbers(b, as, 0, rowBytes)
		return values, err
	}
	return strings.Fields(fmt.Sprintf("% x", b)), nil
}

// data returns the data behind a pointer of a call.
func (s *Server) data(w http.ResponseWriter, r *http.Request) {
	if !s.enter(r) {
		return
	}
	defer s.leave()
	q := &query{values: r.URL.Query()}
	b, err := s.pointer(q)
	if err != nil {
		localpage.Fail(w, err)
		return
	}
	serveData(w, q, b)
}

// pointer returns the data that the query selects.
func (s *Server) pointer(q *query) ([]byte, error) {
	i := q.index("i", s.file.Len())
	if q.err != nil {
		return nil, q.err
	}
	c, err := s.file.Call(i)
	if err != nil {
		return nil, err
	}
	n := q.index("param", len(c.Args)+1) // the index after the last parameter is the result
	if q.err != nil {
		return nil, q.err
	}
	if n == len(c.Args) {
		return s.captured(c.Result.Data)
	}
	return s.captured(c.Args[n].Data)
}

// captured returns the content of data.
func (s *Server) captured(d *file.Data) ([]byte, error) {
	if d == nil || d.Capture != tracepb.Capture_CAPTURE_DATA {
		return nil, missing("no data was captured for this parameter")
	}
	return s.file.Payload(d.Payloads)
}
