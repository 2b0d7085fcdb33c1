package testutil

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// An XServer is a running Xvfb, an X server without a screen.
type XServer struct {
	Display string // the value for DISPLAY

	process *exec.Cmd
	cancel  context.CancelFunc
}

// StartXServer starts an X server and waits until it is ready. The server chooses a free display number and keeps running
// when its last client disconnects. Arguments such as -screen 0 640x480x24 are passed on.
func StartXServer(ctx context.Context, args ...string) (*XServer, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	ctx, cancel := context.WithCancel(ctx)
	process := exec.CommandContext(ctx, "Xvfb", append([]string{"-displayfd", "3", "-noreset", "-nolisten", "tcp"}, args...)...)
	process.ExtraFiles = []*os.File{write}
	process.Cancel = func() error { return process.Process.Signal(os.Interrupt) } // so that it removes its lock file
	process.WaitDelay = 5 * time.Second
	err = process.Start()
	write.Close()
	s := &XServer{process: process, cancel: cancel}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	s.Display = ":" + strings.TrimSpace(number)
	return s, nil
}

// Close stops the server.
func (s *XServer) Close() {
	s.cancel()
	_ = s.process.Wait() // the error is the signal
}
