package file

import (
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Thread is a thread of the program.
type Thread struct {
	Number uint32
	Tid    uint32 // the kernel's; 0 where it was not told
	Name   string
	Calls  int
}

// Context is a context of EGL.
type Context struct {
	Number       uint32
	Handle       uint64
	Major, Minor int    // of OpenGL ES
	Share        uint32 // number of its share group
	Calls        int
}

// Gap is where calls of a thread are missing.
type Gap struct {
	Before  int // the call behind it
	Thread  uint32
	Calls   uint64 // that are missing
	Dropped uint64 // of them, those that the recorder had no room for
	Batches uint64 // that were lost on the way
}

// Totals say what became of a recording.
type Totals struct {
	Calls      int
	Dropped    uint64 // calls that the recorder had no room for
	Uncaptured uint64 // parameters whose data it could not take
	Lost       uint64 // calls that are missing for another reason
	Batches    uint64 // that are missing
	Damaged    int    // chunks
	Payloads   int
}

// thread is what the index keeps of a thread.
type thread struct {
	Thread
	sequence, first uint64 // of the next batch
	dropped         uint64
	uncaptured      uint64
	last            uint64 // key of its last call

	frames    []int32 // of the thread, by number
	began     bool    // a frame has
	begin     int     // its first call
	beginTime uint64  // ticks
	draws     int
	image     int
}

// thread finds a thread, or makes it.
func (x *index) thread(number uint32) (*thread, error) {
	if t := x.byNumber[number]; t != nil {
		return t, nil
	}
	t := &thread{Thread: Thread{Number: number}, image: -1}
	x.byNumber[number] = t
	x.threads = append(x.threads, t)
	return t, x.keep(512)
}

// introduce reads a chunk about a thread.
func (x *index) introduce(c format.Chunk) error {
	m := &tracepb.Thread{}
	if err := small(c, m); err != nil {
		return err
	}
	t, err := x.thread(m.GetNumber())
	if err != nil {
		return err
	}
	t.Tid, t.Name = m.GetTid(), m.GetName()
	return x.keep(len(t.Name))
}

// follow sees whether anything is missing before a batch.
func (t *thread) follow(b *format.Batch) *Gap {
	g := Gap{Thread: t.Number}
	if b.Sequence > t.sequence {
		g.Batches = b.Sequence - t.sequence
	}
	if b.First > t.first {
		g.Calls = b.First - t.first
	}
	if b.Dropped > t.dropped {
		g.Dropped = min(b.Dropped-t.dropped, g.Calls)
	}
	t.sequence, t.first = b.Sequence+1, b.First+uint64(b.Count)
	t.dropped, t.uncaptured = max(t.dropped, b.Dropped), max(t.uncaptured, b.Uncaptured)
	if g.Batches == 0 && g.Calls == 0 {
		return nil
	}
	return &g
}

// countContext counts the calls of a context.
func (x *index) countContext(b *batch) error {
	if b.context == 0 {
		return nil
	}
	i, err := x.context(b.context)
	if err == nil {
		x.contexts[i].Calls += b.count
	}
	return err
}

// context finds the place of a context, or makes it.
func (x *index) context(number uint32) (int, error) {
	if i, ok := x.byContext[number]; ok {
		return i, nil
	}
	x.byContext[number] = len(x.contexts)
	x.contexts = append(x.contexts, Context{Number: number})
	return len(x.contexts) - 1, x.keep(128)
}

// tell takes what gltrace.Context says: number, handle, major, minor and share group.
func (x *index) tell(cells []uint64) error {
	if len(cells) < 5 {
		return nil
	}
	i, err := x.context(uint32(cells[0]))
	c := &x.contexts[i]
	c.Handle, c.Major, c.Minor, c.Share = cells[1], int(int32(cells[2])), int(int32(cells[3])), uint32(cells[4])
	return err
}
