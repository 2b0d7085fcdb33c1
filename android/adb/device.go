package adb

import (
	"context"
	"path/filepath"
	"strings"
	"time"
)

// Device is one device. Several goroutines may use it.
type Device struct {
	Client *Client
	Serial string
}

// How long adb may take. A copy goes over a slow link, too.
const (
	shellTime = 5 * time.Minute
	copyTime  = 30 * time.Minute
)

// Quote makes one word of the device's shell, which it hands on unchanged.
func Quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// call runs adb for this device. What adb says of a failure becomes the error's reason.
func (d *Device) call(ctx context.Context, what string, within time.Duration, args ...string) (Output, error) {
	out, err := d.Client.call(ctx, within, nil, append([]string{"-s", d.Serial}, args...)...)
	if err == nil && out.Status != 0 {
		err = Refused(what, out.Stderr+"\n"+out.Stdout)
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

// Install installs an APK. Some versions of adb end with status 0 whatever the device said.
func (d *Device) Install(ctx context.Context, apk string, flags ...string) error {
	path, err := filepath.Abs(apk)
	if err != nil {
		return err
	}
	what := d.Serial + ": " + filepath.Base(apk)
	out, err := d.call(ctx, what, copyTime, append(append([]string{"install"}, flags...), path)...)
	if err == nil && !strings.Contains(out.Stdout, "Success") {
		err = Refused(what, out.Stderr+"\n"+out.Stdout)
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
		case <-ctx.Done():
			return ctx.Err()
		case <-limited.Done():
			return &Error{what, "the device did not come back with that", "see whether it is there: adb devices -l"}
		case <-time.After(250 * time.Millisecond):
		}
	}
}
