package file

import "github.com/gleslayergen/gleslayergen/trace/format"

// check completes an index that was read from a file, and checks it: each position must be valid, because readers rely on it.
func (x *index) check() error {
	for i, t := range x.threads {
		x.byNumber[t.Number] = int32(i)
	}
	for i, c := range x.contexts {
		x.byContext[c.Number] = i
	}
	if len(x.clock.points) == 0 || x.good < 0 || x.good > x.size || x.clocked != len(x.frames) || len(x.byNumber) != len(x.threads) || len(x.byContext) != len(x.contexts) ||
		!x.validBatches() || !x.validRuns() || !x.validBlocks() || !x.validFrames() {
		return errIndex
	}
	return nil
}

func (x *index) validBatches() bool {
	for i := range x.batches.n {
		b := x.batches.at(i)
		if b.count < 1 || b.count > format.MaxCalls || b.size < format.HeaderSize || b.offset < 0 || b.offset+int64(b.size) > x.size ||
			b.thread < 0 || int(b.thread) >= len(x.threads) {
			return false
		}
	}
	return true
}

// validRuns reports whether each call is in a run, and in a batch.
func (x *index) validRuns() bool {
	if x.calls < 0 || (x.calls == 0) != (x.runs.n == 0) {
		return false
	}
	next := 0
	for i := range x.runs.n {
		r, first := x.runs.at(i), next
		if next = x.calls; i+1 < x.runs.n {
			next = int(x.runs.at(i + 1).first)
		}
		if int(r.first) != first || next <= first || r.batch < 0 || int(r.batch) >= x.batches.n || r.place < 0 ||
			next-first > int(x.batches.at(int(r.batch)).count)-int(r.place) {
			return false
		}
	}
	return next == x.calls
}

func (x *index) validBlocks() bool {
	for _, levels := range x.groups.levels {
		before := int32(-1)
		for i := range levels.n {
			l := levels.at(i)
			if l.block <= before || l.lowest < 0 || l.after < 0 || int(l.block) >= x.blocks.n {
				return false
			}
			before = l.block
		}
	}
	return x.blocks.n == (x.calls+Block-1)/Block
}

func (x *index) validFrames() bool {
	for i := range x.frames {
		f := &x.frames[i]
		if f.First < 0 || f.Last < f.First || f.Last >= x.calls || f.Image < -1 || f.Image >= x.calls {
			return false
		}
	}
	for _, call := range x.images {
		if call < 0 || call >= x.calls {
			return false
		}
	}
	for _, t := range x.threads {
		if t.begin < 0 || t.begin > x.calls {
			return false
		}
		for _, n := range t.frames {
			if n < 0 || int(n) >= len(x.frames) {
				return false
			}
		}
	}
	return true
}
