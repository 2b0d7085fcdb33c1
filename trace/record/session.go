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

// A Source finds recorders and connects to them.
type Source interface {
	Find(ctx context.Context) ([]link.Registration, error)
	Dial(ctx context.Context, r link.Registration) (*link.Conn, error)
	// Counts opens the file with the numbers of calls that a process makes. The function that it returns is called once, at the end
	// of the recording, even if ctx is done. If the connection was lost, it returns the content, nil if there is none.
	Counts(ctx context.Context, r link.Registration) func(lost bool) []byte
}

// A Session records any number of processes, each into its own file.
type Session struct {
	Out      string // file of the first process; others have their process ID before the extension
	Numbered bool   // the file of the first process has its ID, too
	Options  *tracepb.Options
	Frames   uint64                               // stop each recording after this many frames; 0 for no limit
	App      string                               // app of a device, for the status
	Serial   string                               // serial number of the device
	OnStart  func(Status)                         // called for each new recording; may be nil
	OnError  func(r link.Registration, err error) // called for each recorder that cannot be recorded
	mu       sync.Mutex
	all      []*Recording
	ending   bool
}

// Follow records each process that the source finds. It searches repeatedly, at the interval first until it
// finds a recorder and then at the interval then, until ctx is done or the source fails.
func (s *Session) Follow(ctx context.Context, from Source, first, then time.Duration) error {
	seen := map[string]bool{} // by socket
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

// attach starts to record a process.
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
	counts := from.Counts(ctx, at)
	r, err := start(conn, pathOf(s.Out, at.PID, first && !s.Numbered), s.Options, s.Frames, counts) // may take seconds if the recorder is slow
	if err != nil {
		counts(false)
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

// phase returns whether no recording was started yet, and whether the session is ending.
func (s *Session) phase() (first, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all) == 0, s.ending
}

// add adds a started recording and reports whether the session is ending.
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

// Stop stops all recordings and prevents new ones. It does not wait.
func (s *Session) Stop() {
	s.mu.Lock()
	s.ending = true
	s.mu.Unlock()
	for _, r := range s.recordings() {
		r.Stop()
	}
}

// Wait waits until the data of all recordings is in their files and returns their errors.
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

// Statuses returns the current status of all recordings.
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

// Total returns the sum of all recordings.
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

// matching returns the active recordings that the request selects.
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

// IsFinished reports whether there were recordings and all have ended.
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

// SelfRecorded is the error for a process whose settings make it record to a file itself.
type SelfRecorded struct{ At link.Registration }

func (e *SelfRecorded) Error() string {
	return fmt.Sprintf("process %d (%s) is already recording to %s", e.At.PID, e.At.Process, e.At.File)
}

// Hint returns what to do.
func (e *SelfRecorded) Hint() string {
	return fmt.Sprintf("stop that recording first: gleslayergen trace stop --pid %d", e.At.PID)
}

// StopRecorder stops a recorder without a receiver. Its remaining data is discarded.
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
