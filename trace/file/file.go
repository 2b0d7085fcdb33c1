// Package file reads a recording of GL calls, raw or compressed, also while it is being written. A recording
// is untrusted input: inconsistent chunks are skipped and counted, and memory use is bounded. The index takes
// at most 128 MiB plus 16 times the size of the file, and never more than 1 GiB.
package file

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// File is a recording. It is safe for concurrent use by several goroutines.
type File struct {
	r      io.ReaderAt
	counts []byte                // the file with the numbers of calls, next to the recording; nil if there is none
	stat   func() (int64, error) // returns the size in bytes
	done   func() error

	mu       sync.RWMutex
	x        *index
	good     int64                   // offset of the end of the last complete chunk
	failed   error                   // error of the index: its content stays, and nothing is added
	batches  recent[int64, *content] // by offset, as those of payloads
	contents recent[int64, contents]
	chunk    atomic.Pointer[payloadChunk] // from which a payload was read last
	runs     threadRuns
	large    sync.Mutex // held while a large batch is decoded
}

// Open opens a recording and reads its index. A truncated recording is not an error: Cut returns the number
// of truncated bytes.
func Open(path string) (*File, error) { return OpenContext(context.Background(), path) }

// OpenContext is like Open, but stops with an error when ctx is done: a large recording takes long to read.
func OpenContext(ctx context.Context, path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening another kind of file, such as a FIFO, may block forever
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &File{r: file, counts: readCounts(path + format.CountsSuffix), done: file.Close, stat: func() (int64, error) {
		info, err := file.Stat()
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}}
	if err := f.openIndexed(ctx, file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// openIndexed reads the saved index of a large recording, or the recording. It saves an index that took long to make.
func (f *File) openIndexed(ctx context.Context, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var s *saved
	if info.Size() >= minIndexedSize {
		if s, err = newSaved(file); err != nil {
			return err
		}
		if f.x = s.load(); f.x != nil {
			f.good = f.x.good
			return nil
		}
	}
	if err := f.begin(ctx); err != nil {
		return err
	}
	large := f.x.calls >= minIndexed || info.Size() >= minIndexedBytes
	if s != nil && large && (f.x.end != nil || time.Since(info.ModTime()) > growing) {
		f.x.good = f.good
		_ = s.save(f.x) // it is only needed to open the recording faster
	}
	return nil
}

// Read reads the index of a recording of size bytes from r.
func Read(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, done: func() error { return nil }, stat: func() (int64, error) { return size, nil }}
	return f, f.begin(context.Background())
}

// begin creates the index and reads all complete chunks. It fails if there is no Hello.
func (f *File) begin(ctx context.Context) error {
	f.x = newIndex()
	if _, err := f.grow(ctx); err != nil {
		return err
	}
	if f.x.hello == nil {
		return errors.New("truncated recording: no complete chunk")
	}
	return nil
}

// Close closes the file.
func (f *File) Close() error { return f.done() }

// Refresh reads what was written since the last read and reports whether there were new chunks. Calls keep
// their index; later calls of threads that were behind are appended at the end. After an error the index does
// not grow again.
func (f *File) Refresh() (grown bool, err error) { return f.grow(context.Background()) }

// grow reads the chunks after the last complete chunk that is known.
func (f *File) grow(ctx context.Context) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return false, f.failed
	}
	size, err := f.stat()
	if err != nil {
		f.failed = err
		return false, err
	}
	if size == f.x.size {
		return false, nil
	}
	before := f.good
	f.failed = f.read(ctx, size)
	return f.good > before, f.failed
}

// read reads up to size, the present size of the recording. After an error, only some calls of a batch may
// have an index.
func (f *File) read(ctx context.Context, size int64) error {
	if size < f.good {
		return fmt.Errorf("the file shrank from at least %d bytes to %d bytes while it was being read", f.good, size)
	}
	f.x.size = size
	err := f.chunks(ctx, size)
	f.x.scanned = format.Calls{}
	if err != nil {
		return err
	}
	err = f.x.merge(func(b *batch) (*sequence, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return f.sequence(b)
	})
	f.x.clockFrames()
	return err
}

// chunks reads all complete chunks.
func (f *File) chunks(ctx context.Context, size int64) error {
	in := bufio.NewReaderSize(io.NewSectionReader(f.r, f.good, size-f.good), 256<<10)
	r := format.NewReader(in)
	if f.good > 0 {
		r = format.Resume(in, f.good)
	}
	damaged := 0
	for ctx.Err() == nil {
		c, err := r.Next()
		var bad *format.Damaged
		switch {
		case errors.As(err, &bad) && f.x.hello == nil:
			return err
		case bad != nil && bad.Size > 0:
			damaged++ // counts only if a valid chunk follows; otherwise it is part of the truncated end
			continue
		case err == io.EOF, errors.Is(err, format.ErrCut), bad != nil:
			return nil
		case err != nil:
			return err
		}
		f.x.totals.Damaged += damaged
		damaged = 0
		if err := f.x.addChunk(c, reference{r.Offset(), r.End() - r.Offset()}); err != nil {
			return err
		}
		f.good = r.End()
	}
	return ctx.Err()
}

// Cut returns the number of bytes at the end that are not complete chunks.
func (f *File) Cut() int64 { return locked(f, func(x *index) int64 { return x.size - f.good }) }

// Size returns the size of the recording in bytes, including the truncated end.
func (f *File) Size() int64 { return locked(f, func(x *index) int64 { return x.size }) }

// Hello returns the first message of the recorder.
func (f *File) Hello() *tracepb.Hello { return f.x.hello }

// Options returns the last options of the recording.
func (f *File) Options() *tracepb.Options {
	return locked(f, func(x *index) *tracepb.Options { return x.options })
}

// Boottime returns the value of CLOCK_BOOTTIME at a time since the recording began.
func (f *File) Boottime(at time.Duration) time.Duration {
	c := locked(f, func(x *index) clock { return x.clock })
	return c.boottime(at)
}

// End returns the last message of the recorder, or nil if the recording has none.
func (f *File) End() *tracepb.End { return locked(f, func(x *index) *tracepb.End { return x.end }) }

// Len returns the number of calls of all threads. Calls are indexed in the order in which they began.
func (f *File) Len() int { return locked(f, func(x *index) int { return x.calls }) }

// Frames returns the frames in the order of their swaps.
func (f *File) Frames() []Frame {
	return locked(f, func(x *index) []Frame { return slices.Clip(x.frames) })
}

// Functions returns the functions that the recording defines.
func (f *File) Functions() []*Function {
	return locked(f, func(x *index) []*Function { return slices.Clip(x.functions.all) })
}

// Contexts returns the contexts in the order in which they first occur.
func (f *File) Contexts() []Context {
	return locked(f, func(x *index) []Context { return slices.Clone(x.contexts) })
}

// Gaps returns the places where calls are missing.
func (f *File) Gaps() []Gap { return locked(f, func(x *index) []Gap { return slices.Clip(x.gaps) }) }

// Threads returns the threads in the order in which they first occur.
func (f *File) Threads() []Thread {
	return locked(f, func(x *index) (out []Thread) {
		for _, t := range x.threads {
			out = append(out, t.Thread)
		}
		return out
	})
}

// Totals returns the sums over all threads.
func (f *File) Totals() Totals {
	return locked(f, func(x *index) Totals {
		out := x.totals
		out.Calls = x.calls
		return out
	})
}

// locked calls get with the index locked for reading.
func locked[T any](f *File, get func(*index) T) T {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return get(f.x)
}
