package file

import (
	"slices"
	"sync"
)

// threadRuns has the runs of each thread, so that reading the calls of one of many threads does not read the runs of all.
type threadRuns struct {
	mu       sync.Mutex
	n        int       // runs that are in byThread
	byThread [][]int32 // indices of runs, by index of the thread
}

// next returns the first run of a thread from run at on, or false if there is none.
func (r *threadRuns) next(x *index, thread int32, at int) (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.byThread) < len(x.threads) {
		r.byThread = append(r.byThread, nil)
	}
	for ; r.n < x.runs.n; r.n++ {
		of := x.batches.at(int(x.runs.at(r.n).batch)).thread
		r.byThread[of] = append(r.byThread[of], int32(r.n))
	}
	list := r.byThread[thread]
	i, _ := slices.BinarySearch(list, int32(at))
	if i == len(list) {
		return 0, false
	}
	return int(list[i]), true
}
