package index

import "github.com/gleslayergen/gleslayergen/trace/file"

// Block has columns of the calls from First on.
type Block struct {
	First    int
	Function []uint32 // ID of the function
	Lane     []Lane
	Flags    []uint8
	Start    []int64 // in nanoseconds
	Duration []int64 // in nanoseconds; -1 for an untimed call
}

// Lane is the thread and context of a call.
type Lane struct{ Thread, Context uint32 }

func newBlock(first, size int) *Block {
	return &Block{First: first, Function: make([]uint32, 0, size), Lane: make([]Lane, 0, size), Flags: make([]uint8, 0, size),
		Start: make([]int64, 0, size), Duration: make([]int64, 0, size)}
}

func (b *Block) add(c *file.Call) {
	b.Function = append(b.Function, uint32(c.Function.ID))
	b.Lane = append(b.Lane, Lane{c.Thread, c.Context})
	b.Flags = append(b.Flags, uint8(c.Flags))
	b.Start = append(b.Start, int64(c.Start))
	b.Duration = append(b.Duration, int64(c.Duration))
}

// Len returns the number of calls.
func (b *Block) Len() int { return len(b.Function) }
