package inspect

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Options select how calls are replayed.
type Options struct {
	Width, Height int    // of all windows; 0: as recorded
	Dir           string // for temporary files; "" for the default directory of the system
}

// Inspector replays parts of a recording. Its methods can be called concurrently; they make one replay at a time, that of the newest
// call first. Each method ends early with the error of its context. Calls and frames are numbered as in the recording.
//
// Errors are those of a player, such as *[replay.CrashError], or an *[Unavailable] if the answer does not exist.
type Inspector struct {
	file      *file.File
	player    replay.Player
	functions map[string]uint16
	options   Options

	closing context.Context
	close   context.CancelFunc
	remove  sync.Once
	turn    turn // protects the rest
	dir     string
	frames  []*frame // those used last, the newest last
	players
}

// players are those of one frame.
type players struct {
	of     *frame
	active *session   // that answered last; may be nil
	parked []*session // that wait at parking places for later questions
}

// mostFrames is the number of frames whose trimmed recordings are kept.
const mostFrames = 4

// New returns an inspector of a recording. The player has no Settings, Device and OnReading; functions are those that it has.
// Close the inspector before the recording.
func New(f *file.File, p replay.Player, functions map[string]uint16, options Options) *Inspector {
	i := &Inspector{file: f, player: p, functions: functions, options: options}
	i.closing, i.close = context.WithCancel(context.Background())
	return i
}

// Close ends the players and removes temporary files. Methods that still run, and later ones, fail.
func (i *Inspector) Close() (err error) {
	i.close()
	i.remove.Do(func() {
		if err = i.turn.take(context.Background()); err != nil {
			return
		}
		defer i.turn.end()
		i.players.end()
		for _, fr := range i.frames {
			err = errors.Join(err, fr.close())
		}
		if i.dir != "" {
			err = errors.Join(err, os.RemoveAll(i.dir))
		}
	})
	return err
}

// Unavailable is the error of a question that has no answer on this recording or driver.
type Unavailable struct {
	What   string // that is not available: "the outputs of the vertex shader"
	Reason string
}

func (e *Unavailable) Error() string { return e.What + ": " + e.Reason }

var (
	errClosed = errors.New("the inspector is closed")
)

// with calls use with the frame of a call, when it is the turn of the caller.
func (i *Inspector) with(ctx context.Context, call int, use func(ctx context.Context, fr *frame) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(i.closing, func() { cancel(errClosed) })()
	if err := i.turn.take(ctx); err != nil {
		return context.Cause(ctx)
	}
	defer i.turn.end()
	fr, err := i.frame(ctx, call)
	if err == nil {
		err = use(ctx, fr)
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// frame returns the frame of a call.
func (i *Inspector) frame(ctx context.Context, call int) (*frame, error) {
	number, r, err := rangeOf(i.file, call)
	if err != nil {
		return nil, err
	}
	for at, fr := range i.frames {
		if fr.Range == r {
			i.frames = append(append(i.frames[:at:at], i.frames[at+1:]...), fr)
			return fr, nil
		}
	}
	if i.dir == "" {
		if i.dir, err = os.MkdirTemp(i.options.Dir, "gleslayergen-inspect-"); err != nil {
			return nil, err
		}
	}
	fr, err := i.openFrame(ctx, number, r)
	if err != nil {
		return nil, err
	}
	i.frames = append(i.frames, fr)
	if len(i.frames) > mostFrames {
		oldest := i.frames[0]
		i.frames = i.frames[1:]
		if i.of == oldest {
			i.players.end()
		}
		return fr, oldest.close()
	}
	return fr, nil
}

// start starts a player that makes the calls before a frame, and waits.
func (i *Inspector) start(fr *frame, o replay.Options, prefix func(c *file.Call) replay.Around) *session {
	o.Width, o.Height = i.options.Width, i.options.Height
	return startSession(i.player, fr.script, o, fr.begin, prefix)
}

// run does a task with a player of a frame, which has not made calls from the index first on. Then players wait for the next
// task.
func (i *Inspector) run(ctx context.Context, fr *frame, first int, t *task) error {
	if i.of != fr {
		i.players.end()
		i.of = fr
	}
	if !i.choose(first) {
		i.active = i.start(fr, replay.Options{}, nil)
	}
	i.active.next = t.until
	if err := i.active.run(ctx, t); err != nil {
		i.active.end()
		i.active = nil
		return fr.refusal(err)
	}
	i.park(fr)
	return nil
}

// choose makes the player active that waits closest to a call. It returns false if none waits before the call.
func (p *players) choose(first int) bool {
	best := -1
	for n, s := range p.parked {
		if s.next <= first && (best < 0 || s.next > p.parked[best].next) {
			best = n
		}
	}
	switch {
	case p.active != nil && p.active.next <= first && (best < 0 || p.active.next >= p.parked[best].next):
		return true
	case p.active != nil:
		p.active.end()
		p.active = nil
	}
	if best >= 0 {
		p.active = p.parked[best]
		p.parked = slices.Delete(p.parked, best, best+1)
	}
	return best >= 0
}

// longFrame is the number of calls from which a player waits in the middle of a frame too.
const longFrame = 1000

// park starts players that wait before a frame, and in the middle of a long one, if there are none.
func (i *Inspector) park(fr *frame) {
	places := []int{fr.begin}
	if end := fr.index(fr.To); end-fr.begin >= longFrame {
		places = append(places, fr.begin+(end-fr.begin)/2)
	}
	for _, place := range places {
		if slices.ContainsFunc(i.parked, func(s *session) bool { return s.next == place }) {
			continue
		}
		s := i.start(fr, replay.Options{}, nil)
		s.next = place
		i.parked = append(i.parked, s)
		if place > fr.begin {
			waiting := &task{until: place, on: func(*replay.Reading) error { return nil }}
			recovery.Go(func() { _ = s.run(i.closing, waiting) }) // an error is that of the next task
		}
	}
}

// refusal returns the error of a player with the index that a call has in the recording.
func (fr *frame) refusal(err error) error {
	if err == nil {
		return nil
	}
	var refused *replay.RefusedError
	if errors.As(err, &refused) && refused.Call >= 0 {
		return &replay.RefusedError{Call: fr.call(refused.Call), Function: refused.Function, Reason: refused.Reason}
	}
	return err
}

// end ends the players.
func (p *players) end() {
	if p.active != nil {
		p.active.end()
	}
	for _, s := range p.parked {
		s.end()
	}
	*p = players{}
}
