package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A display is an X server of our own, without a screen.
type display struct {
	name   string
	server *exec.Cmd
	cancel context.CancelFunc
}

// openDisplay starts a server, which chooses a free number itself and says it once it is ready. It stays when its last
// client leaves.
func openDisplay(ctx context.Context) (*display, error) {
	said, says, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer said.Close()
	ctx, cancel := context.WithCancel(ctx)
	server := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0", "1024x768x24")
	server.ExtraFiles = []*os.File{says}
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) } // so that it takes its lock file away
	server.WaitDelay = 5 * time.Second
	err = server.Start()
	says.Close()
	d := &display{server: server, cancel: cancel}
	if err != nil {
		cancel()
		return nil, err
	}
	number, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		d.close()
		return nil, fmt.Errorf("no X server: %w", err)
	}
	d.name = ":" + strings.TrimSpace(number)
	return d, nil
}

// close ends the server.
func (d *display) close() {
	d.cancel()
	_ = d.server.Wait() // it was ended
}
