package devicecmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/crash"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// debugReport is the report of device debug.
type debugReport struct {
	Serial string `json:"serial"`
	App    string `json:"app"`
	ABI    string `json:"abi"`
	PID    int    `json:"pid"`
	Shell  string `json:"shell"`
	LLDB   string `json:"lldb"`
	lldb   bool
}

func (r *debugReport) print(e *ui.Env) {
	if r.lldb {
		e.Printf("%s", r.LLDB)
	} else {
		e.Printf("%s", r.Shell)
	}
}

func debugCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "debug PKG",
		Short: "Print a script that debugs an app and its layers with lldb",
		Long: `Prints a shell script that debugs the app PKG on the device with lldb. The script starts the NDK's lldb-server
on the device, as a user that can attach to the app. Then it starts lldb on this machine, with the symbols of
your layers. "gleslayergen build" writes these symbols to the directory build. If the symbols are in other
directories, give the names of these directories with --symbols. This command only prints the script, and does
not change the device.

With --lldb, the command prints only what lldb executes: the commands that connect to lldb-server and attach to
the app. For this, the app must be running.`,
		Example: `  gleslayergen device debug com.example.game > debug.sh; sh debug.sh
  gleslayergen device debug com.example.game --lldb > layer.lldb; lldb -s layer.lldb`,
		Args:              ui.Args(1, 1, "PKG"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	var lldb bool
	var dirs []string
	cmd.Flags().BoolVar(&lldb, "lldb", false, "print only the commands that lldb executes, not the shell script")
	cmd.Flags().StringSliceVar(&dirs, "symbols", []string{"build"}, "search `DIR` for layers and their symbols, which \"gleslayergen build\" writes (repeatable)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := CheckPackages(args...); err != nil {
			return err
		}
		user, err := f.UserID()
		if err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			s, err := device.Read(ctx, d, device.Query{User: user, Packages: args})
			if err != nil {
				return nil, err
			}
			session, err := session(e, f, d, s, args[0], dirs)
			if err != nil {
				return nil, err
			}
			if lldb && session.PID == 0 {
				return nil, &adb.Error{What: args[0], Why: "the app is not running", Advice: "to start the app: " + session.Start()}
			}
			return &debugReport{d.Serial, args[0], session.ABI, session.PID, session.Shell(), session.LLDB(), lldb}, nil
		})
	}
	return cmd
}

// session returns the values that the commands depend on.
func session(e *ui.Env, f *Flags, d *adb.Device, s *device.State, app string, dirs []string) (crash.Session, error) {
	p, target := s.Packages[app], target(e, f, d)
	switch {
	case !p.Installed:
		return crash.Session{}, &adb.Error{What: app, Why: "the app is not installed", Advice: "to list the installed apps: gleslayergen device apps"}
	case !p.Debuggable && !s.Root():
		return crash.Session{}, &adb.Error{What: app, Why: "a debugger cannot attach, because the app is not debuggable and adb has no root access on the device",
			Advice: "to make a debuggable copy of the app with a layer: gleslayergen apk add APP.apk PATH/TO/LAYER.so --debuggable; then install the copy"}
	}
	session := crash.Session{Tool: tail("gleslayergen device", target.Tool), ADB: tail("adb", target.ADB), Serial: d.Serial, Package: app, ABI: s.ABI(p), User: s.User,
		Component: p.Launch, Debuggable: p.Debuggable, SU: !s.RootShell}
	if len(p.PIDs) > 0 {
		session.PID = p.PIDs[0]
	}
	var err error
	if session.Server, err = crash.FindServer(e.Machine.Getenv, session.ABI); err != nil {
		return session, err
	}
	return session, session.AddDirs(dirs)
}

// tail returns a command with more arguments, if there are any.
func tail(command, more string) string { return strings.TrimSpace(command + " " + more) }
