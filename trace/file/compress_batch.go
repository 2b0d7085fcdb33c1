package file

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// thread is a thread, and its batch that waits.
type pendingBatch struct {
	format.Builder
	waits    bool   // is among those that flush looks at
	sequence uint64 // that the next batch is to have, as it comes
	written  uint64 // and as it is written
	first    uint64 // of the next batch
	untimed  bool
	last     uint64 // when the last call began
}

// takes reports whether a batch can stand behind the one that waits, and nobody sees that it was another: nothing is missing in
// between, and no call of it is around one before. Untimed ones stay as they are, for the times of batches are all they have.
func (t *pendingBatch) takes(b *format.Batch, calls *format.Calls) bool {
	if t.Len() == 0 || t.untimed || !calls.AllTimed {
		return false
	}
	return b.Sequence == t.sequence && b.First == t.first && b.Context == t.Context && b.Dropped == t.Dropped &&
		slices.Min(calls.Starts) >= t.last && t.Len()+b.Count <= maxCalls && t.Fits(b.Used...)
}

// begin starts a batch with the head of one that came.
func (t *pendingBatch) begin(b *format.Batch, calls *format.Calls) {
	head := b.Head
	if b.Sequence > t.sequence {
		t.written += b.Sequence - t.sequence // some are missing, and still are
	}
	head.Sequence = t.written
	t.Begin(head, !calls.AllTimed)
	t.untimed = !calls.AllTimed
	t.written++
}

// add puts the calls of a batch behind the others.
func (t *pendingBatch) add(b *format.Batch, calls *format.Calls, layouts []format.Layout) error {
	t.sequence, t.first, t.Uncaptured = b.Sequence+1, b.First+uint64(b.Count), b.Uncaptured
	for i := range calls.Function {
		c := calls.Call(i, b.Used, layouts)
		if err := t.Add(&c); err != nil {
			return err
		}
		t.last = max(t.last, c.Start)
	}
	return nil
}

// empty forgets the batch that was written, and its room: there may be many threads.
func (t *pendingBatch) empty() { t.Builder = format.Builder{Head: t.Head} }
