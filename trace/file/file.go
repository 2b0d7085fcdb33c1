// Package file reads a recording of GL calls, raw or packed, also one that is being written. A recording may come from anybody:
// what does not fit together is left out and counted, and what is kept of it is bounded by a few times its size.
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
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// File is a recording. Several goroutines may read it at once.
type File struct {
	r    io.ReaderAt
	stat func() (int64, error) // size
	done func() error

	mu     sync.RWMutex
	x      *index
	good   int64 // up to where chunks are whole
	failed error // of the index: what is in it stays, and nothing is added
	cache  cache
}

// Open reads the index of a recording. That it breaks off is no error: Cut says so.
func Open(path string) (*File, error) { return OpenContext(context.Background(), path) }

// OpenContext is Open, for as long as ctx is not done: a large recording takes its time.
func OpenContext(ctx context.Context, path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // of others already the opening may wait for ever
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &File{r: file, done: file.Close, stat: func() (int64, error) {
		info, err := file.Stat()
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}}
	if err := f.begin(ctx); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// Read reads the index of a recording that is in memory or elsewhere.
func Read(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, done: func() error { return nil }, stat: func() (int64, error) { return size, nil }}
	return f, f.begin(context.Background())
}

// begin reads all there is.
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

// Close ends reading.
func (f *File) Close() error { return f.done() }

// Refresh reads what was written since. Calls keep their index; those of threads that were behind come at the end. After an error
// there is never more.
func (f *File) Refresh() (grown bool, err error) { return f.grow(context.Background()) }

// grow reads the chunks behind those that are known.
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

// read reads up to the size that the recording has now. An error in the middle leaves batches of which some calls have a place.
func (f *File) read(ctx context.Context, size int64) error {
	if size < f.good {
		return errors.New("the file became shorter while it was being read")
	}
	f.x.size = size
	if err := f.chunks(ctx, size); err != nil {
		return err
	}
	err := f.x.merge(func(b *batch) ([]uint64, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return f.keys(b)
	})
	f.x.clockFrames()
	return err
}

// chunks reads all whole chunks.
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
			damaged++ // if nothing good comes behind it, it belongs to the end that is cut off
			continue
		case err == io.EOF, errors.Is(err, format.ErrCut), bad != nil:
			return nil
		case err != nil:
			return err
		}
		f.x.totals.Damaged += damaged
		damaged = 0
		if err := f.x.take(c, reference{r.Offset(), r.End() - r.Offset()}); err != nil {
			return err
		}
		f.good = r.End()
	}
	return ctx.Err()
}

// Cut is how many bytes at the end are no whole chunks.
func (f *File) Cut() int64 { return locked(f, func(x *index) int64 { return x.size - f.good }) }

// Size is how many bytes the recording has, those that are cut off too.
func (f *File) Size() int64 { return locked(f, func(x *index) int64 { return x.size }) }

// Hello is what the recorder said at first.
func (f *File) Hello() *tracepb.Hello { return f.x.hello }

// Boottime is what CLOCK_BOOTTIME was at a moment since recording began.
func (f *File) Boottime(at time.Duration) time.Duration {
	c := locked(f, func(x *index) clock { return x.clock })
	return c.boottime(at)
}

// End is what the recorder said at last; nil where it did not come to that.
func (f *File) End() *tracepb.End { return locked(f, func(x *index) *tracepb.End { return x.end }) }

// Len is how many calls there are, in the order in which they began, over all threads.
func (f *File) Len() int { return locked(f, func(x *index) int { return x.calls }) }

// Frames are the frames in the order of their swaps.
func (f *File) Frames() []Frame {
	return locked(f, func(x *index) []Frame { return slices.Clip(x.frames) })
}

// Functions are the functions that the recording defines.
func (f *File) Functions() []*Function {
	return locked(f, func(x *index) []*Function { return slices.Clip(x.functions.all) })
}

// Contexts are the contexts in the order in which they came to be known.
func (f *File) Contexts() []Context {
	return locked(f, func(x *index) []Context { return slices.Clone(x.contexts) })
}

// Gaps are where calls are missing.
func (f *File) Gaps() []Gap { return locked(f, func(x *index) []Gap { return slices.Clip(x.gaps) }) }

// Threads are the threads in the order in which they came to be known.
func (f *File) Threads() []Thread {
	return locked(f, func(x *index) (out []Thread) {
		for _, t := range x.threads {
			out = append(out, t.Thread)
		}
		return out
	})
}

// Totals are what all threads have together.
func (f *File) Totals() Totals {
	return locked(f, func(x *index) Totals {
		out := x.totals
		out.Calls = x.calls
		for _, t := range x.threads {
			out.Dropped, out.Uncaptured = out.Dropped+t.dropped, out.Uncaptured+t.uncaptured
		}
		return out
	})
}

// locked asks the index while nobody changes it.
func locked[T any](f *File, ask func(*index) T) T {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return ask(f.x)
}
