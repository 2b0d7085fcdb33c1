package replay

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Needs returns for each call of a recording the earlier calls without which it cannot be replayed: those that created the objects that
// it names, and the one that made its context current.
func Needs(ctx context.Context, f *file.File) ([][]uint32, error) {
	ids := map[string]uint16{}
	for _, c := range registry.Builtin().Commands {
		ids[c.Name] = 0
	}
	s, err := New(ctx, f, ids, Options{To: -1})
	if err != nil {
		return nil, err
	}
	n := &needs{calls: make([][]uint32, f.Len()), creators: map[Register]uint32{}}
	if err := s.Emit(ctx, n); err != nil {
		return nil, err
	}
	return n.calls, n.addCurrent(ctx, f)
}

// needs is a sink that collects the calls that others need, from the registers of operations.
type needs struct {
	calls    [][]uint32 // by call
	creators map[Register]uint32
}

// LeaveOut does nothing: a call that is not made needs no other.
func (n *needs) LeaveOut(*file.Call, string) error { return nil }

// Add adds the registers that an operation reads, and those that it sets.
func (n *needs) Add(o *Operation) error {
	call := uint32(o.Call)
	if int(call) >= len(n.calls) {
		return nil
	}
	for i, k := range o.Kinds {
		switch k {
		case KindRegister:
			n.use(call, Register(o.Values[i]))
		case KindNames, KindHandles:
			for _, r := range o.Registers(i) {
				n.use(call, r)
			}
		}
	}
	for i, k := range o.Kinds {
		if k == KindOutNames || k == KindOutHandles {
			for _, r := range o.Registers(i) {
				n.creators[r] = call
			}
		}
	}
	if o.Result != 0 {
		n.creators[o.Result] = call
	}
	return nil
}

func (n *needs) use(call uint32, r Register) {
	if creator, known := n.creators[r]; known {
		n.need(call, creator)
	}
}

func (n *needs) need(call, other uint32) {
	if other < call && !slices.Contains(n.calls[call], other) {
		n.calls[call] = append(n.calls[call], other)
	}
}

// addCurrent adds the calls that made contexts current.
func (n *needs) addCurrent(ctx context.Context, f *file.File) error {
	current, arguments := map[uint32]uint32{}, map[uint32]string{} // by thread
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if strings.HasPrefix(c.Function.Name, "eglMakeCurrent") {
			if args := fmt.Sprint(c.Args); c.Result.Bits != 0 && args != arguments[c.Thread] { // else nothing changes
				current[c.Thread], arguments[c.Thread] = uint32(c.Index), args
			}
		} else if made, known := current[c.Thread]; known && c.Context != 0 {
			n.need(uint32(c.Index), made)
		}
	}
	return nil
}
