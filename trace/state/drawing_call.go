package state

import (
	"encoding/binary"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Part is one draw of a call.
type Part struct {
	First      int64  `json:"first"` // first vertex, or without indices in a buffer, 0
	Count      int64  `json:"count"`
	Instances  int64  `json:"instances"`
	Base       int64  `json:"base,omitempty"`          // base vertex
	Instance   int64  `json:"firstInstance,omitempty"` // base instance
	Offset     uint64 `json:"offset,omitempty"`        // of the indices in the buffer
	Primitives int64  `json:"primitives"`
	client     *file.Data
}

// mostDraws is the maximum number of draws of a multi-draw that are decoded.
const mostDraws = 1024

// elements has the arguments of a draw.
type elements struct {
	mode    uint64
	kind    uint64 // type of the indices; 0 for a draw without indices
	parts   []Part
	unknown string
}

func (e *elements) modeName() string { return calltext.Enum("PrimitiveType", e.mode) }

func (e *elements) typeName() string {
	if e.kind == 0 {
		return ""
	}
	return calltext.Enum("DrawElementsType", e.kind)
}

// arg returns the first existing argument with one of these names.
func (s *scope) arg(names ...string) (file.Value, bool) {
	for _, name := range names {
		for i, p := range s.call.Function.Params {
			if p.Name == name {
				return s.call.Args[i], true
			}
		}
	}
	return file.Value{}, false
}

func (s *scope) intArg(otherwise int64, names ...string) int64 {
	if v, ok := s.arg(names...); ok {
		return v.Int()
	}
	return otherwise
}

// elements decodes the arguments of a draw.
func (s *scope) elements(r *reader) elements {
	e := elements{mode: uint64(uint32(s.intArg(0, "mode")))}
	name := strings.TrimPrefix(s.call.Function.Name, "gl")
	many := strings.HasPrefix(name, "Multi")
	if strings.Contains(name, "Elements") {
		e.kind = uint64(uint32(s.intArg(0, "type")))
	}
	switch {
	case strings.Contains(name, "Indirect"):
		s.indirect(&e, r, many)
	case many:
		s.many(&e, r)
	case strings.HasPrefix(name, "DrawArrays"), e.kind != 0:
		s.one(&e)
	default:
		e.unknown = "the vertices of this function are not decoded"
	}
	patch := s.context.at(word("rasterization")).whole("GL_PATCH_VERTICES")
	for i := range e.parts {
		p := &e.parts[i]
		p.Primitives = primitives(e.mode, max(p.Count, 0), patch) * max(p.Instances, 0)
	}
	return e
}

func (s *scope) one(e *elements) {
	p := Part{First: s.intArg(0, "first", "start"), Count: s.intArg(0, "count"), Instances: s.intArg(1, "instancecount", "primcount"),
		Base: s.intArg(0, "basevertex"), Instance: s.intArg(0, "baseinstance", "baseInstance")}
	if e.kind != 0 {
		v, _ := s.arg("indices")
		p.First, p.Offset, p.client = 0, v.Bits, v.Data
	}
	e.parts = []Part{p}
}

// many decodes the arrays of a multi-draw.
func (s *scope) many(e *elements, r *reader) {
	n := min(max(s.intArg(0, "drawcount", "primcount"), 0), mostDraws)
	counts, first, bases, offsets := s.list(r, "count", 4), s.list(r, "first", 4), s.list(r, "basevertex", 4), s.list(r, "indices", 8)
	for i := range int(n) {
		if i >= len(counts) || e.kind == 0 && i >= len(first) || e.kind != 0 && i >= len(offsets) {
			e.unknown = "the arrays of the multi-draw were not captured"
			return
		}
		p := Part{Count: counts[i], Instances: 1}
		if e.kind == 0 {
			p.First = first[i]
		} else {
			p.Offset = uint64(offsets[i])
		}
		if i < len(bases) {
			p.Base = bases[i]
		}
		e.parts = append(e.parts, p)
	}
}

// list returns the captured elements of an array.
func (s *scope) list(r *reader, name string, size int) (out []int64) {
	v, _ := s.arg(name)
	if !captured(v.Data) {
		return nil
	}
	data, err := r.load(v.Data)
	if err != nil {
		return nil
	}
	for ; len(data) >= size; data = data[size:] {
		if size == 4 {
			out = append(out, int64(int32(binary.LittleEndian.Uint32(data))))
		} else {
			out = append(out, int64(binary.LittleEndian.Uint64(data)))
		}
	}
	return out
}

// indexSizes are the sizes of indices in bytes.
var indexSizes = map[uint64]int{0x1401: 1, 0x1403: 2, 0x1405: 4}

func indexSize(kind uint64) int { return indexSizes[kind] }

// primitives returns the number of primitives of a number of vertices. ES 3.2, section 10.1.
func primitives(mode uint64, n, patch int64) int64 {
	each := map[uint64][2]int64{ // the first primitive needs vertices, each further one more
		0: {1, 1}, 1: {2, 2}, 3: {2, 1}, 4: {3, 3}, 5: {3, 1}, 6: {3, 1}, 10: {4, 4}, 11: {4, 1}, 12: {6, 6}, 13: {6, 2}, 14: {max(patch, 1), max(patch, 1)}}
	if mode == 2 && n >= 2 { // a loop has an edge for each vertex
		return n
	}
	k, ok := each[mode]
	if !ok || n < k[0] {
		return 0
	}
	return (n-k[0])/k[1] + 1
}
