package index

import (
	"context"
	"math"
	"runtime"
	"sync"
)

// summary is the part of a block that is kept permanently.
type summary struct {
	size      int    // number of calls
	functions Set    // functions that it calls, of those with low IDs
	more      bool   // whether it calls other functions, too
	before    Depths // open groups before the block
	start     int64  // start of its first call
	end       int64  // end of the call that ended last
}

// mostSummed is the maximum number of functions that a summary distinguishes: programs call a few hundred,
// but a malicious recording may define any number.
const mostSummed = 4096

func (s *summary) addFunction(id uint32) {
	if id < mostSummed {
		s.functions.Add(id)
	} else {
		s.more = true
	}
}

// calls reports whether the block may have calls of one of the functions.
func (s *summary) calls(functions Set) bool {
	return s.functions.Meets(functions) || s.more && len(functions) > mostSummed/64
}

// Fill extends the index to the current end of the recording. Only one goroutine may call it at a time.
func (x *Index) Fill(ctx context.Context) error {
	x.learn()
	from := x.reopen()
	for to := x.Blocks(); from < to; {
		n := min(runtime.GOMAXPROCS(0), to-from)
		if err := x.some(ctx, from, n); err != nil {
			x.fail(err)
			return err
		}
		from += n
	}
	return nil
}

// learn adds the kinds of new functions.
func (x *Index) learn() {
	functions := x.source.Functions()
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, f := range functions[len(x.kinds):] {
		x.kinds = append(x.kinds, KindOf(f))
	}
}

// reopen removes the last summary if its block has grown, and returns the block to continue with.
func (x *Index) reopen() (from int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	n := len(x.summaries)
	if n == 0 || x.summaries[n-1].size == x.size(n-1) {
		return n
	}
	x.open = x.summaries[n-1].before
	x.summaries = x.summaries[:n-1]
	return n - 1
}

// some reads n blocks in parallel and then adds their summaries in order.
func (x *Index) some(ctx context.Context, from, n int) error {
	blocks, errs := make([]*Block, n), make([]error, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { blocks[i], errs[i] = x.Block(ctx, from+i) })
	}
	wait.Wait()
	for i, b := range blocks {
		if errs[i] != nil {
			return errs[i]
		}
		x.summarize(b)
	}
	return nil
}

func (x *Index) summarize(b *Block) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := summary{size: b.Len(), before: x.open, start: math.MaxInt64}
	open := x.open.Clone()
	for i, id := range b.Function {
		s.addFunction(id)
		s.start, s.end = min(s.start, b.Start[i]), max(s.end, b.Start[i]+max(b.Duration[i], 0))
		open.After(x.kinds.Of(id), b.Lane[i].Context)
	}
	x.open = open
	x.summaries = append(x.summaries, s)
	x.wake()
}

func (x *Index) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.failed = err
	x.wake()
}

// wake wakes the goroutines that wait for summaries.
func (x *Index) wake() {
	close(x.news)
	x.news = make(chan struct{})
}

// wait waits for the summary of block n.
func (x *Index) wait(ctx context.Context, n int) (summary, error) {
	for {
		x.mu.Lock()
		have, failed, news := x.summaries, x.failed, x.news
		x.mu.Unlock()
		switch {
		case n < len(have):
			return have[n], nil
		case failed != nil:
			return summary{}, failed
		}
		select {
		case <-news:
		case <-ctx.Done():
			return summary{}, ctx.Err()
		}
	}
}

// Within returns the blocks with calls in a time span. It waits until the index is complete.
func (x *Index) Within(ctx context.Context, from, to int64) (blocks []int, err error) {
	last := x.Blocks() - 1
	if last < 0 {
		return nil, nil
	}
	if _, err := x.wait(ctx, last); err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for n, s := range x.summaries {
		if s.start < to && s.end >= from {
			blocks = append(blocks, n)
		}
	}
	return blocks, nil
}
