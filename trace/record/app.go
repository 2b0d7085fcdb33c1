package record

import (
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// An App is an app of a device. It implements Source.
type App struct {
	Name     string
	d        *adb.Device
	s        *device.State
	pkg      *device.Package
	runAs    string // user that can read the app's data directory, as in journal.Change.As
	changes  []deploy.Change
	forwards []string // local addresses that adb forwards

	swept bool
	dying bool // its processes were killed, or probably killed because the connection to a recorder was lost
}

// OpenApp reads the state of an app. It fails if the app's data directory is not accessible: the app must be
// debuggable, or the device must have root.
func OpenApp(ctx context.Context, d *adb.Device, user int, name string) (*App, error) {
	s, err := device.Read(ctx, d, device.Query{User: user, Packages: []string{name}})
	if err != nil {
		return nil, err
	}
	a := &App{Name: name, d: d, s: s, pkg: s.Packages[name]}
	switch {
	case !a.pkg.Installed:
		return nil, &adb.Error{What: d.Serial + ": " + name, Why: fmt.Sprintf("the app is not installed for user %d", s.User), Advice: "to list the apps: gleslayergen device apps; to select another user, add --user USER"}
	case a.pkg.Debuggable:
		a.runAs = name
	case s.Root():
		a.runAs = deploy.AsRoot
	default:
		return nil, &deploy.Blocked{Rule: "7.3", What: "app " + name, Why: "the app is not debuggable and the device is not rooted, so gleslayergen cannot connect to the trace layer in the app",
			Advice: "build and install a debuggable copy of the app: gleslayergen apk add APP.apk LAYER --debuggable"}
	}
	return a, nil
}

// ABI returns the ABI of the app's processes.
func (a *App) ABI() string { return a.s.ABI(a.pkg) }

// IsRunning reports whether the app was running when OpenApp read its state.
func (a *App) IsRunning() bool { return len(a.pkg.PIDs) > 0 }

// MayHaveRoot reports whether the device may have root.
func (a *App) MayHaveRoot() bool { return a.s.Root() }

// listScript prints one line for each registration: the process, the file and the kernel's status of the
// process. The app owns the directory and may replace a file with a pipe after the test: the script ends at
// the first file that takes too long to read.
const listScript = `cd %s 2>/dev/null || exit 0
[ -d gltrace ] && [ ! -L gltrace ] && cd gltrace || exit 0
for f in *; do
case $f in ''|*[!0-9]*) continue;; esac
[ -f "$f" ] && [ ! -L "$f" ] || continue
text=$(timeout 2 head -c 4097 "$f")
[ $? -lt 124 ] || break
echo "$f $(printf '%%s\n' "$text" | base64 | tr -d '\n') $(head -c 1024 "/proc/$f/stat" 2>/dev/null | base64 | tr -d '\n')"
done | head -n 256`

// Find returns the app's recorders. Only the app can write to the directory where they register, so no other
// process can add one.
func (a *App) Find(ctx context.Context) ([]link.Registration, error) {
	out, err := a.inData(ctx, listScript)
	if err != nil {
		return nil, err
	}
	var found []link.Registration
	for line := range strings.Lines(out) {
		if r, ok := readLine(strings.Fields(line)); ok {
			found = append(found, r)
		}
	}
	return found, nil
}

// Counts reads the file with the numbers of calls of a process after the connection was lost, and removes it.
func (a *App) Counts(ctx context.Context, r link.Registration) func(lost bool) []byte {
	return func(lost bool) []byte {
		if !lost {
			return nil
		}
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), dyingTime)
		defer stop()
		out, err := a.inData(ctx, fmt.Sprintf(countsScript, strconv.Itoa(r.PID)+format.CountsSuffix, format.MaxCounts+1))
		if err != nil {
			return nil
		}
		data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(out))
		if err != nil {
			return nil
		}
		return data
	}
}

// inData runs a script that starts in the app's data directory.
func (a *App) inData(ctx context.Context, script string) (string, error) {
	script = fmt.Sprintf(script, adb.Quote(fmt.Sprintf("/data/user/%d/%s", a.s.User, a.Name)))
	out, err := a.d.Shell(ctx, deploy.As(a.s, a.runAs, a.s.User, script))
	if err != nil {
		return "", err
	}
	return out.Stdout, nil
}

// countsScript prints a file of limited size in the directory of the recorders, and removes it. The app may
// replace the file with a pipe.
const countsScript = `cd %%s 2>/dev/null || exit 0
[ -d gltrace ] && [ ! -L gltrace ] && cd gltrace || exit 0
[ -f %[1]s ] && [ ! -L %[1]s ] || exit 0
timeout 2 head -c %[2]d %[1]s | base64 | tr -d '\n'
rm -f %[1]s`

// removeScript removes the files of recorders from the app's data directory, and no others.
const removeScript = `cd %s 2>/dev/null || exit 0
[ -d gltrace ] && [ ! -L gltrace ] || exit 0
for f in gltrace/[0-9]* gltrace/.[0-9]*; do
name=${f##*/}
case ${name%%.calls} in *[!.0-9]*) continue;; esac
[ -f "$f" ] && [ ! -L "$f" ] && rm -f "$f"
done
rmdir gltrace 2>/dev/null
exit 0`

// dyingTime limits the wait for a killed process: the kernel closes its sockets first and removes its entry
// in /proc later.
const dyingTime = 3 * time.Second

// ConnectionLost tells that the connection to a recorder was lost, so that RemoveRegistrations waits until the
// process has ended.
func (a *App) ConnectionLost() { a.dying = true }

// RemoveRegistrations removes the directory where the app's recorders register. If a recorder is active, the
// directory stays and stays is true.
func (a *App) RemoveRegistrations(ctx context.Context) (stays bool, err error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), restoreTimeout)
	defer stop()
	found, err := a.Find(ctx)
	for late := time.Now().Add(dyingTime); a.dying && err == nil && len(found) > 0 && time.Now().Before(late); {
		time.Sleep(dyingTime / 30)
		found, err = a.Find(ctx)
	}
	if err != nil || len(found) > 0 {
		return len(found) > 0, err
	}
	_, err = a.inData(ctx, removeScript)
	return false, err
}

// readLine parses a line of listScript. It returns false if the process has ended, or the file is not a
// registration.
func readLine(words []string) (link.Registration, bool) {
	if len(words) != 3 {
		return link.Registration{}, false
	}
	pid, err := strconv.Atoi(words[0])
	file, err1 := base64.StdEncoding.DecodeString(words[1])
	stat, err2 := base64.StdEncoding.DecodeString(words[2])
	if err != nil || err1 != nil || err2 != nil || pid <= 0 {
		return link.Registration{}, false
	}
	r, err := link.Parse(pid, string(file))
	return r, err == nil && r.IsProcess(string(stat))
}

// Dial forwards a local address to a recorder and connects to it. Close removes the forwarding.
func (a *App) Dial(ctx context.Context, r link.Registration) (*link.Conn, error) {
	if err := a.removeStaleForwards(ctx); err != nil {
		return nil, err
	}
	address, err := a.d.Forward(ctx, r.Socket)
	if err != nil {
		return nil, err
	}
	a.forwards = append(a.forwards, address)
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return link.Handshake(ctx, conn, r)
}

// removeStaleForwards removes, once, forwarded addresses of this device that a killed receiver left and whose
// process has ended.
func (a *App) removeStaleForwards(ctx context.Context) error {
	if a.swept {
		return nil
	}
	a.swept = true
	forwards, err := a.d.Forwarded(ctx)
	if err != nil {
		return err
	}
	for socket, address := range forwards {
		if strings.HasPrefix(socket, "gltrace-") && a.isGone(ctx, socket) {
			if err := a.d.Unforward(ctx, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// isGone reports whether the process in the name of a socket has ended.
func (a *App) isGone(ctx context.Context, socket string) bool {
	pid, err := strconv.Atoi(strings.Split(socket, "-")[1])
	if err != nil {
		return false
	}
	out, err := a.d.Shell(ctx, fmt.Sprintf("cat /proc/%d/stat >/dev/null 2>&1 || echo gone", pid))
	return err == nil && strings.TrimSpace(out.Stdout) == "gone"
}

// Close removes the forwarded addresses.
func (a *App) Close(ctx context.Context) error {
	var failed error
	for _, address := range a.forwards {
		if err := a.d.Unforward(ctx, address); err != nil {
			failed = err
		}
	}
	a.forwards = nil
	return failed
}

// Serial returns the serial number of the device.
func (a *App) Serial() string { return a.d.Serial }
