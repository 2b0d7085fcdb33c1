package record

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// A Source is where recorders are found.
type Source interface {
	Find(ctx context.Context) ([]link.Registration, error)
	Dial(ctx context.Context, r link.Registration) (*link.Conn, error)
}

// A Session records any number of processes, each into a file of its own.
type Session struct {
	Out      string // matching the first process; others have their number in front of its ending
	Numbered bool   // the first has it, too
	Options  *tracepb.Options
	Frames   uint64                               // stop each after so many; 0: do not
	App      string                               // matching a device, for those who ask
	Serial   string                               // matching the device
	OnStart  func(Status)                         // called for each new recording; may be nil
	OnError  func(r link.Registration, err error) // called for each recorder that cannot be recorded
	mu       sync.Mutex
	all      []*Recording
	ending   bool
}

// Follow records each process that the source finds, looking again and again, until ctx is done or the source fails. Once one
// was found it looks less often.
func (s *Session) Follow(ctx context.Context, from Source, first, then time.Duration) error {
	seen := map[string]bool{} // by their sockets
	for {
		if err := s.once(ctx, from, seen); err != nil && ctx.Err() == nil {
			return err
		}
		pause := first
		if len(seen) > 0 {
			pause = then
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// Once records the processes that the source finds now.
func (s *Session) Once(ctx context.Context, from Source) error {
	return s.once(ctx, from, map[string]bool{})
}

func (s *Session) once(ctx context.Context, from Source, seen map[string]bool) error {
	found, err := from.Find(ctx)
	if err != nil {
		return err
	}
	for _, r := range found {
		if seen[r.Socket] {
			continue
		}
		seen[r.Socket] = true
		if err := s.attach(ctx, from, r); err != nil && s.OnError != nil && ctx.Err() == nil {
			s.OnError(r, err)
		}
	}
	return nil
}

// attach begins to record a process.
func (s *Session) attach(ctx context.Context, from Source, at link.Registration) error {
	if at.Recording == "file" {
		return &SelfRecorded{at}
	}
	conn, err := from.Dial(ctx, at)
	if err != nil {
		return err
	}
	first, over := s.phase()
	if over {
		return errors.Join(errOver, conn.Close())
	}
	r, err := start(conn, pathOf(s.Out, at.PID, first && !s.Numbered), s.Options, s.Frames) // a recorder may take its time
	if err != nil {
		return fmt.Errorf("process %d: %w", at.PID, err)
	}
	if s.add(r) {
		r.Stop()
	}
	if s.OnStart != nil {
		s.OnStart(s.statusOf(r))
	}
	return nil
}

var errOver = errors.New("the recording has ended")

// phase is whether none was begun yet, and whether none may any more.
func (s *Session) phase() (first, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all) == 0, s.ending
}

// add adds a recording that was begun, and reports whether all were told to stop meanwhile.
func (s *Session) add(r *Recording) (over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, r)
	return s.ending
}

func (s *Session) recordings() []*Recording {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Recording(nil), s.all...)
}

// Stop stops all, and lets none begin any more. It does not wait.
func (s *Session) Stop() {
	s.mu.Lock()
	s.ending = true
	s.mu.Unlock()
	for _, r := range s.recordings() {
		r.Stop()
	}
}

// Wait waits until all that were begun are in their files, and gives what went wrong.
func (s *Session) Wait() error {
	var errs []error
	for i := 0; ; i++ {
		all := s.recordings()
		if i >= len(all) {
			return errors.Join(errs...)
		}
		<-all[i].Done()
		errs = append(errs, all[i].Err())
	}
}

// Statuses are all recordings as they stand.
func (s *Session) Statuses() []Status {
	list := []Status{}
	for _, r := range s.recordings() {
		list = append(list, s.statusOf(r))
	}
	return list
}

func (s *Session) statusOf(r *Recording) Status {
	status := r.Status()
	status.App, status.Serial = s.App, s.Serial
	return status
}

// Total is the sum of all recordings.
func Total(list []Status) Progress {
	var sum Progress
	for _, s := range list {
		sum.Calls += s.Calls
		sum.Frames += s.Frames
		sum.Bytes += s.Bytes
		sum.Dropped += s.Dropped
		sum.Uncaptured += s.Uncaptured
	}
	return sum
}

// matching are the recordings that go on and are meant.
func (s *Session) matching(q Request) []*Recording {
	var list []*Recording
	for _, r := range s.recordings() {
		status := r.Status()
		if status.Reason == "" && (q.PID == 0 || status.PID == q.PID) && (q.App == s.App || q.Command == "status") {
			list = append(list, r)
		}
	}
	return list
}

// IsFinished reports whether something was recorded and all of it has come to its end.
func (s *Session) IsFinished() bool {
	all := s.recordings()
	for _, r := range all {
		select {
		case <-r.Done():
		default:
			return false
		}
	}
	return len(all) > 0
}

// SelfRecorded is a process that records straight into a file, as its settings say.
type SelfRecorded struct{ At link.Registration }

func (e *SelfRecorded) Error() string {
	return fmt.Sprintf("process %d (%s) already records into %s", e.At.PID, e.At.Process, e.At.File)
}

// Hint says what to do.
func (e *SelfRecorded) Hint() string {
	return fmt.Sprintf("stop that recording first: gleslayergen trace stop --pid %d", e.At.PID)
}

// StopRecorder tells a recorder to stop that no host has. What it still holds is nobody's.
func StopRecorder(ctx context.Context, from Source, at link.Registration) error {
	conn, err := from.Dial(ctx, at)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.Command(nil, true); err != nil {
		return err
	}
	conn.SetReadDeadline(time.Now().Add(recorderStopTimeout))
	for err == nil {
		_, err = conn.Next()
	}
	return nil
}
