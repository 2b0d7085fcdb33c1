package file

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Function is a function that the recording defines.
type Function struct {
	ID     int // index in File.Functions
	Name   string
	Params []Param
	Result *Param // nil for void

	layout format.Layout
	class  class
	fails  bool // the result can be an error
}

// Param is a parameter or a result.
type Param struct {
	Name    string
	Type    string // in C
	Group   string // enum group; empty for none
	Cell    tracepb.Cell
	Bits    bool   // the group is a bit mask
	Data    string // rule for the size of the data that it points at, as text
	Missing bool   // it points at data of unknown size
	Out     bool   // the driver writes the data
	Element string // C type of the elements that it points at
}

// class distinguishes the functions that the index treats specially.
type class uint8

const (
	plain class = iota
	draw
	swap
	frameImage
	newContext
	dispatch
	gpuTime
	push // opens a debug group
	pop  // closes a debug group
)

// classes maps the prefixes of function names to their classes.
var classes = []struct {
	prefix string
	class  class
}{
	{"glDrawArrays", draw}, {"glDrawElements", draw}, {"glDrawRangeElements", draw}, {"glMultiDraw", draw}, {"glDrawTex", draw},
	{"glDrawTransformFeedback", draw}, {"glDrawMesh", draw}, {"glDrawVkImage", draw},
	{"eglSwapBuffers", swap}, // includes the variants with damage, but not eglSwapInterval
	{"gltrace.FrameImage", frameImage}, {"gltrace.Context", newContext}, {"glDispatchCompute", dispatch}, {"gltrace.GPUTime", gpuTime},
	{"glPushDebugGroup", push}, {"glPushGroupMarker", push}, {"glPopDebugGroup", pop}, {"glPopGroupMarker", pop},
}

func classOf(name string) class {
	for _, c := range classes {
		if strings.HasPrefix(name, c.prefix) {
			return c.class
		}
	}
	return plain
}

// IsDraw reports whether the function with this name draws.
func IsDraw(name string) bool { return classOf(name) == draw }

// IsSwap reports whether the function with this name ends a frame.
func IsSwap(name string) bool { return classOf(name) == swap }

// IsGPUWork reports whether the function with this name draws, or dispatches a compute shader.
func IsGPUWork(name string) bool { return isGPUWork(classOf(name)) }

func isGPUWork(c class) bool { return c == draw || c == dispatch }

// IsDraw reports whether the function draws.
func (f *Function) IsDraw() bool { return f.class == draw }

// IsGPUWork reports whether the function draws, or dispatches a compute shader.
func (f *Function) IsGPUWork() bool { return isGPUWork(f.class) }

// IsSwap reports whether the function ends a frame.
func (f *Function) IsSwap() bool { return f.class == swap }

// OpensGroup reports whether the function opens a debug group.
func (f *Function) OpensGroup() bool { return f.class == push }

// ClosesGroup reports whether the function closes a debug group.
func (f *Function) ClosesGroup() bool { return f.class == pop }

// IsOwn reports whether the function belongs to the recorder, not to EGL or OpenGL ES.
func (f *Function) IsOwn() bool { return strings.HasPrefix(f.Name, "gltrace.") }

// most is the maximum number of functions of a recording.
const most = 1 << 20

// dictionary maps the recorder's IDs to functions. A recording may define an ID again: a batch uses the last definition before it.
type dictionary struct {
	all  []*Function
	byID map[uint32][]definedAt
}

// definedAt is a function and the offset of the chunk that defines it.
type definedAt struct {
	f      *Function
	offset int64
}

// define adds a function that the chunk at offset defines.
func (d *dictionary) define(p *tracepb.Function, offset int64) error {
	layout, err := format.ValidLayout(p)
	if err != nil {
		return err
	}
	if old := d.find(p.GetId(), offset); old != nil && old.Name == p.GetName() && slices.Equal(old.layout, layout) {
		return nil
	}
	if len(d.all) == most {
		return fmt.Errorf("the recording defines more than %d functions", most)
	}
	f := newFunction(p, layout)
	f.ID = len(d.all)
	d.all = append(d.all, f)
	d.byID[p.GetId()] = append(d.byID[p.GetId()], definedAt{f, offset})
	return nil
}

// find returns the function that an ID means in the chunk at offset, or nil.
func (d *dictionary) find(id uint32, offset int64) *Function {
	versions := d.byID[id]
	for i := len(versions) - 1; i >= 0; i-- {
		if versions[i].offset <= offset {
			return versions[i].f
		}
	}
	return nil
}

func param(p *tracepb.Parameter) *Param {
	return &Param{Name: p.GetName(), Type: p.GetType(), Group: p.GetGroup(), Cell: p.GetCell(), Bits: p.GetBits(),
		Data: p.GetData(), Missing: p.GetMissing(), Out: p.GetOut(), Element: p.GetElement()}
}

// used returns the functions of the batch at offset. It fails if one is undefined.
func (d *dictionary) used(ids []uint32, offset int64) ([]*Function, error) {
	out := make([]*Function, len(ids))
	for i, id := range ids {
		if out[i] = d.find(id, offset); out[i] == nil {
			return nil, fmt.Errorf("the batch uses function %d, which is not defined in the recording", id)
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

// NewFunction returns the function of a definition, for calls that are not in a recording.
func NewFunction(p *tracepb.Function) (*Function, error) {
	layout, err := format.ValidLayout(p)
	if err != nil {
		return nil, err
	}
	return newFunction(p, layout), nil
}

func newFunction(p *tracepb.Function, layout format.Layout) *Function {
	f := &Function{Name: p.GetName(), layout: layout, class: classOf(p.GetName())}
	for _, q := range p.GetParameters() {
		f.Params = append(f.Params, *param(q))
	}
	if p.GetResult().GetCell() != tracepb.Cell_CELL_NONE {
		f.Result = param(p.GetResult())
		f.fails = f.Name == "glGetError" || f.Result.Type == "EGLBoolean"
	}
	return f
}
