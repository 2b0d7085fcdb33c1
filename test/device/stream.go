package device

import (
	"io"
	"net"
	"sync"
)

// A stream is an open service. In each direction one packet may be in transit: the next is sent after the
// other side has acknowledged it.
type stream struct {
	link          *link
	local, remote uint32

	ready  chan struct{} // the other side accepts a packet
	done   chan struct{} // both directions are closed
	ending sync.Once

	mu       sync.Mutex
	wake     chan struct{} // signals new data
	received []byte
	owed     bool // an OKAY for received data was not sent yet
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

// addReceived stores received data for Read.
func (s *stream) addReceived(data []byte) {
	s.mu.Lock()
	s.received, s.owed = append(s.received, data...), true
	s.mu.Unlock()
	notify(s.wake)
}

// end closes both directions.
func (s *stream) end() {
	s.ending.Do(func() { close(s.done) })
}

// finish sends the end to the other side.
func (s *stream) finish() {
	s.end()
	s.link.forget(s)
	_ = s.link.send(packet{command: cmdClose, arg0: s.local, arg1: s.remote})
}

// Read returns received data. After all of it is read, it lets the other side send more.
func (s *stream) Read(p []byte) (int, error) {
	for {
		s.mu.Lock()
		n := copy(p, s.received)
		s.received = s.received[n:]
		acknowledge := s.owed && len(s.received) == 0
		s.owed = s.owed && !acknowledge
		s.mu.Unlock()
		if acknowledge {
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
	return len(s.received) > 0
}

// Write sends data in packets, each after the previous one is acknowledged.
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
