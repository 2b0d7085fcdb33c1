package report

import (
	"math/bits"
	"time"
)

// fine is the number of classes for each power of two: a percentile is accurate to 1 in 128.
const fine = 7

// histogram counts durations. Its memory does not depend on their number.
type histogram map[int32]int

// place returns the class of a duration: the duration itself if it is short, otherwise its exponent and
// leading bits.
func place(d time.Duration) int32 {
	n := uint64(max(d, 0))
	shift := max(bits.Len64(n)-fine-1, 0)
	return int32(shift<<(fine+1)) + int32(n>>shift)
}

// middle returns the middle of a class.
func middle(place int32) time.Duration {
	shift, n := uint(place>>(fine+1)), uint64(place&(1<<(fine+1)-1))
	return time.Duration(n<<shift + (1<<shift)/2)
}
