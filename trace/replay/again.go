package replay

import (
	"fmt"
	"hash/fnv"
	"slices"
)

// Again is a draw that the player makes in addition, without an effect on the framebuffers of the program.
type Again struct {
	before, after []Request
	points        bool // the draw has the mode GL_POINTS
	checks        bool // the draw of the program must have the same GL error
}

// Count says how a draw is counted.
type Count uint64

const (
	Fragments Count = iota + 1 // those that pass all tests
	Lines                      // the edges of triangles, without depth and stencil test
)

// Counted counts a draw. With first, counts begin with it.
func Counted(c Count, first bool) Again {
	resets := uint64(0)
	if first {
		resets = 1
	}
	return Again{before: []Request{{op: OpCount, args: []uint64{uint64(c), resets}}}, after: []Request{endCount}, checks: true}
}

// Further arguments of OpCount: after the draw that is counted, and after the draw of the program.
var (
	endCount   = Request{op: OpCount, args: []uint64{0, 0}}
	checkCount = Request{op: OpCount, args: []uint64{3, 0}}
)

// Tests are tests that a count can ignore.
type Tests uint64

// The tests.
const (
	ScissorTest Tests = 1 << iota
	Culling
	StencilTest
	DepthTest

	AllTests = ScissorTest | Culling | StencilTest | DepthTest
)

// CountedAt counts the fragments of a draw at a pixel that pass the tests that are not ignored. The result with the ID has the count,
// as that of Counts.
func CountedAt(id uint64, ignored Tests, x, y int) Again {
	return Again{before: []Request{{op: OpCountAt, args: []uint64{uint64(ignored), uint64(x), uint64(y)}}}, after: []Request{endCount, Counts(id)}}
}

// Copy is a copy of the program of a draw that is made again: with other shaders, but the same attributes and uniforms.
type Copy struct {
	Linked  int               // index of the call that linked the program: the player keeps copies
	Outputs []string          // that transform feedback captures
	Sources map[uint32]string // by stage: GL_VERTEX_SHADER and so on
}

// stages has the stages of a copy in the order of the operation.
var stages = [...]uint32{VertexShader, 0x8E88, 0x8E87, 0x8DD9, FragmentShader}

// Stages of programs.
const (
	VertexShader   = 0x8B31
	FragmentShader = 0x8B30
)

func (c *Copy) request() Request {
	r := Request{op: OpCopy, texts: make([][]byte, 1+len(stages))}
	for _, name := range c.Outputs {
		r.texts[0] = append(append(r.texts[0], name...), 0)
	}
	for i, stage := range stages {
		if source, ok := c.Sources[stage]; ok {
			r.texts[1+i] = append([]byte(source), 0)
		}
	}
	key := fnv.New64a()
	fmt.Fprintf(key, "%d %q", c.Linked, r.texts)
	r.args = []uint64{key.Sum64() | 1}
	return r
}

// endCopy makes draws have the programs of the recording again.
var endCopy = Request{op: OpCopy, args: []uint64{0}, texts: make([][]byte, 1+len(stages))}

// With returns the draw with a copy of its program.
func (a Again) With(c *Copy) Again {
	a.before = append([]Request{c.request()}, a.before...)
	a.after = append(slices.Clone(a.after), endCopy)
	return a
}

// Captured captures the outputs of the vertices of a draw, up to a number of bytes. The result with the ID has the number of vertices
// with 32 bits, and the outputs of each of them. The draw needs a copy with these outputs.
func Captured(id uint64, bytes int) Again {
	return Again{before: []Request{{op: OpCapture, args: []uint64{uint64(bytes)}}}, after: []Request{{op: OpCaptured, args: []uint64{id}}}, points: true}
}

// again writes a draw that the player makes in addition. If it is left out, so is the draw itself.
func (x *writer) again(call *arguments, a Again) {
	x.request(call.call, a.before)
	x.vertices(call.call)
	one := *call
	one.flags = flagSynthetic
	if a.points {
		same := *call.call
		same.Args = slices.Clone(same.Args)
		for i := range same.Function.Params {
			if same.Function.Params[i].Name == "mode" {
				same.Args[i].Bits = 0
			}
		}
		one.call = &same
	}
	one.write()
	x.request(call.call, a.after)
}

// replaceSource replaces the source of a shader in the call that sets it.
func (a *arguments) replaceSource(source string) {
	same := *a.call
	same.Args = slices.Clone(same.Args)
	for i := range same.Function.Params {
		switch same.Function.Params[i].Name {
		case "count":
			same.Args[i].Bits = 1
		case "string", "strings":
			a.data[i] = append([]byte(source), 0)
		case "length":
			same.Args[i].Bits, same.Args[i].Data, a.pieces[i] = 0, nil, nil
		}
	}
	a.call = &same
}
