package replay

import (
	"bufio"
	"context"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Options select what a script plays.
type Options struct {
	From, To int  // frames; To is -1 for all frames to the end, and for calls without frames
	First    int  // index of the first call of the frames, if they begin later than those of From
	Rounds   int  // how often the frames are played; 0 is 1
	Images   bool // the recorder reads all images and GPU times of the last frames and draws
	Timed    bool // the player waits before each swap until the time of the recording

	Width, Height int // of all windows; 0: as recorded

	// Requests returns what the player reads around a call of the frames, which is valid until Requests returns. May be nil.
	Requests func(c *file.Call) Around

	Sources map[int]string // of shaders, in place of those that a call of glShaderSource or glCreateShaderProgramv has, by its index

	// Pause is called before each call of the program in the frames, with its index, and at their end with the index of the first
	// call after them. It can wait until it is known what follows, or until the context is done, as it is when the player has ended;
	// send makes the player read more, and write all its results. An error ends the script. May be nil.
	Pause func(ctx context.Context, next int, send func(...Request) error) error
}

// Script converts the calls of a recording to operations of the player.
type Script struct {
	file      *file.File
	functions map[string]uint16 // IDs in the player
	options   Options
	survey    *survey
	left      leftOut
	resume    *snapshot // with which the script starts; nil: with the first call
	unused    Unused
	restored  map[int]bool // frames in which the state of a context was restored
}

// New reads a recording once, to find what later calls tell about earlier ones. functions has the IDs of the
// player's functions by name.
func New(ctx context.Context, f *file.File, functions map[string]uint16, o Options) (*Script, error) {
	survey, err := surveyOf(ctx, f, o.From > 0)
	if err != nil {
		return nil, err
	}
	return (&Script{file: f, functions: functions, survey: survey}).With(o), nil
}

// With returns a script of the same recording with other options. If the first script did not begin with a later frame, it makes all
// calls before its frames.
func (s *Script) With(o Options) *Script {
	out := &Script{file: s.file, functions: s.functions, options: o, survey: s.survey, left: newLeftOut(), restored: map[int]bool{}}
	if begin, _ := out.frames(); begin > 0 {
		from, to := o.span()
		out.resume, out.unused = s.survey.snapshotBefore(begin, from, to)
	}
	return out
}

// writeSize is the number of bytes that are written at once: an eighth of a pipe, so that the player reads while the next ones are
// written, and few writes wake it. Larger data is not copied before it is written.
const writeSize = 128 << 10

// Write writes the script for the player.
func (s *Script) Write(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriterSize(w, writeSize)
	if _, err := out.WriteString(magic); err != nil {
		return err
	}
	if err := s.Emit(ctx, newBinarySink(out, s.file)); err != nil {
		return err
	}
	return out.Flush()
}

// Emit adds the operations of the script to a sink.
func (s *Script) Emit(ctx context.Context, to Sink) error {
	x := newWriter(s, to)
	x.ctx = ctx
	if err := x.beginThreads(); err != nil {
		return err
	}
	begin, end := s.Range()
	first, last := s.options.span()
	needsDraws := s.survey.keepsDraws || s.survey.keepsWindowIn(first, last, begin) || s.survey.lacks.dependsOnEarlier(first, last, begin)
	x.skip = first > 0 && begin > 0 && s.survey.later && !needsDraws
	if err := x.calls(ctx, 0, begin); err != nil {
		return err
	}
	x.skip = false
	if err := x.rounds(ctx, begin, end); err != nil {
		return err
	}
	x.pendingImages()
	x.op.begin(OpEnd, uint16(x.last), end)
	x.emit()
	return x.err
}

// Share returns the number of the share group of a context.
func (s *Script) Share(context uint32) uint32 { return s.survey.shares[context] }

// Restores reports whether a written script restores the state of a context in a frame. What the program drew in the frame before the
// recording is then missing.
func (s *Script) Restores(frame int) bool { return s.restored[frame] }

// Range returns the calls [begin, end) of the frames that are played completely.
func (s *Script) Range() (begin, end int) {
	begin, end = s.frames()
	return max(begin, s.options.First), end
}

// frames returns the calls from the first to the last selected frame.
func (s *Script) frames() (begin, end int) {
	frames := s.file.Frames()
	if s.options.From > 0 && s.options.From <= len(frames) {
		begin = frames[s.options.From-1].Last + 1
	}
	if s.options.To >= 0 && s.options.To < len(frames) {
		return begin, frames[s.options.To].Last + 1
	}
	return begin, s.file.Len()
}

// rounds writes the calls of the frames as often as the options say. Each round begins with the objects of the first.
func (x *writer) rounds(ctx context.Context, begin, end int) error {
	x.keepObjects()
	for x.round = range max(1, x.options.Rounds) {
		if x.round > 0 {
			x.registers = x.kept.clone()
			x.beginFrame(x.last, begin, x.options.From)
		}
		x.untimed = x.options.Timed
		if err := x.calls(ctx, begin, end); err != nil {
			return err
		}
		if err := x.pause(end); err != nil {
			return err
		}
	}
	return nil
}

// keepObjects keeps the objects that exist: they are those of before the frames, with which each round begins.
func (x *writer) keepObjects() {
	if x.round == 0 {
		x.first, x.free = x.registers.next, nil
		x.kept = x.registers.clone()
	}
}

// calls writes the calls in [begin, end).
func (x *writer) calls(ctx context.Context, begin, end int) error {
	for c, err := range x.reader.Calls(begin, end) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = x.next(c)
		}
		if err != nil {
			return err
		}
	}
	return x.flush(nil)
}
