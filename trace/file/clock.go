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
	// Two readings of the clocks tell the length of a tick well enough when so much time is between them.
	apart = second / 10
)

// clock turns ticks into time since Hello: by the length of a tick that Hello tells, or, where the recording has more readings of
// both clocks, by what was between two of them.
type clock struct {
	points []point
	rate   uint64 // ticks per second, where there is but one point
}

// point is one reading: boot goes on while the machine sleeps, ns does not.
type point struct{ ticks, ns, boot uint64 }

func newClock(c *tracepb.Clock) clock {
	return clock{points: []point{{c.GetTicks(), c.GetMonotonicNs(), c.GetBoottimeNs()}}, rate: c.GetTicksPerSecond()}
}

// with is the clock with one more reading, if that is of use. The old one may be read on, but gets no other.
func (c clock) with(r *tracepb.Clock) clock {
	last := c.points[len(c.points)-1]
	next := point{r.GetTicks(), r.GetMonotonicNs(), 0}
	next.boot = max(r.GetBoottimeNs(), last.boot+next.ns-last.ns) // it never goes on more slowly
	if next.ticks > last.ticks && next.ns > last.ns && next.ns-last.ns >= apart {
		c.points = append(c.points, next) // behind what others read
	}
	return c
}

// at is a moment.
func (c *clock) at(ticks uint64) time.Duration {
	first := c.points[0]
	i := sort.Search(len(c.points), func(i int) bool { return c.points[i].ticks > ticks })
	i = min(max(i, 1), len(c.points)-1) // the segment that ends there
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

// boottime is the clock that goes on in sleep, at a moment: by the reading that is nearest.
func (c *clock) boottime(at time.Duration) time.Duration {
	since := func(i int) time.Duration { return saturate(c.points[i].ns - c.points[0].ns) }
	i := sort.Search(len(c.points)-1, func(i int) bool { return since(i) >= at })
	if i > 0 && at-since(i-1) < since(i)-at {
		i--
	}
	return saturate(c.points[i].boot) + at - since(i)
}

// scale is n * to / from, as far as a Duration goes.
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
