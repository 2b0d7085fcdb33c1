package format

import (
	"errors"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// times decodes flags and times.
func (b *Batch) times() (*Calls, error) {
	c := &Calls{Function: b.function}
	if err := b.readFlags(c); err != nil {
		return nil, err
	}
	n := varints(b.starts)
	if varints(b.durations) != n {
		return nil, fmt.Errorf("the batch has %d start times but %d durations", n, varints(b.durations))
	}
	timed := b.countTimed(c)
	switch {
	case n == b.Count:
		c.AllTimed = true
	case n != timed:
		return nil, fmt.Errorf("the batch has %d start times but %d timed calls", n, timed)
	case n > 0:
		c.Timed = make([]bool, b.Count)
		for i := range c.Timed {
			c.Timed[i] = c.Flags[i]&tracepb.CallFlag_FLAG_TIMED != 0
		}
	}
	return c, b.readTimes(c)
}

func (b *Batch) countTimed(c *Calls) (n int) {
	for _, f := range c.Flags {
		if f&tracepb.CallFlag_FLAG_TIMED != 0 {
			n++
		}
	}
	return n
}

func (b *Batch) readFlags(c *Calls) error {
	if len(b.flagged) == 0 {
		return nil
	}
	c.Flags = make([]tracepb.CallFlag, b.Count)
	i := uint64(0)
	for rest := b.flagged; len(rest) > 0; {
		step, n := uvarint(rest)
		if n <= 0 {
			return errors.New("invalid call flags in the batch")
		}
		rest = rest[n:]
		flags, n := uvarint(rest)
		if i += step; n <= 0 || step > MaxCalls || i >= uint64(b.Count) {
			return errors.New("the batch has flags for a call that it does not contain")
		}
		rest = rest[n:]
		c.Flags[i] |= tracepb.CallFlag(flags & (1<<31 - 1))
	}
	return nil
}

func (b *Batch) readTimes(c *Calls) error {
	times := make([]uint64, 2*b.Count)
	c.Starts, c.Ends = times[:b.Count:b.Count], times[b.Count:]
	now, starts, durations := b.Start, b.starts, b.durations
	for i := range c.Starts {
		if !c.IsTimed(i) {
			c.Starts[i], c.Ends[i] = now, now
			continue
		}
		start, n := uvarint(starts)
		duration, m := uvarint(durations)
		if n <= 0 || m <= 0 {
			return errors.New("invalid start time or duration of a call")
		}
		starts, durations = starts[n:], durations[m:]
		c.Starts[i] = now + unzigzag(start)
		now = c.Starts[i] + duration
		c.Ends[i] = now
	}
	return nil
}
