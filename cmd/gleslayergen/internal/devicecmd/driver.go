package devicecmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// mostContexts is more than any driver can create.
const mostContexts = 4096

type driverFlags struct {
	host       bool
	contexts   int
	layer, app string
}

func driverCmd(e *ui.Env, device *Flags) *cobra.Command {
	f := &driverFlags{}
	cmd := &cobra.Command{
		Use:   "driver",
		Short: "Report which driver is loaded, by which rule, and which features it lacks",
		Long: `Reports which OpenGL ES driver Android's loader opens in 64-bit and 32-bit processes, and the rule for this
choice. It reads the properties, settings and files of the device. With --app, it reports the driver of that
app, for which settings can select ANGLE or an updatable driver. Without --app, it reports the driver of a
native program.

Then it queries the driver: EGL, drawing with contexts of OpenGL ES 1.x, 2.0 and 3.x, the extensions that
Android requires or recommends, and YUV images that are allocated, sampled and read back. --contexts creates
many contexts and reports the memory of each, the limit, and the memory that is not freed. For these queries,
gleslayergen compiles a small C program with the NDK and runs it in /data/local/tmp. The program deletes
itself. If the driver crashes or hangs, only one check ends, and the report describes how. Without an NDK, the
driver is not queried.

--layer names a layer, or the directory of its project, and lists the extensions of the driver that the layer
does not intercept.

--host queries the EGL of this machine instead, compiled with $CC or cc. Requirements that apply only to
Android are reported separately.

The exit code is 4 if something that Android requires is missing.`,
		Example: `  gleslayergen device driver
  gleslayergen device driver --app com.example.game --contexts 64
  gleslayergen device driver --layer . --json
  gleslayergen device driver --host --contexts 64`,
		Args: ui.Args(0, 0, ""),
	}
	cmd.Flags().BoolVar(&f.host, "host", false, "query the EGL of this machine, not of a device")
	cmd.Flags().IntVar(&f.contexts, "contexts", 0, "create `N` contexts at the same time")
	cmd.Flags().StringVar(&f.layer, "layer", "", "list the driver's extensions that this `LAYER` or project does not intercept")
	cmd.Flags().StringVar(&f.app, "app", "", "`PACKAGE` for which Android selects the driver")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o, err := f.options(cmd.Context(), e)
		if err != nil {
			return err
		}
		if f.host {
			return hostDriver(cmd.Context(), e, o, device.json)
		}
		return deviceDriver(e, cmd, device, o)
	}
	return cmd
}

// options checks the flags, and reads the layer before the driver is queried.
func (f *driverFlags) options(ctx context.Context, e *ui.Env) (driver.Options, error) {
	o := driver.Options{Contexts: f.contexts, App: f.app, Layer: f.layer, Registry: registry.Builtin()}
	switch {
	case f.contexts < 0 || f.contexts > mostContexts:
		return o, ui.Usage("--contexts "+strconv.Itoa(f.contexts), "not a number from 1 to "+strconv.Itoa(mostContexts), "for example: --contexts 64")
	case f.host && f.app != "":
		return o, ui.Usage("device driver", "--app selects an app of a device, but --host selects this machine", "leave out one of them")
	}
	err := CheckPackages(f.app)
	if err != nil || f.layer == "" {
		return o, err
	}
	o.Intercepted, o.Own, err = interceptedBy(ctx, e, f.layer)
	return o, err
}

// interceptedBy returns the commands that a layer, or the layer of a project, intercepts. own are those that
// the project does not name: the layer intercepts them to find the end of a frame.
func interceptedBy(ctx context.Context, e *ui.Env, path string) (names, own []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, ui.WithHint(fmt.Errorf("--layer %s: %w", path, ui.WithoutPath(err)), "name a layer, or the directory of its project")
	}
	if !info.IsDir() {
		names, err = driver.Intercepted(path, func(name string) bool { _, ok := registry.Builtin().Command(name); return ok })
		return names, nil, err
	}
	root, err := layercmd.OpenProject(ctx, e, path)
	if err != nil {
		return nil, nil, err
	}
	u, err := project.PlanUpdate(ctx, project.UpdateRequest{Root: root, Tool: e.Version, Load: ui.LoadFiles})
	if err != nil {
		return nil, nil, err
	}
	defer u.Close()
	own = []string{}
	for _, c := range u.Plan().Commands {
		if c.Trampoline() {
			names = append(names, c.Name)
		}
		if c.Trampoline() && c.Hook == "" {
			own = append(own, c.Name)
		}
	}
	return names, own, nil
}

// hostDriver runs driver --host.
func hostDriver(ctx context.Context, e *ui.Env, o driver.Options, asJSON bool) error {
	if runtime.GOOS != "linux" {
		return ui.WithHint(errors.New("device driver --host works on Linux only, and this is "+runtime.GOOS), "run it in a Linux virtual machine or container")
	}
	r, err := driver.Host(ctx, o)
	switch {
	case errors.Is(err, cbuild.ErrNoCompiler):
		return ui.WithHint(err, "install gcc or another C compiler, or set CC to one; to see the package to install: gleslayergen doctor device")
	case errors.Is(err, driver.ErrNoCache):
		return ui.WithHint(err, "set XDG_CACHE_HOME to a directory that belongs to you, that only you can write to, and that has free space")
	case err != nil:
		return err
	}
	if asJSON {
		err = e.PrintJSON(r)
	} else {
		driverReport{r}.print(e)
	}
	if err == nil && len(r.Findings) > 0 {
		err = ui.Quiet(ui.ExitFindings)
	}
	return err
}

// deviceDriver queries devices.
func deviceDriver(e *ui.Env, cmd *cobra.Command, f *Flags, o driver.Options) error {
	user, err := f.UserID()
	if err != nil {
		return err
	}
	var found atomic.Int64
	err = onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
		r, err := driver.Device(ctx, d, user, e.Machine.Getenv, o)
		if err != nil {
			return nil, err
		}
		found.Add(int64(len(r.Findings)))
		return driverReport{r}, nil
	})
	if err == nil && found.Load() > 0 {
		err = ui.Quiet(ui.ExitFindings)
	}
	return err
}

// DriverTopics returns the explanations of what Android requires of a driver.
func DriverTopics() []ui.Topic {
	var all []ui.Topic
	for _, r := range driver.Requirements() {
		all = append(all, ui.NewTopic("driver-"+strings.ReplaceAll(r.Name, " ", "-"),
			strings.ToUpper(r.Need[:1])+r.Need[1:]+" of a driver: "+r.Name,
			strings.ToUpper(r.Reason[:1])+r.Reason[1:]+". Source of the requirement: "+r.Who+".", []string{"rule-5.1"}))
	}
	return all
}
