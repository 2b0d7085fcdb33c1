package file

import (
	"math"
	"math/bits"
	"sort"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const (
	second = uint64(time.Second)
	// apart is the minimum time between two readings of the clocks, in nanoseconds. Readings closer together
	// would give an imprecise length of a tick.
	apart = second / 10
)

// clock converts ticks into time since Hello. It uses the ticks per second in Hello or, if the recording has
// further readings of both clocks, interpolates between two readings.
type clock struct {
	points []point
	rate   uint64 // ticks per second, used if there is only one reading
	hint   int    // segment of the last conversion: mostly the next one has the same; a copy is not shared by goroutines
}

// point is one reading of the clocks. boot (CLOCK_BOOTTIME) counts time while the machine sleeps, ns
// (CLOCK_MONOTONIC) does not.
type point struct{ ticks, ns, boot uint64 }

func newClock(c *tracepb.Clock) clock {
	return clock{points: []point{{c.GetTicks(), c.GetMonotonicNs(), c.GetBoottimeNs()}}, rate: c.GetTicksPerSecond()}
}

// with returns the clock with one more reading, unless the reading is unusable. The receiver stays valid, but
// must not be extended again.
func (c clock) with(r *tracepb.Clock) clock {
	last := c.points[len(c.points)-1]
	next := point{r.GetTicks(), r.GetMonotonicNs(), 0}
	next.boot = max(r.GetBoottimeNs(), last.boot+next.ns-last.ns) // CLOCK_BOOTTIME is never slower than CLOCK_MONOTONIC
	if next.ticks > last.ticks && next.ns > last.ns && next.ns-last.ns >= apart {
		c.points = append(c.points, next) // beyond the elements that concurrent readers use
	}
	return c
}

// at returns the time since Hello, saturated.
func (c *clock) at(ticks uint64) time.Duration {
	first, i := c.points[0], c.hint
	if i == 0 || i >= len(c.points) || ticks < c.points[i-1].ticks || ticks >= c.points[i].ticks {
		i = sort.Search(len(c.points), func(i int) bool { return c.points[i].ticks > ticks })
		i = min(max(i, 1), len(c.points)-1) // the segment that ends at this point
		c.hint = i
	}
	from, dticks, dns := first, c.rate, second
	if i > 0 {
		from = c.points[i-1]
		dticks, dns = c.points[i].ticks-from.ticks, c.points[i].ns-from.ns
	}
	base := saturate(from.ns - first.ns)
	if ticks < from.ticks {
		return base - scale(from.ticks-ticks, dns, dticks)
	}
	if d := scale(ticks-from.ticks, dns, dticks); d < math.MaxInt64-base {
		return base + d
	}
	return math.MaxInt64
}

// boottime returns the value of CLOCK_BOOTTIME at a time since Hello, based on the closest reading.
func (c *clock) boottime(at time.Duration) time.Duration {
	since := func(i int) time.Duration { return saturate(c.points[i].ns - c.points[0].ns) }
	i := sort.Search(len(c.points)-1, func(i int) bool { return since(i) >= at })
	if i > 0 && at-since(i-1) < since(i)-at {
		i--
	}
	return saturate(c.points[i].boot) + at - since(i)
}

// scale returns n * to / from, saturated to the range of a Duration.
func scale(n, to, from uint64) time.Duration {
	if from == 0 {
		return saturate(n)
	}
	high, low := bits.Mul64(n, to)
	if high >= from {
		return math.MaxInt64
	}
	q, _ := bits.Div64(high, low, from)
	return saturate(q)
}

func saturate(n uint64) time.Duration {
	if n > math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(n)
}
