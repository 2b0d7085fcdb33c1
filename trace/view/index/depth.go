package index

import (
	"context"
	"maps"
)

// Depths are how many debug groups are open, by context.
type Depths map[uint32]int

// contexts is of how many groups are counted: a recording may name any number, a program has a few.
const contexts = 64

// Clone is a copy that can be changed.
func (d Depths) Clone() Depths {
	c := make(Depths, len(d))
	maps.Copy(c, d)
	return c
}

// After changes the depths by a call.
func (d Depths) After(k Kind, context uint32) {
	open, known := d[context]
	switch {
	case k == Push && (known || len(d) < contexts):
		d[context] = open + 1
	case k == Pop && open > 1:
		d[context] = open - 1
	case k == Pop:
		delete(d, context)
	}
}

// Before gives the depths before a call. It waits until the index has come so far.
func (x *Index) Before(ctx context.Context, call int) (Depths, error) {
	s, err := x.wait(ctx, call/Size)
	if err != nil {
		return nil, err
	}
	open := s.before.Clone()
	if call%Size == 0 {
		return open, nil
	}
	b, err := x.Block(ctx, call/Size)
	if err != nil {
		return nil, err
	}
	kinds := x.Kinds()
	for i := range call - b.First {
		open.After(kinds.Of(b.Function[i]), b.Lane[i].Context)
	}
	return open, nil
}

// Around is how many groups are around a call, which changes the depths. A group's first and last call are not in it.
func (d Depths) Around(k Kind, context uint32) int {
	before := d[context]
	d.After(k, context)
	return min(before, d[context])
}
