package apitrace

import (
	"math"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// restored is the state of a context that the recorder queried when the recording began.
type restored struct {
	objects bool // this context restores the objects of its share group
	values  map[place][]any
	enabled []toggle
	unit    uint64            // the active texture unit
	bound   uint64            // target of the last buffer
	open    section           // whose setters apply when it ends
	uniform uint64            // type of the last uniform
	types   map[uint64]uint64 // types of uniforms by location
	linked  bool              // the program whose uniforms follow
}

// place identifies a value: the name and the index of a query.
type place struct{ name, index uint64 }

const noIndex = math.MaxUint64

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

// attach converts a call that the recorder made to capture the state at its start: a query becomes the call
// that sets the state.
func (x *writer) attach(c *file.Call) error {
	s := x.context(c.Context)
	if s.restored == nil {
		s.restored = &restored{objects: !x.captured[s.share], values: map[place][]any{}, types: map[uint64]uint64{}}
		x.captured[s.share] = true
		x.fakeCall(c.Thread, "glPixelStorei", nil, fakeArg{"pname", named{tight[alignment].name, alignment}}, fakeArg{"param", 1}) // for the contents of textures
	}
	x.endSection(c, s.restored)
	x.generate(c, s)
	if q, ok := captures[c.Function.Name]; ok && begins(c.Function, q.params) {
		return q.convert(x, s.restored, c)
	}
	return nil
}

// finish sets the state of a context, before the first call that is not part of it.
func (x *writer) finish(c *file.Call) {
	s := x.contexts[c.Context]
	if s == nil || s.restored == nil {
		return
	}
	r := s.restored
	s.restored = nil
	x.endSection(c, r)
	for _, index := range r.indexes() {
		x.set(c, r, "indexed", index)
	}
	for _, t := range r.enabled {
		name := "glDisable"
		if t.on {
			name = "glEnable"
		}
		x.fakeCall(c.Thread, name, nil, fakeArg{"cap", t.cap})
	}
	x.set(c, r, "state", noIndex)
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
func (x *writer) endSection(c *file.Call, r *restored) {
	next := sectionOf(c)
	if r.open != next && r.open.name != "" {
		x.set(c, r, r.open.name, r.open.index)
	}
	r.open = next
}

func sectionOf(c *file.Call) section {
	switch name := c.Function.Name; {
	case !c.Attach() || len(c.Args) == 0:
	case name == "glGetVertexAttribiv" || name == "glGetVertexAttribPointerv":
		return section{"attribute", c.Args[0].Uint()}
	case name == "glGetRenderbufferParameteriv":
		return section{"renderbuffer", noIndex}
	}
	return section{}
}

// set makes the calls of a section whose conditions hold and whose values are known.
func (x *writer) set(c *file.Call, r *restored, when string, index uint64) {
next:
	for _, s := range setters()[when] {
		for _, condition := range s.conditions {
			v, _ := r.value(condition.ref, index)
			if isZero(v) != condition.zero {
				continue next
			}
		}
		args := make([]fakeArg, len(s.refs))
		for i, ref := range s.refs {
			v, known := r.value(ref, index)
			if !known {
				continue next
			}
			args[i] = fakeArg{s.params[i], v}
		}
		x.fakeCall(c.Thread, s.function, nil, args...)
		x.track(c, s.function, args)
	}
}

// track keeps what later calls need.
func (x *writer) track(c *file.Call, function string, args []fakeArg) {
	s := x.context(c.Context)
	switch function {
	case "glBindBuffer":
		s.bind(numberOf(args[0].value), numberOf(args[1].value))
	case "glBindVertexArray":
		s.array = numberOf(args[0].value)
	case "glPixelStorei":
		if pname := numberOf(args[0].value); tight[pname].name != "" {
			s.unpack[pname] = int64(numberOf(args[1].value))
		}
	}
}
