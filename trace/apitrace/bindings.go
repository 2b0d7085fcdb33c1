package apitrace

import (
	"errors"
	"maps"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// Values of parameters.
const (
	arrayBuffer    = 0x8892
	elementBuffer  = 0x8893
	rowLength      = 0x0CF2
	skipRows       = 0x0CF3
	skipPixels     = 0x0CF4
	alignment      = 0x0CF5
	skipImages     = 0x806D
	imageHeight    = 0x806E
	configNone     = 0x3038
	majorVersion   = 0x3098
	minorVersion   = 0x30FB
	surfaceHeight  = 0x3056
	surfaceWidth   = 0x3057
	mostRemembered = 1 << 20 // programs have a hundredth of that
)

var errRemembered = errors.New("the recording has too many contexts, bindings and attributes to be converted")

// contextState is the state of a context that the data of later calls depends on.
type contextState struct {
	handle   uint64 // the EGLContext
	share    uint32
	bound    map[uint64]uint64 // buffers by target
	elements map[uint64]uint64 // index buffers by vertex array
	array    uint64            // the vertex array
	unpack   map[uint64]int64  // values of glPixelStorei
}

func newContextState() *contextState {
	return &contextState{bound: map[uint64]uint64{}, elements: map[uint64]uint64{}, unpack: map[uint64]int64{alignment: 4}}
}

// mapping is a mapped range of a buffer.
type mapping struct{ address, offset uint64 }

// bufferName identifies a buffer in all contexts.
type bufferName struct {
	share uint32
	name  uint64
}

// context returns the state of a context.
func (x *writer) context(number uint32) *contextState {
	s := x.contexts[number]
	if s == nil {
		s = newContextState()
		x.contexts[number] = s
		x.remember(1)
	}
	return s
}

// remember counts values that are kept. Too many are an error.
func (x *writer) remember(n int) {
	if x.remembered += n; x.remembered > mostRemembered && x.err == nil {
		x.err = errRemembered
	}
}

func (x *writer) bind(c *file.Call, buffer int) {
	x.remember(x.context(c.Context).bind(c.Args[0].Uint(), c.Args[buffer].Uint()))
}

// mostTargets is the maximum number of targets of buffers whose bindings are kept. OpenGL ES has 14.
const mostTargets = 64

// bind keeps a binding, and returns the number of new values that are kept.
func (s *contextState) bind(target, buffer uint64) int {
	before := len(s.elements) + len(s.bound)
	if target == elementBuffer {
		s.elements[s.array] = buffer
	} else if _, known := s.bound[target]; known || len(s.bound) < mostTargets {
		s.bound[target] = buffer
	}
	return len(s.elements) + len(s.bound) - before
}

func (s *contextState) buffer(target uint64) uint64 {
	if target == elementBuffer {
		return s.elements[s.array]
	}
	return s.bound[target]
}

// track keeps what later calls need of a call that restores state.
func (x *writer) track(c *restore.Call) {
	s := x.context(c.At.Context)
	switch number := func(i int) uint64 { return restore.Number(c.Args[i].Value) }; c.Function {
	case "glBindBuffer":
		s.bind(number(0), number(1))
	case "glMapBufferRange":
		if pointer := restore.Number(c.Result); pointer != 0 {
			x.mappings[bufferName{s.share, s.buffer(number(0))}] = mapping{pointer, number(1)}
			x.remember(1)
		}
	case "glBindVertexArray":
		s.array = number(0)
	case "glPixelStorei":
		if _, unpack := tight[number(0)]; unpack {
			s.unpack[number(0)] = int64(number(1))
		}
	}
}

// name returns the buffer that is bound to the target in the first argument of a call.
func (x *writer) name(c *file.Call) bufferName {
	s := x.context(c.Context)
	return bufferName{s.share, s.buffer(c.Args[0].Uint())}
}

// unbind is called after buffers were deleted.
func (x *writer) unbind(c *file.Call) error {
	words, err := x.file.Words(c.Args[1])
	names := make(map[uint64]bool, len(words))
	for _, name := range words {
		names[uint64(name)] = true
	}
	x.context(c.Context).unbind(names)
	return err
}

// unbind removes the bindings of deleted buffers.
func (s *contextState) unbind(buffers map[uint64]bool) {
	maps.DeleteFunc(s.bound, func(_, bound uint64) bool { return buffers[bound] })
	if buffers[s.elements[s.array]] {
		delete(s.elements, s.array)
	}
}

// binds returns the rule of a function that binds a buffer. Its first argument is the target.
func binds(params string, buffer int) rule {
	return rule{params: params, after: func(x *writer, c *file.Call) error {
		x.bind(c, buffer)
		return nil
	}}
}
