package file

import (
	"testing"
)

// A summary has a limited size for any functions of the block, and finds all of them.
func TestSummaryRoom(t *testing.T) {
	x := newIndex()
	x.blocks.add(block{})
	x.blocks.add(block{})
	for id := range 1 << 20 {
		if id%3 == 0 {
			x.blocks.at(0).call(id)
		}
	}
	x.blocks.at(1).call(1)
	f := &File{x: x}
	if room := cap(x.blocks.at(0).functions); room > 2*mostSummed/64 {
		t.Errorf("room for %d functions", 64*room)
	}
	for id, want := range map[uint32]bool{0: true, 1: false, 3: true, mostSummed - 1: true, mostSummed - 2: false, mostSummed: true, 1<<20 - 1: true} {
		var set Set
		set.Add(id)
		if f.MayCall(0, set) != want || !set.Has(id) || set.Has(id+1) {
			t.Errorf("function %d: %v", id, !want)
		}
	}
	var other Set
	if other.Add(1 << 20); f.MayCall(1, other) || f.MayCall(1, nil) || f.MayCall(2, other) {
		t.Error("a function is found that is not called")
	}
}
