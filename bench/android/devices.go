package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// delay is the time added to each adb call. On a test device the commands of a script are functions; on a
// phone each is a process, and settings, pm and dumpsys call other processes, about 20 ms each. A script has
// about ten of them.
const delay = 200 * time.Millisecond

// compileDevice builds the program that simulates devices. It is in the test module.
func (b *bench) compileDevice(ctx context.Context) error {
	_, err := measure.Command{Args: []string{"go", "build", "-o", b.Path("testdevice"), "./device/testdevice"},
		Dir: filepath.Join(b.Root, "test"), Env: []string{"GOFLAGS=", "GOWORK=off"}}.Run(ctx)
	return err
}

// devices are test devices behind their own adb server.
type devices struct {
	bench *bench
	env   []string
	done  func() error
}

// start starts n devices.
func (b *bench) start(ctx context.Context, count int) (*devices, error) {
	cmd := exec.CommandContext(ctx, b.Path("testdevice"), "--count", strconv.Itoa(count), "--delay", delay.String())
	cmd.Stderr = os.Stderr
	stop, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	// The process, and its adb server, ends when its standard input is closed.
	cmd.Cancel, cmd.WaitDelay = stop.Close, 10*time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	d := &devices{bench: b, done: func() error { _ = stop.Close(); return cmd.Wait() }}
	d.env, err = exported(out)
	if err != nil {
		_ = d.done()
		return nil, err
	}
	state := b.Path("state")
	d.env = append(d.env, "XDG_CONFIG_HOME="+state, "XDG_CACHE_HOME="+state)
	return d, nil
}

// exported reads the variables that select the devices: lines "export NAME=VALUE", up to the first other
// line.
func exported(out io.Reader) ([]string, error) {
	var env []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		pair, ok := strings.CutPrefix(lines.Text(), "export ")
		switch {
		case ok:
			env = append(env, pair)
		case len(env) > 0:
			return env, nil
		}
	}
	return nil, fmt.Errorf("the test device did not print its variables")
}

// tool is the program with arguments, run against these devices.
func (d *devices) tool(args ...string) measure.Command {
	c := d.bench.Tool(append([]string{"device"}, args...)...)
	c.Env = d.env
	return c
}

// ready pushes the layer to all devices.
func (d *devices) ready(ctx context.Context) error {
	_, err := d.tool("push", "--all", "--to", "app", "--app", app, d.bench.layer).Run(ctx)
	return err
}

// with calls f with n devices that have the layer.
func (b *bench) with(ctx context.Context, count int, f func(d *devices) error) error {
	d, err := b.start(ctx, count)
	if err != nil {
		return err
	}
	err = d.ready(ctx)
	if err == nil {
		err = f(d)
	}
	if ended := d.done(); err == nil {
		err = ended
	}
	return err
}
