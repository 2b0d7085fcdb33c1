package apitrace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// side has the calls that precede a call and belong to it: data of arrays and mapped buffers.
type side[T any] struct {
	arrays, mapped []T
}

// pointer identifies the call that defined a client array of a context.
type pointer struct {
	context uint32
	index   uint64
}

// sides compares the data that precedes a call of a context.
func (c *comparer) sides(context uint32) error {
	defer func() { c.ourSide, c.theirSide = side[*file.Call]{}, side[*Call]{} }()
	c.ourSide.mapped = slices.DeleteFunc(c.ourSide.mapped, c.unmapped)
	if a, b := len(c.ourSide.mapped), len(c.theirSide.mapped); a != b {
		return fmt.Errorf("%d mapped ranges and %d", a, b)
	}
	for i, a := range c.ourSide.mapped {
		if err := c.mapped(a, c.theirSide.mapped[i]); err != nil {
			return err
		}
	}
	for _, b := range c.theirSide.arrays {
		if err := c.definition(context, b); err != nil {
			return fmt.Errorf("client array: %w", err)
		}
	}
	c.theirSide.arrays = slices.DeleteFunc(c.theirSide.arrays, func(b *Call) bool { return c.unread(context, b) })
	if a, b := len(c.ourSide.arrays), len(c.theirSide.arrays); a != b {
		return fmt.Errorf("%d client arrays and %d", a, b)
	}
	for i, a := range c.ourSide.arrays {
		if err := c.array(a, c.theirSide.arrays[i]); err != nil {
			return fmt.Errorf("client array %d: %w", i, err)
		}
	}
	return nil
}

// unmapped reports whether a mapped range has no data, because the program can write to it at any time.
func (c *comparer) unmapped(a *file.Call) bool {
	_, err := c.content(a.Args[len(a.Args)-1])
	return err != nil && c.allowed.Allow("unmapped", a.Function.Name)
}

func (c *comparer) mapped(a *file.Call, b *Call) error {
	ours, err := c.content(a.Args[len(a.Args)-1])
	if err != nil {
		return err
	}
	return c.same(ours, b.Args[1].Value)
}

// definition compares the program's definition of a client array with apitrace's at a draw.
func (c *comparer) definition(context uint32, b *Call) error {
	a := c.pointers[pointer{context, b.Args[0].Bits}]
	if a == nil {
		return fmt.Errorf("the recording has no definition of attribute %d", b.Args[0].Bits)
	}
	return c.named(a, b, func(Arg) bool { return true })
}

// unread reports whether apitrace has an array that the recorder omits.
func (c *comparer) unread(context uint32, b *Call) bool {
	return c.reads.never(context, b.Args[0].Bits) && c.allowed.Allow("unread", b.Name)
}

// array compares the drawn elements and their layout.
func (c *comparer) array(a *file.Call, b *Call) error {
	if err := c.named(a, b, func(arg Arg) bool { return arg.Name != "stride" || arg.Bits != 0 }); err != nil {
		return err
	}
	printed, of := c.pointers[pointer{a.Context, b.Args[0].Bits}], byName(a)
	if integer := printed != nil && strings.HasPrefix(printed.Function.Name, "glVertexAttribI"); integer != (of["integer"].Bits != 0) {
		return errors.New("integers and floats")
	}
	ours, err := c.content(of["data"])
	if err != nil {
		return err
	}
	if ours, err = ownVectors(ours, of); err != nil {
		return err
	}
	theirs := b.Args[len(b.Args)-1].Value
	from := of["first"].Uint() * of["stride"].Uint()
	to := from + uint64(len(ours))
	if size := uint64(len(theirs.Text)); size > uint64(len(ours)) && to <= size && c.allowed.Allow("array", b.Name) {
		theirs.Text = theirs.Text[from:to]
	}
	c.done.Arrays++
	return c.same(ours, theirs)
}

// ownVectors returns the part of the data with the vectors of the attribute: interleaved attributes share their data.
func ownVectors(data []byte, of map[string]file.Value) ([]byte, error) {
	sizes := map[uint64]uint64{gl("GL_BYTE"): 1, gl("GL_UNSIGNED_BYTE"): 1, gl("GL_SHORT"): 2, gl("GL_UNSIGNED_SHORT"): 2, gl("GL_FLOAT"): 4, gl("GL_FIXED"): 4,
		gl("GL_INT"): 4, gl("GL_UNSIGNED_INT"): 4, gl("GL_HALF_FLOAT"): 2, gl("GL_HALF_FLOAT_OES"): 2}
	count, from := of["count"].Uint(), of["start"].Uint()
	size, known := sizes[of["type"].Uint()]
	if !known || count == 0 {
		return data, nil
	}
	to := from + (count-1)*of["stride"].Uint() + size*of["size"].Uint()
	if to > uint64(len(data)) {
		return nil, fmt.Errorf("vectors up to byte %d in data of %d bytes", to, len(data))
	}
	return data[from:to], nil
}

func gl(name string) uint64 {
	e, _ := registry.Builtin().Enum(name)
	return e.Value
}

// named compares the arguments with equal names, except data.
func (c *comparer) named(a *file.Call, b *Call, also func(Arg) bool) error {
	of := byName(a)
	for _, arg := range b.Args {
		value, ok := of[arg.Name]
		if !ok || arg.Kind == Data || !also(arg) {
			continue
		}
		if value.Bits != arg.Bits || arg.Kind != Number {
			return fmt.Errorf("attribute %d: %s: %#x and %#x", b.Args[0].Bits, arg.Name, value.Bits, arg.Bits)
		}
	}
	return nil
}

func byName(a *file.Call) map[string]file.Value {
	of := map[string]file.Value{}
	for i, p := range a.Function.Params {
		of[p.Name] = a.Args[i]
	}
	return of
}
