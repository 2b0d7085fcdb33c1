package format

import "github.com/gleslayergen/gleslayergen/trace/format/tracepb"

// Losses are the counts of missing data: in a batch those of its thread so far, in an End those of all
// threads, also after their last batches and of threads without a batch.
type Losses struct {
	Dropped    uint64 `json:"dropped"`    // calls for which the recorder had no space
	Uncaptured uint64 `json:"uncaptured"` // parameters whose data of known size was not captured
}

// Position is where the next batch of a thread begins.
type Position struct {
	Sequence, First uint64
	Losses
}

// After returns the position after a batch of the thread. Losses only grow: a batch that reports fewer is
// invalid.
func (p Position) After(b *Batch) Position {
	return Position{b.Sequence + 1, b.First + uint64(b.Count), Losses{max(p.Dropped, b.Dropped), max(p.Uncaptured, b.Uncaptured)}}
}

// Add adds what a thread lost between two of its positions.
func (l *Losses) Add(before, after Position) {
	l.Dropped += after.Dropped - before.Dropped
	l.Uncaptured += after.Uncaptured - before.Uncaptured
}

// AddEnd adds what the batches did not report.
func (l *Losses) AddEnd(end *tracepb.End) {
	l.Dropped, l.Uncaptured = max(l.Dropped, end.GetDropped()), max(l.Uncaptured, end.GetUncaptured())
}
