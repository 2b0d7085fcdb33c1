package state

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// chain appends pieces of a buffer without calling tidy. Each has its index in skip.
func chain(ranges [][2]uint64) (last *piece) {
	for i, r := range ranges {
		p := piece{offset: r[0], size: r[1], skip: uint64(i)}
		p.before = last
		if p.count = 1; last != nil {
			p.count = last.count + 1
		}
		last = &p
	}
	return last
}

// TestTidy checks that tidy keeps the visible pieces and the newest one.
func TestTidy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var ranges [][2]uint64
		for range 1 + r.IntN(40) {
			ranges = append(ranges, [2]uint64{r.Uint64N(60), r.Uint64N(1 + r.Uint64N(20))})
		}
		var seen [100]bool
		want := map[int]bool{}
		for i := len(ranges) - 1; i >= 0; i-- {
			for at := ranges[i][0]; at < ranges[i][0]+ranges[i][1]; at++ {
				want[i] = want[i] || !seen[at]
				seen[at] = true
			}
		}
		want[len(ranges)-1] = true
		left := map[int]bool{}
		for at := chain(ranges).tidy(); at != nil; at = at.before {
			left[int(at.skip)] = true
		}
		for i := range ranges {
			if left[i] != want[i] {
				t.Fatalf("%v: piece %d was kept: %v", ranges, i, left[i])
			}
		}
	}
	if p := chain([][2]uint64{{math.MaxInt64, math.MaxInt64}, {0, 0}}).tidy(); p.size != 0 || p.count != 2 {
		t.Errorf("%+v", p)
	}
}

// TestGaps checks that tidy is fast for a buffer with very many separate pieces, in any order.
func TestGaps(t *testing.T) {
	const n = 400_000
	for _, rising := range []bool{false, true} {
		ranges := make([][2]uint64, n)
		for i := range ranges {
			at := i
			if !rising {
				at = n - i
			}
			ranges[i] = [2]uint64{uint64(8 * at), 4}
		}
		begin := time.Now()
		if p := chain(ranges).tidy(); p.count != n {
			t.Errorf("%d of %d pieces were kept", p.count, n)
		}
		if took := time.Since(begin); took > 30*time.Second { // takes about one second; a quadratic algorithm would take minutes
			t.Errorf("took %v", took)
		}
	}
}
