package inspect

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

// frame is a frame of the recording, in a recording that has only what it needs.
type frame struct {
	number int // -1 after the last swap
	trim.Range

	part   *file.File // that is played
	path   string     // of part; "" if it is the whole recording
	begin  int        // index of the first call of the frame in part
	calls  []int      // indices in the recording, by index in part; nil if they are the same
	script *replay.Script

	time time.Duration // of the GPU; 0: not measured
}

// rangeOf returns the frame of a call and its calls.
func rangeOf(f *file.File, call int) (number int, r trim.Range, err error) {
	if call < 0 || call >= f.Len() {
		return 0, r, fmt.Errorf("no call %d: the recording has %d calls, numbered from 0", call, f.Len())
	}
	frames := f.Frames()
	n := sort.Search(len(frames), func(n int) bool { return frames[n].Last >= call })
	r.To = f.Len()
	if n > 0 {
		r.From = frames[n-1].Last + 1
	}
	if n == len(frames) {
		return -1, r, nil
	}
	r.To = frames[n].Last + 1
	return n, r, nil
}

// openFrame trims the recording to a frame. The new recording is a file in dir.
func (i *Inspector) openFrame(ctx context.Context, number int, r trim.Range) (*frame, error) {
	fr := &frame{number: number, Range: r, part: i.file}
	var err error
	if r.From > 0 {
		err = fr.trim(ctx, i.file, i.dir)
	}
	if err == nil {
		fr.script, err = replay.New(ctx, fr.part, i.functions, replay.Options{To: -1})
	}
	if err != nil {
		return nil, errors.Join(err, fr.close())
	}
	return fr, nil
}

func (fr *frame) trim(ctx context.Context, f *file.File, dir string) error {
	out, err := os.CreateTemp(dir, "frame-*.gltrace")
	if err != nil {
		return err
	}
	fr.path, fr.part = out.Name(), nil
	buffered := bufio.NewWriterSize(out, 1<<20)
	result, err := trim.Trim(ctx, f, fr.Range, buffered)
	if err = errors.Join(err, buffered.Flush(), out.Close()); err != nil {
		return err
	}
	for call := range result.Set.All(0) {
		fr.calls = append(fr.calls, int(call))
	}
	if fr.part, err = file.OpenContext(ctx, fr.path); err != nil {
		return err
	}
	fr.begin = fr.index(fr.From)
	if fr.part.Len() != len(fr.calls) {
		return fmt.Errorf("the trimmed recording has %d calls, not %d", fr.part.Len(), len(fr.calls))
	}
	return nil
}

// index returns the index in part of the first call that is not before a call of the recording.
func (fr *frame) index(call int) int {
	if fr.calls == nil {
		return call
	}
	at, _ := slices.BinarySearch(fr.calls, call)
	return at
}

// call returns the index in the recording of a call in part.
func (fr *frame) call(index int) int {
	if index >= 0 && index < len(fr.calls) {
		return fr.calls[index]
	}
	return index
}

// close removes the file.
func (fr *frame) close() (err error) {
	if fr.path == "" {
		return nil
	}
	if fr.part != nil {
		err = fr.part.Close()
	}
	return errors.Join(err, os.Remove(fr.path))
}
