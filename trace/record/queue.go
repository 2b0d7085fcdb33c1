package record

import (
	"bytes"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// maxQueued is how many bytes may wait for a slow disk. When it is used up the recorder has to wait, which never keeps its program.
const maxQueued = 64 << 20

// queue holds chunks between the connection and the file.
type queue struct {
	mu     sync.Mutex
	moved  sync.Cond
	chunks []format.Chunk
	bytes  int
	closed bool // no more will come, or none is taken
}

func newQueue() *queue {
	q := &queue{}
	q.moved.L = &q.mu
	return q
}

// push adds a copy of a chunk when there is room, and says whether somebody will take it.
func (q *queue) push(c format.Chunk) bool {
	c.Body = bytes.Clone(c.Body)
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.bytes >= maxQueued && !q.closed {
		q.moved.Wait()
	}
	if q.closed {
		return false
	}
	q.chunks = append(q.chunks, c)
	q.bytes += len(c.Body) + format.HeaderSize
	q.moved.Broadcast()
	return true
}

// pop waits for a chunk; false: there will be none.
func (q *queue) pop() (format.Chunk, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.chunks) == 0 && !q.closed {
		q.moved.Wait()
	}
	if len(q.chunks) == 0 {
		return format.Chunk{}, false
	}
	c := q.chunks[0]
	q.chunks[0] = format.Chunk{}
	q.chunks = q.chunks[1:]
	q.bytes -= len(c.Body) + format.HeaderSize
	q.moved.Broadcast()
	return c, true
}

// close lets take come to an end with what is there.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.moved.Broadcast()
}

// discard ends it, and lets nothing be taken any more.
func (q *queue) discard() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.chunks, q.bytes = true, nil, 0
	q.moved.Broadcast()
}
