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
		Short: "Print the commands that debug an app and its layers with lldb",
		Long: `Prints the commands that debug the app PKG of this device in lldb. They start the NDK's lldb-server as the
user of the app, and lldb with the symbols of your layers. gleslayergen build writes these symbols; --symbols
names their directories. The device is not changed.

With --lldb, prints only the commands for lldb itself. The app must be running.`,
		Example: `  gleslayergen device debug com.example.game > debug.sh; sh debug.sh
  gleslayergen device debug com.example.game --lldb > layer.lldb; lldb -s layer.lldb`,
		Args:              ui.Args(1, 1, "PKG"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	var lldb bool
	var dirs []string
	cmd.Flags().BoolVar(&lldb, "lldb", false, "print only the commands for lldb itself")
	cmd.Flags().StringSliceVar(&dirs, "symbols", []string{"build"}, "search `DIR` for layers and their symbols, as gleslayergen build writes them (repeatable)")
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
				return nil, &adb.Error{What: args[0], Why: "the app is not running", Advice: "start it: " + session.Start()}
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
		return crash.Session{}, &adb.Error{What: app, Why: "the app is not debuggable and the device has no root: a debugger cannot attach",
			Advice: "make it debuggable: gleslayergen apk add APP.apk PATH/TO/LAYER.so --debuggable"}
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
