// Package index reads, for each call of a recording, the columns that lists, searches and timelines need, without arguments.
//
// Calls are read in blocks. A bounded number of blocks keep their columns; the others are read again on demand.
package index

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Size is the number of calls in a block, except the last.
const Size = file.Block

// most is the maximum number of blocks that keep their columns: a million calls, about 30 MB.
const most = 256

// Set is a set of functions by ID.
type Set = file.Set

// Source is the part of a *file.File that the index reads.
type Source interface {
	Len() int
	Spans(from, to int) iter.Seq2[*file.Span, error]
	Functions() []*file.Function
	MayCall(block int, functions Set) bool
	Within(from, to time.Duration) []int
	OpenGroups(block int) map[uint32]int
}

// Index is the index of a recording. It is safe for concurrent use.
type Index struct {
	source Source

	mu     sync.Mutex
	kinds  Kinds
	blocks map[int]*Block
	order  []int // blocks that keep their columns, oldest first
}

// New returns an index.
func New(source Source) *Index { return &Index{source: source, blocks: map[int]*Block{}} }

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
	for span, err := range x.source.Spans(b.First, b.First+size) {
		if err != nil {
			return nil, err
		}
		b.add(span)
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
	functions := x.source.Functions()
	x.mu.Lock()
	defer x.mu.Unlock()
	for len(x.kinds) < len(functions) {
		x.kinds = append(x.kinds, KindOf(functions[len(x.kinds)]))
	}
	return x.kinds
}

// Calls reports whether block n may have calls of one of the functions.
func (x *Index) Calls(n int, functions Set) bool { return x.source.MayCall(n, functions) }

// Within returns the blocks that may have calls in a time span.
func (x *Index) Within(from, to int64) []int {
	return x.source.Within(time.Duration(from), time.Duration(to))
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
