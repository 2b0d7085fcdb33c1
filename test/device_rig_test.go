package test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// runLimit is the time limit of one run of the program; a busy machine is slow.
const runLimit = 5 * time.Minute

// waitDelay is how long to wait for a process that the program started and that keeps its outputs open.
const waitDelay = 10 * time.Second

// A rig is a real adb server, test devices behind it, and the built program with its own home directory.
type rig struct {
	*testing.T
	server  *device.AdbServer
	devices []*device.Device
	home    string
	env     []string // added to the program's environment
}

// newRig starts a device for each element of options.
func newRig(t *testing.T, options ...device.Options) *rig {
	t.Helper()
	r := &rig{T: t, server: device.Server(t), home: t.TempDir()}
	for _, o := range options {
		r.add(o)
	}
	return r
}

// add starts one more device.
func (r *rig) add(o device.Options) *device.Device {
	r.Helper()
	d := device.Start(r.T, o)
	if err := r.server.Connect(d); err != nil {
		r.Fatal(err)
	}
	r.devices = append(r.devices, d)
	return d
}

// command returns a run of the program.
func (r *rig) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "gleslayergen"), args...)
	cmd.WaitDelay = waitDelay
	cmd.Env = append(append(r.server.Env(), "PATH="+os.Getenv("PATH"), "HOME="+r.home, "XDG_CONFIG_HOME="+r.home), r.env...)
	cmd.Dir = r.home
	return cmd
}

// run runs the program.
func (r *rig) run(args ...string) (stdout, stderr string, code int) {
	r.Helper()
	ctx, stop := context.WithTimeout(r.Context(), runLimit)
	defer stop()
	cmd := r.command(ctx, args...)
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		r.Fatal(err)
	}
	reports.Check(r.T, args, out.String())
	return out.String(), msg.String(), cmd.ProcessState.ExitCode()
}

// checkRun runs the program and checks its exit code and the words on both streams. A word with "!" in front
// must be absent.
func (r *rig) checkRun(code int, args []string, words ...string) string {
	r.Helper()
	out, msg, got := r.run(args...)
	if got != code {
		r.Errorf("%q: exit code %d, not %d", args, got, code)
	}
	for _, w := range words {
		bare, absent := strings.CutPrefix(w, "!")
		if strings.Contains(out+msg, bare) == absent {
			r.Errorf("%q: %q", args, w)
		}
	}
	if r.Failed() {
		r.Fatalf("stdout:\n%s\nstderr:\n%s", out, msg)
	}
	return out
}

// plug reconnects the cable of a device.
func (r *rig) plug(d *device.Device) {
	r.Helper()
	d.SetFaults(device.Faults{})
	if err := r.server.Reconnect(d); err != nil {
		r.Fatal(err)
	}
}
