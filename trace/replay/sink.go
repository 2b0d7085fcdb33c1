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
	out  *bufio.Writer
	kept kept
}

func newBinarySink(out *bufio.Writer) *binarySink {
	return &binarySink{out, kept{seen: map[string]int{}, known: map[string]uint64{}}}
}

func (b *binarySink) Add(o *Operation) error {
	if o.Function != OpVertices {
		b.kept.draws++
	} else if err := b.keep(o); err != nil {
		return err
	}
	err := o.write(b.out)
	if err == nil && o.Function == OpFlush {
		err = b.out.Flush()
	}
	return err
}

func (b *binarySink) LeaveOut(*file.Call, string) error { return nil }
