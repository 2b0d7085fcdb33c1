//go:build linux

package live_test

import (
	"path/filepath"
	"testing"
)

// With the option, draws have GPU times, except those after the last swaps.
func TestGPUTimes(t *testing.T) {
	const frames = 20
	path := filepath.Join(t.TempDir(), "a.gltrace")
	output(t, under(t, []string{"GLTRACE_FILE=" + path, "GLTRACE_START=1", "GLTRACE_GPU_TIME=1"}, program(t, "scene"), "20"))
	f := recorded(t, path)
	work := map[int]bool{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.IsGPUWork() {
			work[c.Index] = true
		}
	}
	total, last, positive := len(work), -1, 0
	for one, err := range f.GPUTimes(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if !work[one.Call] {
			t.Fatalf("call %d has two times, or is not a draw or dispatch", one.Call)
		}
		if one.Call < last {
			t.Errorf("the time of call %d comes after that of call %d", one.Call, last)
		}
		if one.Time > 0 {
			positive++
		}
		last = one.Call
		delete(work, one.Call)
	}
	if len(work) > total*3/frames || positive == 0 {
		t.Errorf("of %d draws and dispatches, %d have no time, and %d a time above 0", total, len(work), positive)
	}
}
