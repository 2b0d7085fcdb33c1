package index

import "context"

// Depths has the number of open debug groups, by context.
type Depths map[uint32]int

// contexts is the maximum number of contexts whose groups are counted: a malicious recording may have any
// number.
const contexts = 64

// After updates the depths for a call.
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

// Before returns the depths before a call.
func (x *Index) Before(ctx context.Context, call int) (Depths, error) {
	open := Depths(x.source.OpenGroups(call / Size))
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

// Around returns the number of groups around a call, and updates the depths. The first and last call of a
// group are not inside it.
func (d Depths) Around(k Kind, context uint32) int {
	before := d[context]
	d.After(k, context)
	return min(before, d[context])
}
