package record

import (
	"cmp"
	"context"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// Intervals of the search for recorders: before the first one is found, while its calls wait in small
// buffers, and after that.
const (
	firstInterval = 5 * time.Millisecond
	interval      = 50 * time.Millisecond
)

// Program is a running program that is recorded together with its child processes.
type Program struct {
	From           Source
	FirstInterval  time.Duration          // interval of the search until a recorder is found; 0 for the default of this machine
	Interval       time.Duration          // interval after that; 0 for the default
	Dir            string                 // directory for control requests
	Run            func()                 // runs the program and returns when it has ended
	Grace          time.Duration          // time after the end of the program in which recordings of other processes may end by themselves
	Show           func(over func() bool) // shows progress until over reports true
	OnControlError func(error)            // called if control requests cannot be served; the recording continues
	OnSearchError  func(error)            // called if the search for recorders fails; the recording continues
}

// During records a program from start to end and returns when all received data is in the files. A recording
// that fails does not end the program.
func (s *Session) During(ctx context.Context, p Program) error {
	stopServing, err := s.Serve(p.Dir)
	defer stopServing()
	if err != nil {
		p.OnControlError(err)
	}
	ctx = context.WithoutCancel(ctx)
	searchCtx, stop := context.WithCancel(ctx)
	defer stop()
	over, done := context.WithCancel(ctx)
	defer done()
	var searching, showing recovery.Group
	searching.Go(func() {
		if err := s.Follow(searchCtx, p.From, cmp.Or(p.FirstInterval, firstInterval), cmp.Or(p.Interval, interval)); err != nil {
			p.OnSearchError(err)
		}
	})
	showing.Go(func() { p.Show(func() bool { return over.Err() != nil }) })
	p.Run()
	s.await(p.Grace)
	stop()
	searching.Wait()
	s.Stop()
	err = s.Wait()
	done()
	showing.Wait()
	return err
}

// await waits until all recordings have ended, for at most this time.
func (s *Session) await(most time.Duration) {
	late := time.After(most)
	for _, r := range s.recordings() {
		select {
		case <-r.Done():
		case <-late:
			return
		}
	}
}
