package record

import (
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// An App is one of a device. It is a session.Source.
type App struct {
	Name     string
	d        *adb.Device
	s        *device.State
	pkg      *device.Package
	runAs    string // reaches its data folder, as in journal.Change.As
	changes  []deploy.Change
	forwards []string // addresses that adb forwards

	swept bool
}

// OpenApp looks at an app, whose data folder has to be within reach: it is debuggable, or there is root.
func OpenApp(ctx context.Context, d *adb.Device, user int, name string) (*App, error) {
	s, err := device.Read(ctx, d, device.Query{User: user, Packages: []string{name}})
	if err != nil {
		return nil, err
	}
	a := &App{Name: name, d: d, s: s, pkg: s.Packages[name]}
	switch {
	case !a.pkg.Installed:
		return nil, &adb.Error{What: d.Serial + ": " + name, Why: fmt.Sprintf("not installed for user %d", s.User), Advice: "list the apps: gleslayergen device apps; another user: --user"}
	case a.pkg.Debuggable:
		a.runAs = name
	case s.Root():
		a.runAs = deploy.AsRoot
	default:
		return nil, &deploy.Blocked{Rule: "7.3", What: "app " + name, Why: "the app is not debuggable and the device has no root, so its recorder is not accessible",
			Advice: "build and install a debuggable copy of the app: gleslayergen apk add APP.apk LAYER --debuggable"}
	}
	return a, nil
}

// ABI is what the app's processes run as.
func (a *App) ABI() string { return a.s.ABI(a.pkg) }

// IsRunning reports whether the app ran when it was looked at.
func (a *App) IsRunning() bool { return len(a.pkg.PIDs) > 0 }

// MayHaveRoot reports whether there may be a root.
func (a *App) MayHaveRoot() bool { return a.s.Root() }

// listScript prints a line for each file of a recorder: the process, the file, and what the kernel says of the process. The folder is
// the app's, which may put a pipe in a file's place after a look at it: one that takes long to read is the last that is looked at.
const listScript = `cd %s 2>/dev/null || exit 0
[ -d gltrace ] && [ ! -L gltrace ] && cd gltrace || exit 0
for f in *; do
case $f in ''|*[!0-9]*) continue;; esac
[ -f "$f" ] && [ ! -L "$f" ] || continue
text=$(timeout 2 head -c 4097 "$f")
[ $? -lt 124 ] || break
echo "$f $(printf '%%s\n' "$text" | base64 | tr -d '\n') $(head -c 1024 "/proc/$f/stat" 2>/dev/null | base64 | tr -d '\n')"
done | head -n 256`

// Find gives the app's recorders. The app alone can write where they register, so that none can be another's.
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

// inData runs a script that begins in the app's data folder.
func (a *App) inData(ctx context.Context, script string) (string, error) {
	script = fmt.Sprintf(script, adb.Quote(fmt.Sprintf("/data/user/%d/%s", a.s.User, a.Name)))
	out, err := a.d.Shell(ctx, deploy.As(a.s, a.runAs, a.s.User, script))
	if err != nil {
		return "", err
	}
	return out.Stdout, nil
}

// removeScript removes what recorders leave in the app's data folder, and nothing else.
const removeScript = `cd %s 2>/dev/null || exit 0
[ -d gltrace ] && [ ! -L gltrace ] || exit 0
for f in gltrace/[0-9]* gltrace/.[0-9]*; do
case ${f##*/} in *[!.0-9]*) continue;; esac
[ -f "$f" ] && [ ! -L "$f" ] && rm -f "$f"
done
rmdir gltrace 2>/dev/null
exit 0`

// RemoveRegistrations removes the folder where the app's recorders register. It stays where a recorder lives, which needs it: then that is
// reported.
func (a *App) RemoveRegistrations(ctx context.Context) (stays bool, err error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), restoreTimeout)
	defer stop()
	found, err := a.Find(ctx)
	if err != nil || len(found) > 0 {
		return len(found) > 0, err
	}
	_, err = a.inData(ctx, removeScript)
	return false, err
}

// readLine takes a line of listScript; one of a process that is gone, or of no recorder, is passed over.
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

// Dial makes a way to a recorder and takes it; Close takes the way away.
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

// removeStaleForwards takes away, once, ways to this device's recorders that a killed host left: those that lead to no process any more.
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

// isGone reports whether the process of a socket's name has ended.
func (a *App) isGone(ctx context.Context, socket string) bool {
	pid, err := strconv.Atoi(strings.Split(socket, "-")[1])
	if err != nil {
		return false
	}
	out, err := a.d.Shell(ctx, fmt.Sprintf("cat /proc/%d/stat >/dev/null 2>&1 || echo gone", pid))
	return err == nil && strings.TrimSpace(out.Stdout) == "gone"
}

// Close takes away the ways that Dial made.
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

// Serial is that of the device.
func (a *App) Serial() string { return a.d.Serial }
