package device

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// keep restarts the server whenever it ends by itself.
func (s *AdbServer) keep(ended <-chan struct{}) {
	defer close(s.running)
	for range 20 {
		<-ended
		s.endDaemon()
		again, err := s.start()
		if err != nil && s.isClosed() {
			return
		}
		if err != nil {
			time.Sleep(50 * time.Millisecond) // another process may hold the port for a moment
			continue
		}
		ended = again
		s.greetAll()
	}
	<-ended
}

func (s *AdbServer) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// greetAll makes the devices known that the server knew before, as phones on cables do by themselves.
func (s *AdbServer) greetAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for d := range s.devices {
		d.mu.Lock()
		d.greeted = nil
		gone := d.unplug || d.ctx.Err() != nil
		d.mu.Unlock()
		if !gone {
			go func() { _, _ = s.Ask("host:connect:" + d.Serial()) }()
		}
	}
}

// endDaemon ends a server that a client of adb started at this port because ours had just ended, for such a one outlives everybody; it
// says whether there was one.
func (s *AdbServer) endDaemon() (found bool) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	port := []byte(":" + strconv.Itoa(s.Port) + "\x00")
	for _, line := range lines {
		args, err := os.ReadFile(line)
		if err != nil || !bytes.Contains(args, port) || !bytes.Contains(args, []byte("\x00fork-server\x00")) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(line))); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			found = true
		}
	}
	return found
}
