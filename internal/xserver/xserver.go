// Package xserver runs X servers without a screen, for programs that want a window.
package xserver

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A Server is an X server of our own.
type Server struct {
	Display string // what DISPLAY is to say

	process *exec.Cmd
	cancel  context.CancelFunc
}

// Open starts a server, which chooses a free number itself and says it once it is ready. It stays when its last client
// leaves. Arguments, such as -screen 0 640x480x24, are added to its own.
func Open(ctx context.Context, args ...string) (*Server, error) {
	said, says, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer said.Close()
	ctx, cancel := context.WithCancel(ctx)
	process := exec.CommandContext(ctx, "Xvfb", append([]string{"-displayfd", "3", "-noreset", "-nolisten", "tcp"}, args...)...)
	process.ExtraFiles = []*os.File{says}
	process.Cancel = func() error { return process.Process.Signal(os.Interrupt) } // so that it takes its lock file away
	process.WaitDelay = 5 * time.Second
	err = process.Start()
	says.Close()
	s := &Server{process: process, cancel: cancel}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("no X server: %w", err)
	}
	number, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("no X server: %w", err)
	}
	s.Display = ":" + strings.TrimSpace(number)
	return s, nil
}

// Close ends the server.
func (s *Server) Close() {
	s.cancel()
	_ = s.process.Wait() // it was ended
}
