package restore

import (
	"math"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// restored is the state of a context that the recorder queried when the recording began.
type restored struct {
	objects  bool // this context restores the objects of its share group
	values   map[place][]any
	enabled  []toggle
	unit     uint64            // the active texture unit
	bound    uint64            // target of the last buffer
	size     int               // of the last buffer
	contents any               // of the last buffer, a Blob or a null pointer
	open     section           // whose setters apply when it ends
	uniform  uint64            // type of the last uniform
	levels   int               // of the storage of the texture that is bound, if it is immutable
	types    map[uint64]uint64 // types of uniforms by location
	linked   bool              // the program whose uniforms follow
	errors   []uint64          // that the program had not read

	inArray       bool            // the queries are of vertex arrays
	inFeedback    bool            // the queries are of transform feedbacks that the context does not use
	feedback      map[place][]any // of one of them
	inFramebuffer bool            // the queries are of the buffers that a framebuffer uses
	drawn         []int           // of those, the buffers that draws use
}

// place identifies a value: the name and the index of a query.
type place struct{ name, index uint64 }

const (
	noIndex         = math.MaxUint64
	unpackAlignment = 0x0CF5
)

// toggle is the result of glIsEnabled.
type toggle struct {
	cap any
	on  bool
}

// section has the queries of one object.
type section struct {
	name  string // in setters.tsv; empty for none
	index uint64
}

// Capture makes the calls that restore what a call of the recorder captured, for which [file.Call.Attach] is true. Some calls follow
// when the state of the context is complete.
func (x *Restorer) Capture(c *file.Call) error {
	r := x.contexts[c.Context]
	if !strings.HasPrefix(c.Function.Name, "gl") {
		return x.target.Repeat(c)
	}
	if r == nil {
		share := x.target.Share(c.Context)
		r = &restored{objects: !x.captured[share], values: map[place][]any{}, types: map[uint64]uint64{}}
		x.contexts[c.Context], x.captured[share] = r, true
		x.call(c, "glPixelStorei", nil, Arg{"pname", Enum{"GL_UNPACK_ALIGNMENT", unpackAlignment}}, Arg{"param", 1}) // for the contents of textures
	}
	x.endSection(c, r)
	x.generate(c, r)
	if q, ok := captures[c.Function.Name]; ok && c.Function.Begins(q.params) {
		if err := q.convert(x, r, c); err != nil {
			return err
		}
	}
	return x.err
}

// Finish makes the calls that complete the state of a context. It is called before each call of the program, and returns nil if it
// made no calls.
func (x *Restorer) Finish(c *file.Call) *Finished {
	r := x.contexts[c.Context]
	if r == nil {
		return nil
	}
	delete(x.contexts, c.Context)
	x.endSection(c, r)
	for _, index := range r.indexes() {
		x.set(c, r, "indexed", index)
	}
	for _, t := range r.enabled {
		name := "glDisable"
		if t.on {
			name = "glEnable"
		}
		x.call(c, name, nil, Arg{"cap", t.cap})
	}
	x.set(c, r, "state", noIndex)
	return &Finished{r}
}

// indexes returns the indexes of all values in ascending order.
func (r *restored) indexes() (out []uint64) {
	for p := range r.values {
		if p.index != noIndex {
			out = append(out, p.index)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// endSection makes the calls of the object whose queries were before a call.
func (x *Restorer) endSection(c *file.Call, r *restored) {
	next := sectionOf(c)
	if r.open != next && r.open.name != "" {
		x.set(c, r, r.open.name, r.open.index)
	}
	r.open = next
}

func sectionOf(c *file.Call) section {
	switch name := c.Function.Name; {
	case !c.Synthetic() || len(c.Args) == 0:
	case name == "glGetVertexAttribiv" || name == "glGetVertexAttribPointerv":
		return section{"attribute", c.Args[0].Uint()}
	case name == "glGetRenderbufferParameteriv":
		return section{"renderbuffer", noIndex}
	}
	return section{}
}

// set makes the calls of a section whose conditions hold and whose values are known.
func (x *Restorer) set(c *file.Call, r *restored, when string, index uint64) {
next:
	for _, s := range setters()[when] {
		for _, condition := range s.conditions {
			v, _ := r.value(condition.ref, index)
			if isZero(v) != condition.zero {
				continue next
			}
		}
		args := make([]Arg, len(s.refs))
		for i, ref := range s.refs {
			v, known := r.value(ref, index)
			if !known {
				continue next
			}
			args[i] = Arg{s.params[i], v}
		}
		x.call(c, s.function, nil, args...)
	}
}
