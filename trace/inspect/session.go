package inspect

import (
	"bytes"
	"context"
	"errors"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// session is a player that waits within the calls of a recording for what to play and read next.
type session struct {
	tasks    chan *task
	readings chan *replay.Reading
	cancel   context.CancelFunc
	done     chan struct{} // closed when the player has ended
	err      error         // of the player, then
	next     int           // index of the call before which the player waits or will wait

	mu sync.Mutex // held while a task runs
}

// task is what a session plays and reads for a question.
type task struct {
	until  int                              // index in the recording of the frame: the player makes the calls before this one
	around func(c *file.Call) replay.Around // what it reads around them; may be nil
	then   []replay.Request                 // what it reads before that call
	on     func(r *replay.Reading) error    // receives the results
}

// lastReading is the ID of the result that ends those of a task.
const lastReading = 1<<64 - 1

// errEnded is the error of a script that the session does not need any more.
var errEnded = errors.New("the replay was ended")

// startSession starts a player, which makes the calls before begin at once.
// prefix returns what it reads around them; the first task receives that.
func startSession(p replay.Player, script *replay.Script, o replay.Options, begin int, prefix func(c *file.Call) replay.Around) *session {
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{tasks: make(chan *task), readings: make(chan *replay.Reading), cancel: cancel, done: make(chan struct{}), next: begin}
	var current *task
	o.To = -1
	o.Requests = func(c *file.Call) replay.Around {
		around := prefix
		if current != nil {
			around = current.around
		}
		if around == nil {
			return replay.Around{}
		}
		return around(c)
	}
	o.Pause = func(ctx context.Context, next int, send func(...replay.Request) error) error {
		for next >= begin && (current == nil || next >= current.until) {
			if current != nil {
				if err := send(append(current.then, replay.Clock(lastReading, false))...); err != nil {
					return err
				}
			} else if err := send(); err != nil { // the calls before the frame are made at once
				return err
			}
			select {
			case current = <-s.tasks:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}
	p.OnReading = func(r *replay.Reading) error {
		one := *r
		one.Data, one.Words = bytes.Clone(r.Data), bytes.Clone(r.Words)
		select {
		case s.readings <- &one:
			return nil
		case <-ctx.Done():
			return errEnded
		}
	}
	recovery.Go(func() {
		_, s.err = p.Play(ctx, script.With(o))
		close(s.done)
	})
	return s
}

// run makes a session do a task. After an error, the session cannot be used again.
func (s *session) run(ctx context.Context, t *task) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.tasks <- t:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.done:
		return s.failure()
	}
	for {
		select {
		case r := <-s.readings:
			if r.ID == lastReading {
				return nil
			}
			if err := t.on(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return s.failure()
		}
	}
}

// failure returns the error of a player that ended too early.
func (s *session) failure() error {
	if s.err == nil {
		return errEnded
	}
	return s.err
}

// end ends the player.
func (s *session) end() {
	s.cancel()
	<-s.done
}
