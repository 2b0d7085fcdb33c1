package adb

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Device is one device. It is safe for concurrent use.
type Device struct {
	Client *Client
	Serial string
}

// Identity returns a string that identifies the device. Behind a local server it is the serial: a host has
// each serial once, whichever server is used. A remote host may have another device with the same serial, so
// its name is included.
func (d *Device) Identity() string {
	network, address, err := d.Client.socket()
	if host, _ := splitServer(address); err == nil && network == "tcp" && !isLocal(host) {
		return d.Serial + " behind " + host
	}
	return d.Serial
}

// Timeouts of adb calls. A copy may use a slow connection.
const (
	shellTime = 5 * time.Minute
	copyTime  = 30 * time.Minute
)

// call runs adb for this device. If adb fails, its output becomes the error's reason.
func (d *Device) call(ctx context.Context, what string, within time.Duration, args ...string) (Output, error) {
	out, err := d.Client.call(ctx, within, nil, append([]string{"-s", d.Serial}, args...)...)
	if err == nil && out.Status != 0 {
		err = failed(what, out.Stderr+"\n"+out.Stdout)
	}
	return out, err
}

// Push copies a local file to the device.
func (d *Device) Push(ctx context.Context, local, remote string) error {
	local, err := filepath.Abs(local)
	if err == nil {
		_, err = d.call(ctx, d.Serial+": "+remote, copyTime, "push", local, remote)
	}
	return err
}

// Pull copies a file from the device to this host.
func (d *Device) Pull(ctx context.Context, remote, local string) error {
	local, err := filepath.Abs(local)
	if err == nil {
		_, err = d.call(ctx, d.Serial+": "+remote, copyTime, "pull", remote, local)
	}
	return err
}

// success matches the last line of a successful installation.
var success = lazyregexp.New(`(?m)^Success\s*$`)

// Install installs an APK. It relies on the device's output, not on adb's exit status: some versions of adb
// always exit with 0, and some treat a vendor's line before the result as a failure. If the device rejects
// the APK, the error is a *NotInstalled.
func (d *Device) Install(ctx context.Context, apk string, flags ...string) error {
	path, err := filepath.Abs(apk)
	if err != nil {
		return err
	}
	what := d.Serial + ": " + filepath.Base(apk)
	out, err := d.Client.call(ctx, copyTime, nil, append(append([]string{"-s", d.Serial, "install"}, flags...), path)...)
	if output := out.Stderr + "\n" + out.Stdout; err == nil && !success.MatchString(output) {
		err = failed(what, output)
	}
	if err != nil && strings.Contains(out.Stdout+out.Stderr, "Failure [") {
		err = &NotInstalled{err}
	}
	return err
}

// NotInstalled is the error for an installation that the device rejected; nothing has changed on the device.
type NotInstalled struct{ Err error }

func (e *NotInstalled) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *NotInstalled) Unwrap() error { return e.Err }

// Root restarts the device's adbd as root and waits until the device is back. It fails on production builds.
func (d *Device) Root(ctx context.Context) error {
	what := d.Serial + ": adb root"
	out, err := d.call(ctx, what, time.Minute, "root")
	if err != nil {
		return err
	}
	if strings.Contains(out.Stdout+out.Stderr, "cannot run as root") {
		return Refused(what, "production builds")
	}
	return d.awaitUser(ctx, what, true)
}

// Unroot restarts the device's adbd as the shell user and waits until the device is back.
func (d *Device) Unroot(ctx context.Context) error {
	what := d.Serial + ": adb unroot"
	if _, err := d.call(ctx, what, time.Minute, "unroot"); err != nil {
		return err
	}
	return d.awaitUser(ctx, what, false)
}

// awaitUser waits for up to a minute until the restarted adbd runs as root or not, as requested.
func (d *Device) awaitUser(ctx context.Context, what string, root bool) error {
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
			user := "as the shell user"
			if root {
				user = "as root"
			}
			return &Error{what, "adbd did not restart " + user + " within a minute", "check the connection: adb devices -l"}
		case <-time.After(250 * time.Millisecond):
		}
	}
}
