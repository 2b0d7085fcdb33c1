package device

import (
	"io"
	"net"
	"time"
)

func (f *faults) wrap(conn net.Conn) net.Conn { return &faultyConn{conn, f} }

// A faultyConn counts bytes, cuts the connection at the configured byte, and delays transfers.
type faultyConn struct {
	net.Conn
	faults *faults
}

func (c *faultyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:c.allowed(len(p))])
	if n > 0 && c.count(n) {
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}

func (c *faultyConn) Write(p []byte) (int, error) {
	allowed := c.allowed(len(p))
	n, err := c.Conn.Write(p[:allowed])
	if n > 0 && c.count(n) || allowed < len(p) && err == nil {
		return n, net.ErrClosed
	}
	return n, err
}

// allowed returns the number of bytes until the cut.
func (c *faultyConn) allowed(n int) int {
	f := c.faults
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.on.CutAfter == 0 {
		return n
	}
	return int(min(int64(n), max(f.on.CutAfter-f.bytes, 1)))
}

// count waits for the simulated transfer time, and reports whether the link must be cut.
func (c *faultyConn) count(n int) bool {
	f := c.faults
	f.mu.Lock()
	f.bytes += int64(n)
	last := f.on.CutAfter > 0 && f.bytes >= f.on.CutAfter
	if last {
		f.on.CutAfter = 0
	}
	rate := f.on.Rate
	f.mu.Unlock()
	if rate > 0 {
		pause(f.device.ctx.Done(), time.Duration(int64(n)*int64(time.Second)/rate))
	}
	if last {
		f.cut()
	}
	return last
}

func pause(done <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-done:
	}
}
