package view

import (
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// TestMemoRoom: with more functions than the cache has space for, all matches are found.
func TestMemoRoom(t *testing.T) {
	m := newMemo(calltext.NewFormatter(nil), has("77"))
	var total int
	for i := range 500 {
		f := &file.Function{ID: i, Name: fmt.Sprint("f", i), Params: make([]file.Param, 100)}
		for n := range f.Params {
			f.Params[n] = file.Param{Name: "n", Type: "GLint", Cell: tracepb.Cell_CELL_INT}
		}
		c := &file.Call{Function: f, Args: make([]file.Value, 100)}
		if m.contains(c) {
			t.Fatalf("%s has 77", f.Name)
		}
		if c.Args[99].Bits = 77; !m.contains(c) {
			t.Fatalf("%s lacks 77", f.Name)
		}
		total += len(m.of(f).places)
	}
	if total > mostPlaces || total < mostPlaces/2 {
		t.Errorf("%d entries are cached", total)
	}
}
