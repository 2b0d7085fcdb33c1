//go:build heavy && linux

package soak_test

import (
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// checkFile checks the file: it has all reported calls and, for each thread, every frame from its first to
// its last, except for dropped calls. A recording that ended normally also has every frame of a place, on
// whatever thread.
func (h *receiver) checkFile() {
	f, err := file.Open(h.out)
	if err != nil {
		h.Fatal(err)
	}
	defer f.Close()
	h.calls, h.dropped = f.Len(), int(f.Totals().Dropped)
	if uint64(h.calls) < h.progress.Calls {
		h.Errorf("%d calls in the file, but %d reported", h.calls, h.progress.Calls)
	}
	if (f.End() == nil || f.Cut() > 0) && !h.killed {
		h.Errorf("%d bytes are cut off, and it ends with %v", f.Cut(), f.End())
	}
	threads, places := frameNumbers(h, f)
	missed := 0
	for thread, list := range threads {
		if !slices.IsSorted(list) {
			h.Errorf("the frames of thread %d are in disorder: %v", thread, list)
		}
		missed += missingNumbers(list)
		h.frames += len(list)
	}
	if missed > h.dropped {
		h.Errorf("%d frames are missing on threads, and %d calls were dropped", missed, h.dropped)
	}
	for place, by := range places {
		list := slices.Sorted(maps.Keys(by))
		if h.cut { // frames of the last thread but one may be after the end of the recording
			last := by[list[len(list)-1]]
			list = slices.DeleteFunc(list, func(number int64) bool { return by[number] == last })
		}
		if missed := missingNumbers(list); missed > h.dropped && !h.killed {
			h.Errorf("%d frames are missing at place %d, and %d calls were dropped", missed, place, h.dropped)
		}
	}
}

// frameNumbers returns the numbers of the frames by thread, and by place with their threads.
func frameNumbers(h *receiver, f *file.File) (threads map[uint32][]int64, places map[int64]map[int64]uint32) {
	threads, places = map[uint32][]int64{}, map[int64]map[int64]uint32{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			h.Fatal(err)
		}
		if c.Function.Name == "glUniform2i" && !c.Synthetic() {
			place, number := c.Args[1].Int(), c.Args[2].Int()
			threads[c.Thread] = append(threads[c.Thread], number)
			if places[place] == nil {
				places[place] = map[int64]uint32{}
			}
			if _, twice := places[place][number]; twice {
				h.Errorf("frame %d at place %d came twice", number, place)
			}
			places[place][number] = c.Thread
		}
	}
	return threads, places
}

// missingNumbers returns how many numbers between the first and the last are missing.
func missingNumbers(list []int64) int {
	if len(list) == 0 {
		return 0
	}
	return int(list[len(list)-1]-list[0]) + 1 - len(list)
}
