package view

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/view/picture"
)

// rowBytes is how much of data stands in a row.
const rowBytes = 16

// readings are how bytes can be read: the size of a value, and its text.
var readings = map[string]struct {
	size int
	text func(b []byte) string
}{
	"f32": {4, func(b []byte) string { return float(float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))) }},
	"f16": {2, func(b []byte) string { return float(float64(picture.Half(binary.LittleEndian.Uint16(b)))) }},
	"u32": {4, func(b []byte) string { return strconv.FormatUint(uint64(binary.LittleEndian.Uint32(b)), 10) }},
	"i32": {4, func(b []byte) string { return strconv.FormatInt(int64(int32(binary.LittleEndian.Uint32(b))), 10) }},
	"u16": {2, func(b []byte) string { return strconv.FormatUint(uint64(binary.LittleEndian.Uint16(b)), 10) }},
	"i16": {2, func(b []byte) string { return strconv.FormatInt(int64(int16(binary.LittleEndian.Uint16(b))), 10) }},
	"u8":  {1, func(b []byte) string { return strconv.Itoa(int(b[0])) }},
	"i8":  {1, func(b []byte) string { return strconv.Itoa(int(int8(b[0]))) }},
	"hex": {1, func(b []byte) string { return hex.EncodeToString(b[:1]) }},
}

func float(v float64) string { return strconv.FormatFloat(v, 'g', -1, 32) }

type dataAnswer struct {
	Total int       `json:"total"` // rows
	Rows  []dataRow `json:"rows,omitempty"`
	Text  *string   `json:"text,omitempty"`
}

type dataRow struct {
	Offset int      `json:"offset"` // in bytes
	Values []string `json:"values"`
}

// mostText is how much of a text is given.
const mostText = 1 << 20

// serveData answers with bytes as the query wants them: raw as a file to save, else JSON.
func serveData(w http.ResponseWriter, q *query, b []byte) {
	as := q.text("as")
	if as == "raw" && q.err == nil {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", `attachment; filename="data.bin"`)
		_, _ = w.Write(b)
		return
	}
	answer := readData(q, as, b)
	if q.err != nil {
		fail(w, q.err)
		return
	}
	send(w, http.StatusOK, answer)
}

func readData(q *query, as string, b []byte) dataAnswer {
	if as == "text" {
		text := strings.ToValidUTF8(string(b[:min(len(b), mostText)]), "�")
		text = strings.TrimRight(text, "\x00")
		return dataAnswer{Text: &text}
	}
	if as == "" {
		as = "u8"
	}
	read, ok := readings[as]
	if !ok {
		q.fail("as: data cannot be read as that")
		return dataAnswer{}
	}
	rows := (len(b) + rowBytes - 1) / rowBytes
	from, to := q.part(rows, 128)
	answer := dataAnswer{Total: rows, Rows: make([]dataRow, 0, to-from)}
	for n := from; n < to; n++ {
		row := dataRow{Offset: n * rowBytes, Values: []string{}}
		for rest := b[n*rowBytes : min((n+1)*rowBytes, len(b))]; len(rest) >= read.size; rest = rest[read.size:] {
			row.Values = append(row.Values, read.text(rest))
		}
		answer.Rows = append(answer.Rows, row)
	}
	return answer
}

// data gives what a pointer of a call led to.
func (s *Server) data(w http.ResponseWriter, r *http.Request) {
	q := &query{values: r.URL.Query()}
	i := q.index("i", s.file.Len())
	if q.err != nil {
		fail(w, q.err)
		return
	}
	c, err := s.file.Call(i)
	if err != nil {
		fail(w, err)
		return
	}
	n := q.index("param", len(c.Args)+1) // the one behind the last is the result
	if q.err != nil {
		fail(w, q.err)
		return
	}
	v := c.Result
	if n < len(c.Args) {
		v = c.Args[n]
	}
	b, err := s.captured(v.Data)
	if err != nil {
		fail(w, err)
		return
	}
	serveData(w, q, b)
}

// captured is the content of data.
func (s *Server) captured(d *file.Data) ([]byte, error) {
	if d == nil || d.Capture != tracepb.Capture_CAPTURE_DATA {
		return nil, missing("no data was captured there")
	}
	return s.file.Payload(d.Payloads)
}
