package peer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// Comparison is of one run.
type Comparison struct {
	Calls  int // that both have
	Arrays int // client arrays that are equal
	Bytes  int // of data that is equal
	Counts map[string]int
}

// mostFaults are told of at once: behind a wrong argument both recordings go on alike.
const mostFaults = 20

// own begins the names of what the recorder itself writes.
const own = "gltrace."

// side holds what comes before a call and belongs to it: data of arrays, of mapped buffers.
type side[T any] struct {
	arrays, mapped []T
}

// comparer goes through both recordings at once.
type comparer struct {
	trace   *file.File
	blobs   string // folder
	allowed *Differences
	values  values
	done    Comparison
	unpack  unpack

	ours, theirs int // places
	ourCalls     []*file.Call
	theirCalls   []*Call
	ourSide      side[*file.Call]
	theirSide    side[*Call]
}

// Compare fails where there is a difference that is not allowed. Of a program that was ended from outside, one recording may stop
// before the other.
func Compare(trace *file.File, dump []*Call, blobs string, allowed *Differences, ended bool) (*Comparison, error) {
	c := &comparer{trace: trace, blobs: blobs, allowed: allowed, values: newValues(), theirCalls: dump, unpack: unpack{}}
	c.done.Counts = map[string]int{}
	for call, err := range trace.Calls(0, trace.Len()) {
		if err != nil {
			return nil, err
		}
		c.ourCalls = append(c.ourCalls, call)
	}
	var failed []error
	for {
		a, b := c.next(), c.nextTheirs()
		switch {
		case a == nil && b == nil, ended && (a == nil || b == nil):
			return &c.done, errors.Join(failed...)
		case a == nil && c.skips(b):
			continue
		case a == nil:
			return nil, fmt.Errorf("apitrace's call %d, %s, is not in the recording", b.No, b.Name)
		case b == nil:
			return nil, fmt.Errorf("call %d of the recording, %s, is not in apitrace's", a.Index, a.Function.Name)
		}
		err := c.pair(a, b)
		for err != nil && c.skips(b) { // the recorder may have asked the same of something else
			if b = c.nextTheirs(); b == nil {
				break
			}
			err = c.pair(a, b)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("call %d of the recording, %s, and apitrace's %d, %s: %w", a.Index, a.Function.Name, b.No, b.Name, err))
		}
		if len(failed) > 0 && (len(failed) == mostFaults || a.Function.Name != b.Name) {
			return nil, errors.Join(failed...)
		}
	}
}

// next is the recording's next call that apitrace should have, too.
func (c *comparer) next() *file.Call {
	for ; c.ours < len(c.ourCalls); c.ours++ {
		call := c.ourCalls[c.ours]
		switch name := call.Function.Name; {
		case name == own+"VertexData":
			c.ourSide.arrays = append(c.ourSide.arrays, call)
		case name == own+"Mapped":
			c.ourSide.mapped = append(c.ourSide.mapped, call)
		case strings.HasPrefix(name, own), c.deferred(call), c.omitted(call):
		default:
			c.ours++
			return call
		}
	}
	return nil
}

// omitted reports whether apitrace does not know the function.
func (c *comparer) omitted(call *file.Call) bool {
	at := c.theirs
	for at < len(c.theirCalls) && (c.theirCalls[at].Fake || c.theirCalls[at].Name != call.Function.Name && c.skips(c.theirCalls[at])) {
		at++
	}
	same := at < len(c.theirCalls) && c.theirCalls[at].Name == call.Function.Name
	return !same && c.allowed.allow("ours", call.Function.Name)
}

// deferred reports whether apitrace leaves out a call until the draw: the pointer is no offset.
func (c *comparer) deferred(call *file.Call) bool {
	if !strings.HasPrefix(call.Function.Name, "glVertexAttrib") || !strings.Contains(call.Function.Name, "Pointer") {
		return false
	}
	last := call.Args[len(call.Args)-1]
	return last.Bits > maxOffset && c.allowed.allow("deferred", call.Function.Name)
}

// maxOffset is larger than any offset into a buffer of the programs that are compared, and smaller than any address.
const maxOffset = 1 << 30

func (c *comparer) skips(call *Call) bool {
	return !call.Fake && c.allowed.allow("peer", call.Name)
}

// nextTheirs is apitrace's next call that the recording should have, too.
func (c *comparer) nextTheirs() *Call {
	for ; c.theirs < len(c.theirCalls); c.theirs++ {
		switch call := c.theirCalls[c.theirs]; {
		case call.Fake && strings.HasPrefix(call.Name, "glVertexAttrib"):
			c.theirSide.arrays = append(c.theirSide.arrays, call)
		case call.Fake && call.Name == "memcpy":
			c.theirSide.mapped = append(c.theirSide.mapped, call)
		case call.Fake && c.allowed.allow("fake", call.Name):
		default:
			c.theirs++
			return call
		}
	}
	return nil
}

func (c *comparer) pair(a *file.Call, b *Call) error {
	if a.Function.Name != b.Name {
		return fmt.Errorf("they differ")
	}
	if len(a.Args) != len(b.Args) {
		return fmt.Errorf("%d arguments and %d", len(a.Args), len(b.Args))
	}
	for i, arg := range b.Args {
		if err := c.argument(a, i, arg); err != nil && !c.allowed.allow("argument", b.Name+"."+arg.Name) {
			return fmt.Errorf("%s: %w", arg.Name, err)
		}
	}
	if b.Result != nil && a.Function.Result != nil {
		if err := c.value(a.Function.Result, a.Result, *b.Result, never); err != nil && !c.allowed.allow("argument", b.Name+".result") {
			return fmt.Errorf("result: %w", err)
		}
	}
	if len(b.Args) > 0 {
		c.unpack.note(a, b.Args[0].Text)
	}
	c.done.Calls++
	c.done.Counts[b.Name]++
	return c.sides()
}

// argument compares an argument; of pixels, those that are read.
func (c *comparer) argument(a *file.Call, i int, b Arg) error {
	if b.Name != "pixels" || b.Kind != Blob {
		more := func() bool { return c.allowed.allow("more", a.Function.Name+"."+b.Name) }
		return c.value(&a.Function.Params[i], a.Args[i], b.Value, more)
	}
	ours, err := c.content(a.Args[i])
	if err != nil {
		return err
	}
	theirs, err := c.blob(b.Value)
	if err == nil {
		theirs, err = c.unpack.tight(a, theirs, len(ours))
	}
	if err != nil {
		return err
	}
	return c.equal(ours, theirs)
}

func never() bool { return false }

// sides compares what was written in front of a call.
func (c *comparer) sides() error {
	defer func() { c.ourSide, c.theirSide = side[*file.Call]{}, side[*Call]{} }()
	if a, b := len(c.ourSide.mapped), len(c.theirSide.mapped); a != b {
		return fmt.Errorf("%d mapped ranges and %d", a, b)
	}
	for i, a := range c.ourSide.mapped {
		if err := c.mapped(a, c.theirSide.mapped[i]); err != nil {
			return err
		}
	}
	if a, b := len(c.ourSide.arrays), len(c.theirSide.arrays); a != b {
		return fmt.Errorf("%d client arrays and %d", a, b)
	}
	for i, a := range c.ourSide.arrays {
		if err := c.array(a, c.theirSide.arrays[i]); err != nil {
			return fmt.Errorf("client array %d: %w", i, err)
		}
	}
	return nil
}

func (c *comparer) mapped(a *file.Call, b *Call) error {
	ours, err := c.content(a.Args[len(a.Args)-1])
	if err != nil {
		return err
	}
	theirs, err := c.blob(b.Args[1].Value)
	if err != nil {
		return err
	}
	return c.equal(ours, theirs)
}

// array compares the elements that are drawn: apitrace keeps them from the array's beginning.
func (c *comparer) array(a *file.Call, b *Call) error {
	named := map[string]file.Value{}
	for i, p := range a.Function.Params {
		named[p.Name] = a.Args[i]
	}
	for i, arg := range b.Args[:1] {
		if err := c.value(&a.Function.Params[i], a.Args[i], arg.Value, never); err != nil {
			return fmt.Errorf("%s: %w", arg.Name, err)
		}
	}
	ours, err := c.content(named["data"])
	if err != nil {
		return err
	}
	theirs, err := c.blob(b.Args[len(b.Args)-1].Value)
	if err != nil {
		return err
	}
	skipped := named["first"].Uint() * named["stride"].Uint()
	if skipped > uint64(len(theirs)) {
		return fmt.Errorf("it begins at byte %d of %d", skipped, len(theirs))
	}
	theirs = theirs[skipped:]
	if len(theirs) > len(ours) && c.allowed.allow("array", b.Name) {
		theirs = theirs[:len(ours)]
	}
	c.done.Arrays++
	return c.equal(ours, theirs)
}

func (c *comparer) content(v file.Value) ([]byte, error) {
	if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA {
		return nil, fmt.Errorf("no data was captured")
	}
	return c.trace.Payload(v.Data.Payloads)
}

func (c *comparer) blob(v Value) ([]byte, error) {
	if v.Kind != Blob {
		return nil, fmt.Errorf("apitrace has no data")
	}
	return os.ReadFile(filepath.Join(c.blobs, filepath.Base(v.Text)))
}
