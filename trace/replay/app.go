package replay

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// AppPackage is the package of the player as an app. Its activity is Android's NativeActivity.
const AppPackage = "gleslayers.player"

const (
	appEnded  = 124 // exit status of the script if the app ended without a report
	notFilled = 125 // exit status of the script if the files of the app could not be written
	appFolder = "files/replay"
)

// App is the player as an app on a device. It has the driver that Android chooses for apps.
type App struct {
	d    *adb.Device
	user int
}

// NewApp installs the APK of the player for a user. If it fails, the app can be installed, unless the error is an [adb.NotInstalled].
func NewApp(ctx context.Context, d *adb.Device, user int, apk string) (*App, error) {
	return &App{d, user}, d.Install(ctx, apk, "-r", "-t", "--user", fmt.Sprint(user))
}

// Place returns the directory with the data of apps.
func (a *App) Place() string { return "/data" }

// command returns adb, which copies its standard input to the app, starts the app, and prints the report.
func (a *App) command(ctx context.Context, args, variables []string) (*exec.Cmd, error) {
	return a.d.Command(ctx, a.script(args, variables))
}

// script returns the shell script. The app reads its arguments and variables from a file, a line each.
func (a *App) script(args, variables []string) string {
	as := adb.RunAs(AppPackage, a.user)
	return fmt.Sprintf(`end() { am force-stop --user %[2]d %[1]s; exit $1; }
%[3]s sh -c 'rm -rf %[4]s && mkdir -p %[4]s && cat > %[4]s/script' || end %[5]d
printf '%%s\n' %[6]s | %[3]s sh -c 'cat > %[4]s/arguments' || end %[5]d
am start -S -W --user %[2]d -n %[1]s/android.app.NativeActivity >/dev/null || end %[7]d
while pidof %[1]s >/dev/null; do sleep 0.1; done
%[3]s cat %[4]s/messages >&2
%[3]s cat %[4]s/report
%[3]s sh -c '[ -s %[4]s/ended ]' || end %[8]d
end 0`, AppPackage, a.user, as, appFolder, notFilled, quoteAll(append(variables, args...)), notStarted, appEnded)
}

func quoteAll(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, adb.Quote(w))
	}
	return strings.Join(out, " ")
}

// failure returns the error of a script that did not exit with 0, or of an app without a report.
func (a *App) failure(ctx context.Context, status, frames int) error {
	if out, err := a.d.Shell(ctx, "true"); err != nil {
		return err
	} else if out.Status != 0 {
		return adb.Refused(a.d.Serial, out.Stderr)
	}
	return a.explain(status, frames)
}

// explain returns the error on a device that is connected.
func (a *App) explain(status, frames int) error {
	switch status {
	case notFilled:
		return &adb.Error{What: a.d.Serial, Why: "the calls could not be copied to the app", Advice: "check whether the device has free storage: adb shell df /data"}
	case notStarted:
		return &adb.Error{What: a.d.Serial, Why: "the app with the player did not start", Advice: "unlock the screen, and run the command again"}
	case appEnded:
		return &CrashError{State: "the app ended without a report", Frames: frames}
	}
	return a.d.Interrupted()
}

// Fetch copies a file of the replay to a new file on this machine, which only the user can read.
func (a *App) Fetch(ctx context.Context, name, to string) error {
	return a.d.CopyOut(ctx, name, fmt.Sprintf("%s cat %s/%s", adb.RunAs(AppPackage, a.user), appFolder, adb.Quote(name)), to)
}

// Remove uninstalls the app, even if ctx is done.
func (a *App) Remove(ctx context.Context) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer stop()
	out, err := a.d.Shell(ctx, fmt.Sprintf("pm path --user %d %s >/dev/null || exit 0; pm uninstall --user %[1]d %[2]s || exit 1", a.user, AppPackage))
	if err == nil && out.Status != 0 {
		err = adb.Refused(a.d.Serial, out.Stdout+out.Stderr)
	}
	if err != nil {
		return &adb.Error{What: a.d.Serial, Why: fmt.Sprintf("the app %s could not be removed from the device: %v", AppPackage, err), Advice: "to remove it when the device is connected: " + a.d.CommandLine() + " uninstall " + AppPackage}
	}
	return nil
}
