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

func (b *Block) add(s *file.Span) {
	lane := Lane{s.Thread, s.Context}
	for i := range s.Len {
		start, duration := s.Time(i)
		b.Function = append(b.Function, uint32(s.Function(i).ID))
		b.Lane = append(b.Lane, lane)
		b.Flags = append(b.Flags, uint8(s.Flags(i)))
		b.Start = append(b.Start, int64(start))
		b.Duration = append(b.Duration, int64(duration))
	}
}

// Len returns the number of calls.
func (b *Block) Len() int { return len(b.Function) }
