package apitrace

import (
	"errors"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Run is one run of a program, recorded by both tools.
type Run struct {
	Trace  *file.File     // file of the recording, for the data
	Ours   []*file.Call   // calls of the recording
	Theirs []*Call        // calls of apitrace
	Alone  map[string]int // number of calls of each function in another run, with apitrace and without layers; nil if unknown
	Ended  bool           // the program was killed: one recording may end before the other
}

// Comparison is the result of comparing one run.
type Comparison struct {
	Calls  int // calls in both recordings
	Arrays int // equal client arrays
	Bytes  int // bytes of equal data
	Counts map[string]int
}

// mostFaults is the maximum number of reported differences: after a different argument, the comparison
// continues.
const mostFaults = 20

// comparer compares both recordings call by call.
type comparer struct {
	*Run
	allowed  *Differences
	done     Comparison
	unpack   unpack
	reads    reads
	pointers map[pointer]*file.Call

	ours, theirs int // positions
	ourSide      side[*file.Call]
	theirSide    side[*Call]
}

// Compare fails if there is a difference that is not allowed.
func Compare(run *Run, allowed *Differences) (*Comparison, error) {
	c := &comparer{Run: run, allowed: allowed, unpack: unpack{}, reads: newReads(), pointers: map[pointer]*file.Call{}}
	c.done.Counts = map[string]int{}
	return &c.done, errors.Join(c.streams(), c.counts())
}

// streams compares the recordings call by call.
func (c *comparer) streams() error {
	var failed []error
	for {
		a, b := c.next(), c.nextTheirs()
		switch {
		case a == nil && b == nil, c.Ended && (a == nil || b == nil):
			return errors.Join(failed...)
		case a == nil && c.skips(b):
			continue
		case a == nil:
			return errors.Join(append(failed, fmt.Errorf("apitrace's call %d, %s, is not in the recording", b.No, b.Name))...)
		case b == nil:
			return errors.Join(append(failed, fmt.Errorf("call %d of the recording, %s, is not in apitrace's", a.Index, a.Function.Name))...)
		}
		b, err := c.match(a, b)
		if err != nil {
			failed = append(failed, fmt.Errorf("call %d of the recording, %s, and apitrace's %d, %s: %w", a.Index, a.Function.Name, b.No, b.Name, err))
		}
		if len(failed) == mostFaults || err != nil && a.Function.Name != b.Name {
			return errors.Join(failed...)
		}
	}
}

// match finds the call that corresponds to ours: the recorder may have made similar calls itself.
func (c *comparer) match(a *file.Call, b *Call) (*Call, error) {
	err := c.pair(a, b)
	for err != nil && c.skips(b) {
		another := c.nextTheirs()
		if another == nil {
			break
		}
		b = another
		err = c.pair(a, b)
	}
	return b, err
}

func (c *comparer) pair(a *file.Call, b *Call) error {
	if a.Function.Name != b.Name {
		return errors.New("they differ")
	}
	if len(a.Args) != len(b.Args) {
		return fmt.Errorf("%d arguments and %d", len(a.Args), len(b.Args))
	}
	for i, arg := range b.Args {
		if err := c.argument(a, i, arg); err != nil {
			return fmt.Errorf("%s: %w", arg.Name, err)
		}
	}
	if err := c.result(a, b); err != nil {
		return fmt.Errorf("result: %w", err)
	}
	c.unpack.apply(a)
	if err := c.learn(a); err != nil {
		return err
	}
	c.done.Calls++
	c.done.Counts[b.Name]++
	return c.sides(a.Context)
}

func (c *comparer) result(a *file.Call, b *Call) error {
	if a.Function.Result != nil {
		return c.value(a.Function.Result, a.Result, b.Result, never)
	}
	if b.Result.Kind != Nothing {
		return errors.New("only apitrace has one")
	}
	return nil
}

// argument compares an argument; of pixels, only those that the call reads.
func (c *comparer) argument(a *file.Call, i int, b Arg) error {
	name := a.Function.Name
	if a.Args[i].Bits == 0 && b.Kind == List && len(b.Items) == 0 && c.allowed.Allow("none", name+"."+b.Name) {
		return nil
	}
	if d := a.Args[i].Data; d != nil && d.Capture == tracepb.Capture_CAPTURE_FAILED && c.allowed.Allow("failed", name+"."+b.Name) {
		return nil
	}
	if b.Name != "pixels" || b.Kind != Data {
		more := func() bool { return c.allowed.Allow("more", name+"."+b.Name) }
		return c.value(&a.Function.Params[i], a.Args[i], b.Value, more)
	}
	ours, err := c.content(a.Args[i])
	if err != nil {
		return err
	}
	theirs := []byte(b.Text)
	if len(ours) != len(theirs) && c.allowed.Allow("padding", name) {
		if theirs, err = c.unpack.tight(a, theirs, len(ours)); err != nil {
			return err
		}
	}
	return c.equal(ours, theirs)
}

func never() bool { return false }
