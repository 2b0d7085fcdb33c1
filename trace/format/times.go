package format

import (
	"errors"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// readFlagsAndTimes decodes flags and times.
func (b *Batch) readFlagsAndTimes(c *Calls) error {
	c.Function = b.function
	if err := b.readFlags(c); err != nil {
		return err
	}
	n := varints(b.starts)
	if varints(b.durations) != n {
		return fmt.Errorf("the batch has %d start times but %d durations", n, varints(b.durations))
	}
	timed, memory := b.countTimed(c), c.Timed
	c.AllTimed, c.Timed = n == b.Count, nil
	switch {
	case c.AllTimed:
	case n != timed:
		return fmt.Errorf("the batch has %d start times but %d timed calls", n, timed)
	case n > 0:
		c.Timed = sized(memory, b.Count)
		for i := range c.Timed {
			c.Timed[i] = c.Flags[i]&tracepb.CallFlag_FLAG_TIMED != 0
		}
	}
	return b.readTimes(c)
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
		c.Flags = nil
		return nil
	}
	c.Flags = sized(c.Flags, b.Count)
	clear(c.Flags)
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
	c.Starts, c.Ends = sized(c.Starts, b.Count), sized(c.Ends, b.Count)
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
