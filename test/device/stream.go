package device

import (
	"io"
	"net"
	"sync"
)

// A stream is one open service. Of each direction one packet is under way: the next waits until the other side has
// taken it.
type stream struct {
	link          *link
	local, remote uint32

	ready  chan struct{} // the other side takes a packet
	done   chan struct{} // no more will come, and none is taken
	ending sync.Once

	mu   sync.Mutex
	wake chan struct{} // something came
	came []byte
	owed bool // an OKAY for what came
}

func newStream(l *link, local, remote uint32) *stream {
	s := &stream{link: l, local: local, remote: remote,
		ready: make(chan struct{}, 1), done: make(chan struct{}), wake: make(chan struct{}, 1)}
	s.ready <- struct{}{}
	return s
}

func (s *stream) okay(uint32) { notify(s.ready) }

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// arrive keeps what the other side sent until Read takes it.
func (s *stream) arrive(data []byte) {
	s.mu.Lock()
	s.came, s.owed = append(s.came, data...), true
	s.mu.Unlock()
	notify(s.wake)
}

// end is the end of both directions.
func (s *stream) end() {
	s.ending.Do(func() { close(s.done) })
}

// finish tells the other side of the end.
func (s *stream) finish() {
	s.end()
	s.link.forget(s)
	_ = s.link.send(packet{command: cmdClose, arg0: s.local, arg1: s.remote})
}

// Read gives what came, and lets the other side send more when all of it is taken.
func (s *stream) Read(p []byte) (int, error) {
	for {
		s.mu.Lock()
		n := copy(p, s.came)
		s.came = s.came[n:]
		tell := s.owed && len(s.came) == 0
		s.owed = s.owed && !tell
		s.mu.Unlock()
		if tell {
			s.link.device.faults.delay()
			if err := s.link.send(packet{command: cmdOkay, arg0: s.local, arg1: s.remote}); err != nil {
				return n, err
			}
		}
		if n > 0 || len(p) == 0 {
			return n, nil
		}
		select {
		case <-s.wake:
		case <-s.done:
			if !s.pending() {
				return 0, io.EOF
			}
		}
	}
}

func (s *stream) pending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.came) > 0
}

// Write sends in packets, each when the one before it was taken.
func (s *stream) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		select {
		case <-s.ready:
		case <-s.done:
			return written, net.ErrClosed
		}
		n := min(len(p), s.link.limit)
		if err := s.link.send(packet{cmdWrite, s.local, s.remote, p[:n]}); err != nil {
			return written, err
		}
		p, written = p[n:], written+n
	}
	return written, nil
}
