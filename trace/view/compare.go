package view

import (
	"crypto/sha256"
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/view/align"
	"github.com/gleslayergen/gleslayergen/trace/words"
)

// otherID is what a request calls the other recording.
const otherID = "other"

// Bounds of a comparison.
const (
	mostCompared = 20_000   // calls of a frame
	mostHashed   = 64 << 20 // bytes of a frame's data; of more, only the size counts
)

// comparison is two frames, call by call.
type comparison struct {
	Rows    []pair         `json:"rows"`
	Summary map[string]int `json:"summary"` // how many of each kind
	Partial bool           `json:"partial,omitempty"`

	read int // bytes of data that were looked at for what differs
}

type pair struct {
	Kind string `json:"kind"` // same, changed, added, removed
	A    *row   `json:"a,omitempty"`
	B    *row   `json:"b,omitempty"`
}

// side is one frame of a comparison.
type side struct {
	file  *file.File
	calls []*file.Call
	rows  []row
	names []string
	keys  []key
	cut   bool
}

// key is the same of calls that are the same.
type key [sha256.Size]byte

func (s *Server) compare(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	of, in := s.file, s.words
	switch name := q.text("other"); {
	case name == otherID && s.o.Other != nil:
		of, in = s.o.Other, words.New(s.o.Other.Payload)
	case name != "":
		q.fail("other: there is no such recording")
	}
	a, b := q.index("a", len(s.file.Frames())), q.index("b", len(of.Frames()))
	if q.err != nil {
		return nil, q.err
	}
	if !s.enter(r) {
		return nil, r.Context().Err()
	}
	defer s.leave()
	two := of != s.file
	left, err := newSide(s.file, s.words, s.file.Frames()[a], two)
	if err != nil {
		return nil, err
	}
	right, err := newSide(of, in, of.Frames()[b], two)
	if err != nil {
		return nil, err
	}
	return compare(left, right), nil
}

// newSide reads a frame. Handles and addresses of two recordings have nothing to do with each other: strange leaves them out.
func newSide(f *file.File, in *words.Words, frame file.Frame, strange bool) (*side, error) {
	s := &side{file: f}
	hashed := 0
	for c, err := range f.Calls(frame.First, frame.Last+1) {
		if err != nil {
			return nil, err
		}
		if c.Thread != frame.Thread || imageFunctions[c.Function.Name] {
			continue
		}
		if len(s.rows) == mostCompared {
			s.cut = true
			break
		}
		r := newRow(in, c)
		s.calls, s.rows, s.names = append(s.calls, c), append(s.rows, r), append(s.names, c.Function.Name)
		s.keys = append(s.keys, keyOf(f, c, texts(in, c, strange), &hashed))
	}
	return s, nil
}

// keyOf hashes a call: its words, and the data that they tell only the beginning of.
func keyOf(f *file.File, c *file.Call, texts []string, hashed *int) key {
	h := sha256.New()
	for _, text := range texts {
		_, _ = h.Write([]byte(text + "\x00"))
	}
	for _, v := range append(c.Args[:len(c.Args):len(c.Args)], c.Result) {
		if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA || *hashed > mostHashed {
			continue
		}
		if b, err := f.Payload(v.Data.Payloads); err == nil {
			*hashed += len(b)
			_, _ = h.Write(b)
		}
	}
	return key(h.Sum(nil))
}

// texts are the words of a call.
func texts(in *words.Words, c *file.Call, strange bool) []string {
	all := in.Args(c)
	if result, ok := in.Result(c); ok {
		all = append(all, result)
	}
	out := []string{c.Function.Name}
	for _, w := range all {
		if !strange || w.Kind != "handle" {
			out = append(out, w.Text)
		}
	}
	return out
}

// compare pairs what is the same, and of the rest what calls the same function.
func compare(a, b *side) comparison {
	c := comparison{Rows: []pair{}, Summary: map[string]int{"same": 0, "changed": 0, "added": 0, "removed": 0}, Partial: a.cut || b.cut}
	at := align.Pair{}
	for _, same := range append(align.Pairs(a.keys, b.keys), align.Pair{A: len(a.keys), B: len(b.keys)}) {
		from := at
		for _, p := range align.Pairs(a.names[from.A:same.A], b.names[from.B:same.B]) {
			here := align.Pair{A: from.A + p.A, B: from.B + p.B}
			c.differ(a.rows[at.A:here.A], b.rows[at.B:here.B])
			c.explain(a, here.A, b, here.B)
			c.add("changed", &a.rows[here.A], &b.rows[here.B])
			at = align.Pair{A: here.A + 1, B: here.B + 1}
		}
		c.differ(a.rows[at.A:same.A], b.rows[at.B:same.B])
		if same.A < len(a.rows) {
			c.add("same", &a.rows[same.A], &b.rows[same.B])
		}
		at = align.Pair{A: same.A + 1, B: same.B + 1}
	}
	return c
}

// differ adds calls that the other side has not.
func (c *comparison) differ(a, b []row) {
	for i := range a {
		c.add("removed", &a[i], nil)
	}
	for i := range b {
		c.add("added", nil, &b[i])
	}
}

func (c *comparison) add(kind string, a, b *row) {
	c.Rows = append(c.Rows, pair{kind, a, b})
	c.Summary[kind]++
}
