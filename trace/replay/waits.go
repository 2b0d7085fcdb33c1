package replay

import (
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// next writes a call, or holds it: one that waits for another thread comes after what it waited for, because the player makes one
// call at a time.
func (x *writer) next(c *file.Call) error {
	if err := x.flush(c); err != nil {
		return err
	}
	if p := x.plan(c.Function); p.waits && c.Duration > 0 && !c.Synthetic() {
		x.held = append(x.held, c.Clone())
		return nil
	}
	return x.add(c)
}

// canWait reports whether calls of a function can wait for calls that other threads make after their start.
func canWait(function string) bool { return strings.Contains(function, "ClientWaitSync") }

// flush writes the held calls that had returned when a call began; all of them if it is nil. A thread has at most one held call, so
// there are at most maxThreads.
func (x *writer) flush(before *file.Call) error {
	for i := 0; i < len(x.held); {
		c := x.held[i]
		if before != nil && before.Thread != c.Thread && before.Start < c.Start+c.Duration {
			i++
			continue
		}
		x.held = slices.Delete(x.held, i, i+1)
		if err := x.add(c); err != nil {
			return err
		}
	}
	return nil
}
