package view

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"net/http"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// otherID identifies the other recording in requests.
const otherID = "other"

// Limits of a comparison.
const (
	mostCompared = 20_000   // calls of a frame
	mostHashed   = 64 << 20 // bytes of data of a frame that are compared; beyond that, only sizes are
)

// comparison is the result of comparing two frames.
type comparison struct {
	Rows    []pair         `json:"rows"`
	Summary map[string]int `json:"summary"` // number of pairs of each kind
	Partial bool           `json:"partial,omitempty"`

	read int // bytes of data that were read to find differences
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

// key is a hash. Equal calls have equal keys.
type key [sha256.Size]byte

func (s *Server) compare(r *http.Request) (any, error) {
	q := &query{values: r.URL.Query()}
	of, in := s.file, s.words
	switch name := q.text("other"); {
	case name == otherID && s.o.Other != nil:
		of, in = s.o.Other, calltext.NewFormatter(s.o.Other.Payload)
	case name != "":
		q.fail("parameter \"other\": no second recording is open with this ID; to open a second recording, start \"gleslayergen trace view\" with --compare FILE")
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
	left, err := newSide(r.Context(), s.file, s.words, s.file.Frames()[a], two)
	if err != nil {
		return nil, err
	}
	right, err := newSide(r.Context(), of, in, of.Frames()[b], two)
	if err != nil {
		return nil, err
	}
	return compare(left, right), r.Context().Err()
}

// newSide reads a frame. two is true if the frames are of two recordings.
func newSide(ctx context.Context, f *file.File, in *calltext.Formatter, frame file.Frame, two bool) (*side, error) {
	s := &side{file: f}
	hashed := 0
	for c, err := range f.Calls(frame.First, frame.Last+1) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if c.Thread != frame.Thread || state.HasImage(c.Function.Name) {
			continue
		}
		if len(s.rows) == mostCompared {
			s.cut = true
			break
		}
		r := newRow(in, c)
		for i := range r.Args {
			r.Args[i].Strange = two && strange(c, i, r.Args[i].Kind)
		}
		s.calls, s.rows, s.names = append(s.calls, c), append(s.rows, r), append(s.names, c.Function.Name)
		s.keys = append(s.keys, keyOf(f, c, texts(in, c, two), two, &hashed))
	}
	return s, nil
}

// strange reports whether an argument, or its data, is a handle or address. Those of two recordings are not
// comparable, except that zero equals zero.
func strange(c *file.Call, i int, kind calltext.Kind) bool {
	p, v := &c.Function.Params[i], c.Args[i]
	switch {
	case kind == calltext.KindHandle:
		return v.Bits != 0 && (v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_OFFSET)
	case kind == calltext.KindLack:
		return v.Data == nil || len(v.Data.Payloads) == 0
	}
	return v.Data != nil && calltext.Opaque(p)
}

// keyOf hashes a call: its formatted text, and the data of which the text shows only the beginning. For two
// recordings it omits strange arguments.
func keyOf(f *file.File, c *file.Call, texts []string, two bool, hashed *int) key {
	h := sha256.New()
	write := func(b []byte) { // prefixed with the length, so that adjacent parts are unambiguous
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		_, _ = h.Write(b)
	}
	for _, text := range texts {
		write([]byte(text))
	}
	for i, v := range append(c.Args[:len(c.Args):len(c.Args)], c.Result) {
		if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA || *hashed > mostHashed {
			continue
		}
		if two && i < len(c.Args) && calltext.Opaque(&c.Function.Params[i]) {
			continue
		}
		if b, err := f.Payload(v.Data.Payloads); err == nil {
			*hashed += len(b)
			write(b)
		}
	}
	return key(h.Sum(nil))
}

// texts returns the formatted parts of a call; for two recordings without strange arguments.
func texts(in *calltext.Formatter, c *file.Call, two bool) []string {
	out := []string{c.Function.Name}
	add := func(text string, strange bool) {
		if two && strange {
			text = ""
		}
		out = append(out, text)
	}
	for i, w := range in.Args(c) {
		add(w.Text, strange(c, i, w.Kind))
	}
	if w, ok := in.Result(c); ok {
		add(w.Text, w.Kind == calltext.KindHandle && w.Value != 0)
	}
	return out
}

// compare pairs equal calls, and pairs the remaining calls of the same function.
func compare(a, b *side) comparison {
	c := comparison{Rows: []pair{}, Summary: map[string]int{"same": 0, "changed": 0, "added": 0, "removed": 0}, Partial: a.cut || b.cut}
	at := matchPair{}
	for _, same := range append(diffPairs(a.keys, b.keys), matchPair{A: len(a.keys), B: len(b.keys)}) {
		from := at
		for _, p := range diffPairs(a.names[from.A:same.A], b.names[from.B:same.B]) {
			here := matchPair{A: from.A + p.A, B: from.B + p.B}
			c.differ(a.rows[at.A:here.A], b.rows[at.B:here.B])
			c.explain(a, here.A, b, here.B)
			c.add("changed", &a.rows[here.A], &b.rows[here.B])
			at = matchPair{A: here.A + 1, B: here.B + 1}
		}
		c.differ(a.rows[at.A:same.A], b.rows[at.B:same.B])
		if same.A < len(a.rows) {
			c.add("same", &a.rows[same.A], &b.rows[same.B])
		}
		at = matchPair{A: same.A + 1, B: same.B + 1}
	}
	return c
}

// differ adds calls that only one side has.
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
