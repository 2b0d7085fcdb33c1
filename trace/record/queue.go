package record

import (
	"bytes"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// maxQueued is the maximum number of bytes that wait for a slow disk. Beyond it the recorder has to wait, and
// with the option block its program, too.
const maxQueued = 64 << 20

// queue holds chunks between the connection and the file.
type queue struct {
	mu     sync.Mutex
	moved  sync.Cond
	chunks []format.Chunk
	bytes  int
	closed bool // no more chunks are added
}

func newQueue() *queue {
	q := &queue{}
	q.moved.L = &q.mu
	return q
}

// push waits for space and adds a copy of a chunk. It returns false if the queue is closed.
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

// pop waits for a chunk. It returns false if the queue is closed and empty.
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

// close closes the queue. Chunks in it can still be popped.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.moved.Broadcast()
}

// discard closes the queue and removes all chunks.
func (q *queue) discard() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.chunks, q.bytes = true, nil, 0
	q.moved.Broadcast()
}
