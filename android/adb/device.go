package adb

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Device is one device. Several goroutines may use it.
type Device struct {
	Client *Client
	Serial string
}

// Identity tells the device from all others: behind a server of this machine its serial does, as one machine has each serial
// once, whatever server it is asked through; elsewhere may be another device of that serial, so that the host belongs to it.
func (d *Device) Identity() string {
	network, address, err := d.Client.socket()
	if host, _ := splitServer(address); err == nil && network == "tcp" && !isLocal(host) {
		return d.Serial + " behind " + host
	}
	return d.Serial
}

// How long adb may take. A copy goes over a slow link, too.
const (
	shellTime = 5 * time.Minute
	copyTime  = 30 * time.Minute
)

// call runs adb for this device. What adb says of a failure becomes the error's reason.
func (d *Device) call(ctx context.Context, what string, within time.Duration, args ...string) (Output, error) {
	out, err := d.Client.call(ctx, within, nil, append([]string{"-s", d.Serial}, args...)...)
	if err == nil && out.Status != 0 {
		err = failed(what, out.Stderr+"\n"+out.Stdout)
	}
	return out, err
}

// Push copies a file of this machine to the device.
func (d *Device) Push(ctx context.Context, local, remote string) error {
	local, err := filepath.Abs(local)
	if err == nil {
		_, err = d.call(ctx, d.Serial+": "+remote, copyTime, "push", local, remote)
	}
	return err
}

// Pull copies a file of the device to this machine.
func (d *Device) Pull(ctx context.Context, remote, local string) error {
	local, err := filepath.Abs(local)
	if err == nil {
		_, err = d.call(ctx, d.Serial+": "+remote, copyTime, "pull", remote, local)
	}
	return err
}

// success is the line with which the device's installer ends.
var success = lazyregexp.New(`(?m)^Success\s*$`)

// Install installs an APK. What the device says counts: some versions of adb end with status 0 whatever that is, and some
// take a line of a maker's in front of it for a failure.
func (d *Device) Install(ctx context.Context, apk string, flags ...string) error {
	path, err := filepath.Abs(apk)
	if err != nil {
		return err
	}
	what := d.Serial + ": " + filepath.Base(apk)
	out, err := d.Client.call(ctx, copyTime, nil, append(append([]string{"-s", d.Serial, "install"}, flags...), path)...)
	if said := out.Stderr + "\n" + out.Stdout; err == nil && !success.MatchString(said) {
		err = failed(what, said)
	}
	if err != nil && strings.Contains(out.Stdout+out.Stderr, "Failure [") {
		err = &NotInstalled{err}
	}
	return err
}

// NotInstalled is the error of an installation that the device itself gave up: nothing has changed there.
type NotInstalled struct{ Err error }

func (e *NotInstalled) Error() string { return e.Err.Error() }

// Unwrap gives the reason.
func (e *NotInstalled) Unwrap() error { return e.Err }

// Root makes the device's adbd root and waits until it is back.
func (d *Device) Root(ctx context.Context) error {
	what := d.Serial + ": adb root"
	out, err := d.call(ctx, what, time.Minute, "root")
	if err != nil {
		return err
	}
	if strings.Contains(out.Stdout+out.Stderr, "cannot run as root") {
		return Refused(what, "production builds")
	}
	return d.returns(ctx, what, true)
}

// Unroot makes the device's adbd the shell's user again and waits until it is back.
func (d *Device) Unroot(ctx context.Context) error {
	what := d.Serial + ": adb unroot"
	if _, err := d.call(ctx, what, time.Minute, "unroot"); err != nil {
		return err
	}
	return d.returns(ctx, what, false)
}

// returns waits for an adbd that started anew.
func (d *Device) returns(ctx context.Context, what string, root bool) error {
	limited, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	for {
		if id, err := d.Shell(limited, "id -u"); err == nil && (strings.TrimSpace(id.Stdout) == "0") == root {
			return nil
		}
		select {
		case <-limited.Done():
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return &Error{what, "the device did not come back with that", "see whether it is there: adb devices -l"}
		case <-time.After(250 * time.Millisecond):
		}
	}
}
