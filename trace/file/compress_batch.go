package file

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// pendingBatch is the batch of a thread that is not written yet.
type pendingBatch struct {
	format.Builder
	waits    bool   // in the list of threads that flush visits
	sequence uint64 // expected sequence number of the next input batch
	written  uint64 // sequence number of the next output batch
	first    uint64 // expected number of the first call of the next batch
	untimed  bool
	last     uint64 // ticks at which the last call began
}

// canAppend reports whether a batch can be appended to the pending one without a visible difference: no call is
// missing in between, and no call of the batch encloses an earlier one. Untimed batches are not merged,
// because their only times are those of the batches.
func (t *pendingBatch) canAppend(b *format.Batch, calls *format.Calls) bool {
	if t.Len() == 0 || t.untimed || !calls.AllTimed {
		return false
	}
	return b.Sequence == t.sequence && b.First == t.first && b.Context == t.Context && b.Dropped == t.Dropped &&
		slices.Min(calls.Starts) >= t.last && t.Len()+b.Count <= maxCalls && t.Fits(b.Used...)
}

// begin starts a batch with the head of an input batch.
func (t *pendingBatch) begin(b *format.Batch, calls *format.Calls) {
	head := b.Head
	if b.Sequence > t.sequence {
		t.written += b.Sequence - t.sequence // keep the gap in the sequence numbers
	}
	head.Sequence = t.written
	t.Begin(head, !calls.AllTimed)
	t.untimed = !calls.AllTimed
	t.written++
}

// add appends the calls of a batch.
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

// empty removes the written batch and its memory: there may be many threads.
func (t *pendingBatch) empty() { t.Builder = format.Builder{Head: t.Head} }
