package state

import (
	"encoding/binary"
	"fmt"
)

// indirect reads the arguments from the buffer for indirect draws.
func (s *scope) indirect(e *elements, r *reader, many bool) {
	v, _ := s.arg("indirect")
	size, n, stride := int64(16), int64(1), int64(0)
	if e.kind != 0 {
		size = 20
	}
	if many {
		n, stride = min(max(s.intArg(0, "drawcount"), 0), mostDraws), s.intArg(0, "stride")
	}
	if stride == 0 {
		stride = size
	}
	bound, _ := s.context.number(word("buffers"), word("GL_DRAW_INDIRECT_BUFFER"))
	for i := range n {
		b, err := s.part(r, bound, v.Bits+uint64(i*stride), uint64(size))
		if err != nil {
			e.unknown = inBuffer(err)
			return
		}
		e.parts = append(e.parts, indirectPart(b, e.kind))
	}
}

// workGroups returns the number of work groups of a dispatch in each dimension, or why it is not known.
func (s *scope) workGroups(r *reader) (groups []int64, unknown string) {
	v, indirect := s.arg("indirect")
	if !indirect {
		return []int64{s.intArg(0, "num_groups_x"), s.intArg(0, "num_groups_y"), s.intArg(0, "num_groups_z")}, ""
	}
	bound, _ := s.context.number(word("buffers"), word("GL_DISPATCH_INDIRECT_BUFFER"))
	b, err := s.part(r, bound, v.Bits, 12)
	if err != nil {
		return nil, inBuffer(err)
	}
	for ; len(b) > 0; b = b[4:] {
		groups = append(groups, int64(binary.LittleEndian.Uint32(b)))
	}
	return groups, ""
}

func inBuffer(err error) string { return "the arguments are in a buffer, and " + err.Error() }

// part returns a part of a buffer that was captured.
func (s *scope) part(r *reader, name, from, size uint64) ([]byte, error) {
	buffer := s.find("buffer", name)
	all, contents := uint64(buffer.whole("size")), buffer.at(word("contents"))
	switch {
	case contents == nil || contents.pieces == nil:
		return nil, fmt.Errorf("the contents of buffer %d were not captured", name)
	case size > all || from > all-size:
		return nil, fmt.Errorf("bytes %d to %d are outside of buffer %d, which has %d bytes", from, from+size, name, all)
	}
	r.lacks = false
	b, err := r.read(contents.pieces, from, size)
	if err == nil && r.lacks {
		err = fmt.Errorf("a part of buffer %d was not captured", name)
	}
	r.lacks = false
	return b, err
}

func indirectPart(b []byte, kind uint64) Part {
	at := func(n int) int64 { return int64(binary.LittleEndian.Uint32(b[4*n:])) }
	if kind == 0 {
		return Part{Count: at(0), Instances: at(1), First: at(2), Instance: at(3)}
	}
	return Part{Count: at(0), Instances: at(1), Offset: uint64(at(2)) * uint64(indexSize(kind)), Base: int64(int32(at(3))), Instance: at(4)}
}
