package file

import (
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Thread is a thread of the program.
type Thread struct {
	Number uint32
	Tid    uint32 // thread ID of the kernel, or 0 if unknown
	Name   string
	Calls  int
}

// Context is an EGL context.
type Context struct {
	Number       uint32
	Handle       uint64
	Major, Minor int    // OpenGL ES version
	Share        uint32 // number of its share group
	Desktop      bool   // of OpenGL, not of OpenGL ES: layers do not see its calls
	Calls        int
}

// Gap is a place where calls of a thread are missing.
type Gap struct {
	Before  int // index of the call after the gap
	Thread  uint32
	Calls   uint64 // number of missing calls
	Dropped uint64 // the missing calls for which the recorder had no space
	Batches uint64 // number of missing batches
}

// Totals are the counts of recorded and missing data of a recording.
type Totals struct {
	format.Losses
	Calls    int
	Lost     uint64 // calls that are missing for another reason
	Batches  uint64 // missing batches
	Damaged  int    // damaged chunks, also of the recording that this one was made from
	Payloads int
}

// thread is the data about a thread in the index.
type thread struct {
	Thread
	next format.Position
	last uint64 // key of its last call

	frames    []int32 // indices of the thread's frames
	began     bool    // whether a frame has begun
	begin     int     // first call of that frame
	beginTime uint64  // ticks
	draws     int
}

// thread returns the index of the thread with a number and adds it if it is new.
func (x *index) thread(number uint32) (int32, error) {
	if i, ok := x.byNumber[number]; ok {
		return i, nil
	}
	i := int32(len(x.threads))
	x.byNumber[number] = i
	x.threads = append(x.threads, &thread{Thread: Thread{Number: number}})
	return i, x.keep(512)
}

// readThread reads a chunk with the kernel's ID and the name of a thread.
func (x *index) readThread(c format.Chunk) error {
	m := &tracepb.Thread{}
	if err := decodeSmall(c, m); err != nil {
		return err
	}
	i, err := x.thread(m.GetNumber())
	if err != nil {
		return err
	}
	t := x.threads[i]
	t.Tid, t.Name = m.GetTid(), m.GetName()
	return x.keep(len(t.Name))
}

// updateCounters counts the losses that a batch of the thread reports. It returns the gap before the batch, or nil
// if nothing is missing.
func (x *index) updateCounters(t *thread, b *format.Batch) *Gap {
	g, next := Gap{Thread: t.Number}, t.next.After(b)
	if b.Sequence > t.next.Sequence {
		g.Batches = b.Sequence - t.next.Sequence
	}
	if b.First > t.next.First {
		g.Calls = b.First - t.next.First
	}
	g.Dropped = min(next.Dropped-t.next.Dropped, g.Calls)
	x.totals.Add(t.next, next)
	t.next = next
	if g.Batches == 0 && g.Calls == 0 {
		return nil
	}
	return &g
}

// countContext adds the calls of a batch to its context.
func (x *index) countContext(b *batch) error {
	if b.context == 0 {
		return nil
	}
	i, err := x.context(b.context)
	if err == nil {
		x.contexts[i].Calls += int(b.count)
	}
	return err
}

// context returns the index of the context with a number and adds it if it is new.
func (x *index) context(number uint32) (int, error) {
	if i, ok := x.byContext[number]; ok {
		return i, nil
	}
	x.byContext[number] = len(x.contexts)
	x.contexts = append(x.contexts, Context{Number: number})
	return len(x.contexts) - 1, x.keep(128)
}

// setAttributes reads the arguments of gltrace.Context: number, handle, major, minor, share group, and whether the
// context is of OpenGL, which early recorders do not report.
func (x *index) setAttributes(cells []uint64) error {
	if len(cells) < 5 {
		return nil
	}
	i, err := x.context(uint32(cells[0]))
	c := &x.contexts[i]
	c.Handle, c.Major, c.Minor, c.Share = cells[1], int(int32(cells[2])), int(int32(cells[3])), uint32(cells[4])
	c.Desktop = len(cells) > 5 && uint8(cells[5]) != 0
	return err
}
