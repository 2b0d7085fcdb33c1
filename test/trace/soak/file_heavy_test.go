//go:build heavy && linux

package soak_test

import (
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// checkFile reads what is in the file: all that was told of, and of each thread every frame from its first to its last, but for what
// was dropped. A recording that came to its end has every frame of a place, whichever thread was there.
func (h *receiver) checkFile() {
	f, err := file.Open(h.out)
	if err != nil {
		h.Fatal(err)
	}
	defer f.Close()
	h.calls, h.dropped = f.Len(), int(f.Totals().Dropped)
	if uint64(h.calls) < h.progress.Calls {
		h.Errorf("%d calls are in the file, and %d were told of", h.calls, h.progress.Calls)
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
		if h.cut { // what the last thread but one did at its end may be behind the recording's
			last := by[list[len(list)-1]]
			list = slices.DeleteFunc(list, func(number int64) bool { return by[number] == last })
		}
		if missed := missingNumbers(list); missed > h.dropped && !h.killed {
			h.Errorf("%d frames are missing at place %d, and %d calls were dropped", missed, place, h.dropped)
		}
	}
}

// frameNumbers are those of the frames: of each thread, and of each place with the threads that were there.
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

// missingNumbers are the numbers that are missing between the first and the last.
func missingNumbers(list []int64) int {
	if len(list) == 0 {
		return 0
	}
	return int(list[len(list)-1]-list[0]) + 1 - len(list)
}
