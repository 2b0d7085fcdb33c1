package file

import (
	"errors"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Function is a function that a recording has calls of.
type Function struct {
	ID     int // its place in File.Functions
	Name   string
	Params []Param
	Result *Param // nil for void

	layout format.Layout
	class  class
}

// Param is a parameter, or a result.
type Param struct {
	Name    string
	Type    string // in C
	Group   string // enum group, or empty
	Cell    tracepb.Cell
	Bits    bool   // the group is of bits
	Data    string // how what it points at is sized, in words
	Missing bool   // it points at data, but nobody knows how much
	Out     bool   // the driver writes there
	Element string // C type of what it points at
}

// class is what the index wants to know of a function.
type class uint8

const (
	plain class = iota
	draw
	swap
	frameImage
	newContext
)

// classes are the functions that mean something to the index, by how their names begin.
var classes = []struct {
	prefix string
	class  class
}{
	{"glDrawArrays", draw}, {"glDrawElements", draw}, {"glDrawRangeElements", draw}, {"glMultiDraw", draw}, {"glDrawTex", draw},
	{"glDrawTransformFeedback", draw}, {"glDrawMesh", draw}, {"glDrawVkImage", draw},
	{"eglSwapBuffers", swap}, // not eglSwapInterval; with damage, too
	{"gltrace.FrameImage", frameImage}, {"gltrace.Context", newContext},
}

func classOf(name string) class {
	for _, c := range classes {
		if strings.HasPrefix(name, c.prefix) {
			return c.class
		}
	}
	return plain
}

// IsDraw reports whether a function of that name draws.
func IsDraw(name string) bool { return classOf(name) == draw }

// IsSwap reports whether a function of that name ends a frame.
func IsSwap(name string) bool { return classOf(name) == swap }

// IsDraw reports whether the function draws.
func (f *Function) IsDraw() bool { return f.class == draw }

// IsSwap reports whether the function ends a frame.
func (f *Function) IsSwap() bool { return f.class == swap }

// IsOwn reports whether the function is one of the recorder, not of EGL or OpenGL ES.
func (f *Function) IsOwn() bool { return strings.HasPrefix(f.Name, "gltrace.") }

// most is how many functions a recording may define.
const most = 1 << 20

// dictionary knows functions by the recorder's ids.
type dictionary struct {
	all  []*Function
	byID map[uint32]*Function
}

func (d *dictionary) define(p *tracepb.Function) error {
	layout, err := format.Defined(p)
	if err != nil {
		return err
	}
	if old := d.byID[p.GetId()]; old != nil && old.Name == p.GetName() && slices.Equal(old.layout, layout) {
		return nil
	}
	if len(d.all) == most {
		return errors.New("too many functions")
	}
	f := &Function{ID: len(d.all), Name: p.GetName(), layout: layout, class: classOf(p.GetName())}
	for _, q := range p.GetParameters() {
		f.Params = append(f.Params, *param(q))
	}
	if p.GetResult().GetCell() != tracepb.Cell_CELL_NONE {
		f.Result = param(p.GetResult())
	}
	d.all = append(d.all, f)
	d.byID[p.GetId()] = f
	return nil
}

func param(p *tracepb.Parameter) *Param {
	return &Param{Name: p.GetName(), Type: p.GetType(), Group: p.GetGroup(), Cell: p.GetCell(), Bits: p.GetBits(),
		Data: p.GetData(), Missing: p.GetMissing(), Out: p.GetOut(), Element: p.GetElement()}
}

// used finds the functions of a batch.
func (d *dictionary) used(ids []uint32) ([]*Function, error) {
	out := make([]*Function, len(ids))
	for i, id := range ids {
		if out[i] = d.byID[id]; out[i] == nil {
			return nil, errors.New("undefined function")
		}
	}
	return out, nil
}

func layouts(used []*Function) []format.Layout {
	out := make([]format.Layout, len(used))
	for i, f := range used {
		out[i] = f.layout
	}
	return out
}
