package device

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// restartLoop restarts the server each time it ends by itself.
func (s *AdbServer) restartLoop(ended <-chan struct{}) {
	defer close(s.running)
	for range 20 {
		<-ended
		s.killStrayServer()
		again, err := s.start()
		if err != nil && s.isClosed() {
			return
		}
		if err != nil {
			time.Sleep(50 * time.Millisecond) // another process may use the port for a moment
			continue
		}
		ended = again
		s.reconnectAll()
	}
	<-ended
}

func (s *AdbServer) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// reconnectAll connects the restarted server to its devices, as phones on USB cables do by themselves.
func (s *AdbServer) reconnectAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for d := range s.devices {
		d.mu.Lock()
		d.authorized = nil
		gone := d.unplug || d.ctx.Err() != nil
		d.mu.Unlock()
		if !gone {
			go func() { _, _ = s.Request("host:connect:" + d.Serial()) }()
		}
	}
}

// killStrayServer kills a server that an adb client started at this port after this server had ended: such a server
// would outlive the test. It reports whether it found one.
func (s *AdbServer) killStrayServer() (found bool) {
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
