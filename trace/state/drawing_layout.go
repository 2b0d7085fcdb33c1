package state

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// VertexAttribute is an attribute of a draw.
type VertexAttribute struct {
	Location   int64  `json:"location"`
	Name       string `json:"name,omitempty"` // in the program
	GLSL       string `json:"glsl,omitempty"` // type in the program
	Array      bool   `json:"array"`          // the values are from an array; otherwise all vertices have Value
	Value      string `json:"value,omitempty"`
	Size       int64  `json:"size,omitempty"` // values of a vector
	Type       string `json:"type,omitempty"`
	Normalized bool   `json:"normalized,omitempty"`
	Integer    bool   `json:"integer,omitempty"`
	Stride     int64  `json:"stride,omitempty"` // never 0
	Offset     int64  `json:"offset"`
	Divisor    int64  `json:"divisor,omitempty"`
	Buffer     *Link  `json:"buffer,omitempty"` // nil for memory of the program
	Unread     bool   `json:"unread,omitempty"` // the program does not read it

	kind uint64
}

// array returns the bound vertex array, or nil if nothing of it is set.
func (s *scope) array() *node {
	bound, _ := s.context.number(word("vertex array"))
	return s.context.at(word("vertex arrays"), number(bound))
}

// input is an attribute that a program reads at a location.
type input struct{ name, kind string }

var columnsOf = regexp.MustCompile(`_MAT(\d)`)

// inputs returns the attributes of the programs by location. Each column of a matrix has a location.
func (s *scope) inputs() map[int64]input {
	out := map[int64]input{}
	names, _ := s.inUse()
	for _, name := range names {
		p := s.program(name)
		if p.is == nil {
			continue
		}
		for _, a := range p.program(0).Attributes {
			if a.Location < 0 {
				if n, ok := p.is.number(word("bound attributes"), word(a.Name)); ok {
					a.Location = int64(int32(n))
				}
			}
			if a.Location < 0 {
				continue
			}
			out[a.Location] = input{a.Name, a.Type}
			if m := columnsOf.FindStringSubmatch(a.Type); m != nil {
				n, _ := strconv.Atoi(m[1])
				for c := range int64(n) {
					out[a.Location+c] = input{fmt.Sprintf("%s[%d]", a.Name, c), a.Type}
				}
			}
		}
	}
	return out
}

// mostAttributes is the maximum number of locations: drivers have 16 to 32.
const mostAttributes = 64

// attributes returns the enabled arrays, and the attributes that the program reads.
func (s *scope) attributes() []VertexAttribute {
	out, inputs, array := []VertexAttribute{}, s.inputs(), s.array()
	for location := range int64(mostAttributes) {
		of := array.at(word("attributes"), number(location))
		on, _ := of.number(word("enabled"))
		in, read := inputs[location]
		if on == 0 && !read {
			continue
		}
		a := VertexAttribute{Location: location, Name: in.name, GLSL: in.kind, Array: on != 0, Unread: !read && len(inputs) > 0}
		if a.Array {
			s.layout(&a, of, array)
		} else if a.Value = s.textAt(s.context, word("current attributes"), number(location)); a.Value == "" {
			a.Value = "0, 0, 0, 1"
		}
		out = append(out, a)
	}
	return out
}

// layout fills in how the vectors of an attribute are stored. A recording that began later has no bindings
// until they are set.
func (s *scope) layout(a *VertexAttribute, of, array *node) {
	a.Size, a.kind = of.whole("size"), uint64(uint32(of.whole("type")))
	a.Type, a.Normalized, a.Integer = calltext.Enum("VertexAttribPointerType", a.kind), of.whole("normalized") != 0, of.whole("integer") != 0
	binding := a.Location
	if n, ok := of.number(word("binding")); ok {
		binding = int64(n)
	}
	b := array.at(word("bindings"), number(binding))
	buffer, stride := uint64(of.whole("buffer")), of.whole("stride")
	a.Offset, a.Divisor = of.whole("pointer"), of.whole("divisor")
	if b != nil && (b.whole("buffer") != 0 || buffer == 0) {
		buffer, stride = uint64(b.whole("buffer")), b.whole("stride")
		a.Offset, a.Divisor = b.whole("offset")+of.whole("relative offset"), b.whole("divisor")
	}
	if a.Stride = stride; stride == 0 {
		a.Stride = int64(VectorSize(a.kind, a.Size))
	}
	a.Buffer = s.link("buffer", buffer)
}
