package minimize

import (
	"cmp"
	"context"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Recording is a recording whose units are its calls, and after them the parts of its shaders, and halvings of the sizes of its
// images and buffers.
type Recording struct {
	f       *file.File
	needs   [][]uint32
	made    map[uint32]bool   // calls that created objects which others need
	names   []*file.Function  // by call; nil for calls of the recorder
	follows map[uint32]uint32 // calls of the recorder that stay with a call of the program
	state   file.Set          // calls about the state from before the recording
	shaders []shader
	images  []image
	chains  map[uint32]*chain // the last one of each context
	all     []*chain
	buffers []buffer
}

// Units is the version of the numbers of units. It changes if the units of a recording change.
const Units = 2

// precedes has the calls of the recorder that belong to the next call of their thread; others belong to the previous one.
var precedes = map[string]bool{"gltrace.VertexData": true, "gltrace.Mapped": true, "gltrace.Buffer": true}

// stale has the calls of the recorder that show what all earlier calls drew. They are left out, because a candidate lacks some.
var stale = map[string]bool{"gltrace.FrameImage": true, "gltrace.DrawImage": true, "gltrace.GPUTime": true}

// Read reads the calls of a recording.
func Read(ctx context.Context, f *file.File) (*Recording, error) {
	needs, err := replay.Needs(ctx, f)
	if err != nil {
		return nil, err
	}
	r := &Recording{f: f, needs: needs, made: map[uint32]bool{}, names: make([]*file.Function, f.Len()), follows: map[uint32]uint32{}, chains: map[uint32]*chain{}}
	for _, list := range needs {
		for _, creator := range list {
			r.made[creator] = true
		}
	}
	last, waiting := map[uint32]uint32{}, map[uint32][]uint32{} // by thread
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		i := uint32(c.Index)
		switch {
		case c.Attach():
			r.state.Add(i)
		case c.Synthetic() || c.Function.IsOwn():
			if precedes[c.Function.Name] {
				waiting[c.Thread] = append(waiting[c.Thread], i)
			} else if owner, known := last[c.Thread]; known && !stale[c.Function.Name] && !c.Snapshot() {
				r.follows[i] = owner
			}
		default:
			r.names[i], last[c.Thread] = c.Function, i
			for _, earlier := range waiting[c.Thread] {
				r.follows[earlier] = i
			}
			delete(waiting, c.Thread)
			if err := cmp.Or(r.addShader(c), r.addImage(c)); err != nil {
				return nil, err
			}
			r.addBuffer(c)
		}
	}
	r.needOwners()
	return r, nil
}

// needOwners makes calls that need a call of the recorder need the call of the program that it stays with.
func (r *Recording) needOwners() {
	for _, list := range r.needs {
		for i, need := range list {
			if owner, known := r.follows[need]; known && owner <= need {
				list[i] = owner
			}
		}
	}
}

// Problem returns the problem of minimizing the recording, without its test.
func (r *Recording) Problem() Problem {
	return Problem{Units: len(r.needs), Needs: r.needs, Passes: r.passes()}
}

// Calls returns the number of calls of the program in a candidate.
func (r *Recording) Calls(s file.Set) (n int) {
	for i, f := range r.names {
		if f != nil && s.Has(uint32(i)) {
			n++
		}
	}
	return n
}

// Write writes a candidate as a recording.
func (r *Recording) Write(ctx context.Context, w io.Writer, s file.Set) error {
	out := file.Subset{Changes: map[int]file.Change{}}
	for i, f := range r.names {
		call := uint32(i)
		owner, follows := r.follows[call]
		if f != nil && s.Has(call) || follows && s.Has(owner) || r.state.Has(call) {
			out.Calls.Add(call)
		}
	}
	for i := range r.shaders {
		r.shaders[i].change(s, out.Changes)
	}
	for i := range r.images {
		if err := r.images[i].change(r.f, s, out.Changes); err != nil {
			return err
		}
	}
	for i := range r.buffers {
		if err := r.buffers[i].change(r.f, s, out.Changes); err != nil {
			return err
		}
	}
	_, err := r.f.WriteSubset(ctx, w, out)
	return err
}
