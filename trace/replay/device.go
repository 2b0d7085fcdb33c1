package replay

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// Device is a directory on a device, with the player that runs in it as the shell user.
type Device struct {
	d    *adb.Device
	path string
}

const (
	devicePlayer = "player"
	removeTime   = time.Minute

	notStarted = 126 // exit status of a shell that cannot run a program
	notFound   = 127 // exit status of a shell that does not find a program
)

// DeviceABI returns the ABI of the player for a device, which is the first of the device, and the current user. It fails if the device is
// too old or has no ABI that this version knows.
func DeviceABI(ctx context.Context, d *adb.Device) (abi string, user int, err error) {
	s, err := device.Read(ctx, d, device.Query{User: -1})
	if err != nil {
		return "", 0, err
	}
	if s.Release == nil {
		return "", 0, &adb.Error{What: d.Serial, Why: fmt.Sprintf("the device runs Android %s (API level %d), which is too old to replay recordings", s.AndroidVersion, s.API), Advice: "use a device with Android 10 or newer"}
	}
	for _, name := range s.ABIs {
		if _, err := android.FindABI(name); err == nil {
			return name, s.User, nil
		}
	}
	return "", 0, &adb.Error{What: d.Serial, Why: fmt.Sprintf("the player does not support the ABIs of the device: %q", strings.Join(s.ABIs, ",")), Advice: "use a device with an ABI of the NDK; to list devices and their ABIs: gleslayergen device list"}
}

// NewDevice copies the player to a new directory on the device.
func NewDevice(ctx context.Context, d *adb.Device, player string) (*Device, error) {
	r := &Device{d: d, path: "/data/local/tmp/gleslayergen-replay-" + strings.ToLower(rand.Text())}
	err := r.shell(ctx, "mkdir -m 0700 "+adb.Quote(r.path))
	if err == nil {
		err = d.Push(ctx, player, r.file(devicePlayer))
	}
	if err == nil {
		err = r.shell(ctx, "chmod 0700 "+adb.Quote(r.file(devicePlayer)))
	}
	return r, err
}

// Place returns the directory in which the player has its directory.
func (r *Device) Place() string { return path.Dir(r.path) }

func (r *Device) file(name string) string { return path.Join(r.path, name) }

// shell runs a script that must succeed.
func (r *Device) shell(ctx context.Context, script string) error {
	out, err := r.d.Shell(ctx, script)
	if err == nil && out.Status != 0 {
		err = adb.Refused(r.d.Serial+": "+r.path, out.Stderr)
	}
	return err
}

// command returns adb, which runs the player in the directory. The device ends the player if adb is killed.
func (r *Device) command(ctx context.Context, args, variables []string) (*exec.Cmd, error) {
	return r.d.Command(ctx, r.script(args, variables))
}

// script returns the shell script that runs the player. It exits with notStarted if the directory is missing.
func (r *Device) script(args, variables []string) string {
	words := []string{"exec", "./" + devicePlayer}
	for _, arg := range args {
		words = append(words, adb.Quote(arg))
	}
	lines := []string{fmt.Sprintf("cd %s || exit %d", adb.Quote(r.path), notStarted)}
	for _, v := range variables {
		name, value, _ := strings.Cut(v, "=")
		lines = append(lines, "export "+name+"="+adb.Quote(value))
	}
	return strings.Join(append(lines, strings.Join(words, " ")), "\n")
}

// failure returns the error of a player that did not exit with 0, or made no report. The status can be that of adb or of the shell.
func (r *Device) failure(ctx context.Context, status, frames int) error {
	if err := r.shell(ctx, "true"); err != nil {
		return err
	}
	return r.explain(status, frames)
}

// explain returns the error of a player on a device that is connected.
func (r *Device) explain(status, frames int) error {
	switch {
	case status < 0: // adb was killed
		return &adb.Error{What: r.d.Serial, Why: "the player did not end after its report, or adb was killed", Advice: "run the command again; to play only a part, add --frames FROM-TO"}
	case status == 0 || status == 1 || status == 255: // of adb
		return r.d.Interrupted()
	case status == notStarted || status == notFound:
		return &adb.Error{What: r.d.Serial, Why: "the player did not start on the device", Advice: "check whether the device allows programs in /data/local/tmp to run; to show the SELinux mode: adb shell getenforce"}
	case status > 128:
		return &CrashError{State: fmt.Sprintf("signal: %v", syscall.Signal(status-128)), Frames: frames}
	}
	return &CrashError{State: fmt.Sprintf("exit status %d", status), Frames: frames}
}

// Fetch copies a file of the directory to a new file on this machine, which only the user can read.
func (r *Device) Fetch(ctx context.Context, name, to string) error {
	if err := r.d.Pull(ctx, r.file(name), to); err != nil {
		return err
	}
	return os.Chmod(to, 0o600)
}

// Remove removes the directory, even if ctx is done.
func (r *Device) Remove(ctx context.Context) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer stop()
	if err := r.shell(ctx, "rm -rf "+adb.Quote(r.path)); err != nil {
		return &adb.Error{What: r.d.Serial, Why: fmt.Sprintf("the directory %s could not be removed from the device: %v", r.path, err), Advice: "to remove it when the device is connected: " + r.d.CommandLine() + " shell rm -rf " + r.path}
	}
	return nil
}
