package record

import (
	"cmp"
	"context"
	"sync"
	"time"
)

// How often it is looked for a recorder before there is one, when its calls wait in small buffers, and for more after that.
const (
	firstInterval = 5 * time.Millisecond
	interval      = 50 * time.Millisecond
)

// Program is one that runs and is recorded, itself and what it starts.
type Program struct {
	From           Source
	FirstInterval  time.Duration          // pause before it is looked for recorders again until there is one; 0: that of this machine
	Interval       time.Duration          // and then
	Folder         string                 // where others may ask about this
	Run            func()                 // starts it, and returns when it has ended
	Show           func(over func() bool) // shows progress until over reports true
	OnControlError func(error)            // called if control requests cannot be served; the recording continues
	OnSearchError  func(error)            // called if the search for recorders fails; the recording continues
}

// During records a program from its start to its end, and returns when all that came is in the files. That the recording fails is
// no reason to end the program.
func (s *Session) During(ctx context.Context, p Program) error {
	stopServing, err := s.Serve(p.Folder)
	defer stopServing()
	if err != nil {
		p.OnControlError(err)
	}
	ctx = context.WithoutCancel(ctx)
	searchCtx, stop := context.WithCancel(ctx)
	defer stop()
	over, done := context.WithCancel(ctx)
	defer done()
	var searching, showing sync.WaitGroup
	searching.Go(func() {
		if err := s.Follow(searchCtx, p.From, cmp.Or(p.FirstInterval, firstInterval), cmp.Or(p.Interval, interval)); err != nil {
			p.OnSearchError(err)
		}
	})
	showing.Go(func() { p.Show(func() bool { return over.Err() != nil }) })
	p.Run()
	stop()
	searching.Wait()
	s.Stop()
	err = s.Wait()
	done()
	showing.Wait()
	return err
}
