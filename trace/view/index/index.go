// Package index stores, for each call of a recording, the columns that lists, searches and timelines need, without arguments.
//
// The index is built in the background, block by block from the first. A request for a block that is not built yet builds it
// immediately. A bounded number of blocks keep their columns; the others are rebuilt on demand. A summary of every block is kept.
package index

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Size is the number of calls in a block, except the last.
const Size = 4096

// most is the maximum number of blocks that keep their columns: 16 Mi calls, about 500 MB.
const most = 4096

// Source is the part of a *file.File that the index reads.
type Source interface {
	Len() int
	Calls(from, to int) iter.Seq2[*file.Call, error]
	Functions() []*file.Function
}

// Index is the index of a recording. It is safe for concurrent use.
type Index struct {
	source Source

	mu        sync.Mutex
	kinds     Kinds
	blocks    map[int]*Block
	order     []int // blocks that keep their columns, oldest first
	summaries []summary
	open      Depths // after the last summary
	failed    error
	news      chan struct{} // closed when there are more summaries or the index failed
}

// New returns an index without calls. Fill adds them.
func New(source Source) *Index {
	x := &Index{source: source, blocks: map[int]*Block{}, news: make(chan struct{})}
	x.learn()
	return x
}

// Block returns block n.
func (x *Index) Block(ctx context.Context, n int) (*Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x.mu.Lock()
	b := x.blocks[n]
	x.mu.Unlock()
	if size := x.size(n); b == nil || len(b.Function) < size { // the block has grown
		return x.read(n, size)
	}
	return b, nil
}

// Blocks returns the number of blocks.
func (x *Index) Blocks() int { return (x.source.Len() + Size - 1) / Size }

// size returns the current number of calls of block n.
func (x *Index) size(n int) int { return min(Size, x.source.Len()-n*Size) }

// read reads a block from the recording and keeps it.
func (x *Index) read(n, size int) (b *Block, err error) {
	if size <= 0 {
		return nil, fmt.Errorf("call %d out of range", n*Size)
	}
	defer func() { // a recording that causes a panic loses only its answers; this may run in its own goroutine
		if p := recover(); p != nil {
			err = fmt.Errorf("read the calls from call %d on: %v", n*Size, p)
		}
	}()
	b = newBlock(n*Size, size)
	for call, err := range x.source.Calls(b.First, b.First+size) {
		if err != nil {
			return nil, err
		}
		b.add(call)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.keep(n, b)
	return b, nil
}

// keep adds a block and removes the oldest if there are too many.
func (x *Index) keep(n int, b *Block) {
	if x.blocks[n] == nil {
		x.order = append(x.order, n)
	}
	x.blocks[n] = b
	if len(x.order) > most {
		delete(x.blocks, x.order[0])
		x.order = x.order[1:]
	}
}

// Kinds returns the kinds of the functions that are known so far.
func (x *Index) Kinds() Kinds {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.kinds
}

// Calls reports whether block n may have calls of one of the functions. It returns true if the block has no
// summary yet.
func (x *Index) Calls(n int, functions Set) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return n >= len(x.summaries) || x.summaries[n].size < x.size(n) || x.summaries[n].calls(functions)
}

// Call has the columns of one call.
type Call struct {
	Lane
	Function        uint32
	Flags           uint8
	Start, Duration int64
}

// At returns the columns of a call.
func (x *Index) At(ctx context.Context, call int) (Call, error) {
	b, err := x.Block(ctx, call/Size)
	if err != nil {
		return Call{}, err
	}
	i := call - b.First
	return Call{b.Lane[i], b.Function[i], b.Flags[i], b.Start[i], b.Duration[i]}, nil
}
