package replay

import (
	"bufio"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Sink receives what a script does, in order.
type Sink interface {
	// Add adds an operation, which is valid until Add returns. If the error is a [Refusal], the call is left out; other errors end
	// the script.
	Add(o *Operation) error

	// LeaveOut is called for each call that the script does not make. The call is valid until LeaveOut returns.
	LeaveOut(c *file.Call, reason string) error
}

// Refusal is the reason for which a sink leaves out a call.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// binarySink writes the operations for the player.
type binarySink struct {
	out   *bufio.Writer
	kept  kept
	slots slots
}

func newBinarySink(out *bufio.Writer, f *file.File) *binarySink {
	return &binarySink{out: out, kept: kept{seen: map[string]int{}, known: map[string]uint64{}}, slots: slots{reader: f.NewPayloadReader()}}
}

func (b *binarySink) Add(o *Operation) error {
	if ok, err := b.prepare(o); !ok || err != nil {
		return err
	}
	err := o.write(b.out)
	if err == nil && o.Function == OpFlush {
		err = b.out.Flush()
	}
	return err
}

// prepare writes what the player needs before an operation. It reports false if the recording lacks its data.
func (b *binarySink) prepare(o *Operation) (ok bool, err error) {
	switch o.Function {
	case OpVertices:
		return b.keep(o)
	case OpMapped:
		return b.mapped(o)
	}
	b.kept.draws++
	return o.read() == nil, nil
}

func (b *binarySink) LeaveOut(*file.Call, string) error { return nil }
