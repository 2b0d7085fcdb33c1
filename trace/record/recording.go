package record

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// recorderStopTimeout limits the time in which a recorder sends its remaining data after the command to stop.
var recorderStopTimeout = 10 * time.Second

// A Recording writes the data of one recorder to a file.
type Recording struct {
	conn   *link.Conn
	out    *output
	queue  *queue
	since  time.Time
	frames uint64                 // stop after this many frames; 0 for no limit
	counts func(lost bool) []byte // see Source.Counts
	done   chan struct{}          // closed when all data is in the file

	mu      sync.Mutex
	written Progress // counts of what is in the file
	options *tracepb.Options
	stopped bool
	reason  string  // why the recording ended
	lacks   *uint64 // see tracepb.End.Unaccounted
	failed  error
}

// start writes the recorder's Hello to a new file and starts the recording.
func start(conn *link.Conn, path string, o *tracepb.Options, frames uint64, counts func(lost bool) []byte) (*Recording, error) {
	out, err := create(path)
	if err != nil {
		conn.Close()
		return nil, err
	}
	r, err := begin(conn, out, o, frames, counts)
	if err != nil { // the file has no calls, and another process may need the name
		err = errors.Join(err, os.Remove(path))
	}
	return r, err
}

func begin(conn *link.Conn, out *output, o *tracepb.Options, frames uint64, counts func(lost bool) []byte) (*Recording, error) {
	r := &Recording{conn: conn, out: out, queue: newQueue(), since: time.Now(), frames: frames, counts: counts, done: make(chan struct{}), options: o}
	hello, err := proto.Marshal(conn.Hello)
	if err == nil {
		err = out.write(format.Chunk{Type: tracepb.ChunkType_CHUNK_HELLO, Body: hello})
	}
	if err == nil {
		err = conn.Command(o, false)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close(), out.to.Close())
	}
	r.written.Bytes = out.size
	recovery.Go(r.run)
	return r, nil
}

// run runs until the recorder ends or the file cannot be written.
func (r *Recording) run() {
	defer close(r.done)
	recovery.Go(r.receive)
	err := r.write()
	r.queue.discard()
	r.conn.Close()
	r.mu.Lock()
	r.failed = errors.Join(r.failed, err)
	r.mu.Unlock()
	r.finish(r.unaccounted())
}

// unaccounted returns the number of calls that were made but did not arrive, after the connection was lost;
// nil if it is unknown.
func (r *Recording) unaccounted() *uint64 {
	r.mu.Lock()
	lost, written := r.reason == "", r.written
	r.mu.Unlock()
	counts := r.counts(lost)
	if !lost {
		return nil
	}
	if r.frames > 0 && written.Frames >= r.frames {
		return proto.Uint64(0) // later calls are not wanted
	}
	made, ok := format.Made(counts, r.conn.Hello.Nonce)
	if !ok {
		return nil
	}
	return proto.Uint64(made - min(made, written.Calls+written.Dropped))
}

// receive reads chunks into the queue.
func (r *Recording) receive() {
	defer r.queue.close()
	for {
		c, err := r.conn.Next()
		if err != nil {
			r.endOfStream(err)
			return
		}
		switch c.Type {
		case tracepb.ChunkType_CHUNK_HELLO, tracepb.ChunkType_CHUNK_COMMAND:
			r.fail(fmt.Errorf("process %d: unexpected chunk of type %d during a recording", r.conn.PID, c.Type))
			return
		case tracepb.ChunkType_CHUNK_END:
			r.queue.push(c)
			return
		}
		if !r.queue.push(c) {
			return
		}
	}
}

// endOfStream handles an error of the connection. A program that was killed or a device that was disconnected
// is not an error; invalid data is.
func (r *Recording) endOfStream(err error) {
	var broken net.Error
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, format.ErrCut), errors.Is(err, net.ErrClosed), errors.As(err, &broken),
		errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return
	}
	r.fail(fmt.Errorf("process %d: invalid data from the recorder: %w", r.conn.PID, err))
}

func (r *Recording) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = errors.Join(r.failed, err)
}

// write writes the queued chunks to the file and updates the progress after each.
func (r *Recording) write() error {
	t := newTally(r.frames)
	lateTimer := time.AfterFunc(lateTime, r.Stop)
	lateTimer.Stop()
	defer lateTimer.Stop()
	for over := false; ; {
		c, more := r.queue.pop()
		if !more {
			return nil
		}
		c, wanted, err := t.count(c)
		if err != nil {
			return fmt.Errorf("process %d: invalid data from the recorder: %w", r.conn.PID, err)
		}
		if wanted {
			err = r.writeChunk(c, t)
		}
		if err != nil {
			return err
		}
		switch {
		case t.over && t.isComplete(r.currentOptions()):
			r.Stop()
		case t.over && !over:
			over = true
			lateTimer.Reset(lateTime)
		}
	}
}

// writeChunk writes a chunk to the file.
func (r *Recording) writeChunk(c format.Chunk, t *tally) error {
	if err := r.out.write(c); err != nil {
		r.mu.Lock()
		r.reason = "disk"
		r.mu.Unlock()
		_ = r.conn.Command(nil, true) // otherwise the recorder would report that its receiver was killed
		return err
	}
	t.Bytes = r.out.size
	r.mu.Lock()
	r.written, r.reason = t.Progress, t.reason
	r.mu.Unlock()
	return nil
}

// currentOptions returns the options that the recorder was last sent.
func (r *Recording) currentOptions() *tracepb.Options {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.options
}

// finish writes an End, with the number of calls that are missing, if the recorder sent none and there is space, and closes the file.
func (r *Recording) finish(unaccounted *uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reason == "" || r.reason == "disk" {
		if r.reason == "" {
			r.reason, r.lacks = "disconnected", unaccounted
		}
		body, err := proto.Marshal(&tracepb.End{Calls: r.written.Calls, Dropped: r.written.Dropped, Uncaptured: r.written.Uncaptured, Reason: r.reason, Unaccounted: unaccounted})
		if err == nil && r.out.write(format.Chunk{Type: tracepb.ChunkType_CHUNK_END, Body: body}) == nil {
			r.written.Bytes = r.out.size
		}
	}
	if err := r.out.to.Close(); err != nil {
		r.failed = errors.Join(r.failed, &WriteError{r.out.path, err})
	}
}

// Stop commands the recorder to send its remaining data and end. It does not wait.
func (r *Recording) Stop() {
	r.mu.Lock()
	again := r.stopped
	r.stopped = true
	r.mu.Unlock()
	if again {
		return
	}
	r.conn.SetReadDeadline(time.Now().Add(recorderStopTimeout))
	_ = r.conn.Command(nil, true) // fails if the recorder has ended; its data can still be read
}

// Change changes options during the recording.
func (r *Recording) Change(c Changes) error {
	r.mu.Lock()
	o := c.Apply(r.options)
	r.mu.Unlock()
	if err := r.conn.Command(o, false); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.options = o
	return nil
}

// Done returns a channel that is closed when all received data is in the file.
func (r *Recording) Done() <-chan struct{} { return r.done }
