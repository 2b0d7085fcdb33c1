package report

import (
	"math/bits"
	"time"
)

// fine is how many parts each doubling of a duration has: a percentile is known to 1 in 128.
const fine = 7

// histogram counts durations, in memory that does not depend on how many there are.
type histogram map[int32]int

// place is the class of a duration: itself where it is short, else its leading bits.
func place(d time.Duration) int32 {
	n := uint64(max(d, 0))
	shift := max(bits.Len64(n)-fine-1, 0)
	return int32(shift<<(fine+1)) + int32(n>>shift)
}

// middle is the middle of a class.
func middle(place int32) time.Duration {
	shift, n := uint(place>>(fine+1)), uint64(place&(1<<(fine+1)-1))
	return time.Duration(n<<shift + (1<<shift)/2)
}
