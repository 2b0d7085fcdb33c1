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
	host, everyRule bool
	contexts        int
	layer, app      string
	writeProfile    string
}

func driverCmd(e *ui.Env, device *Flags) *cobra.Command {
	f := &driverFlags{}
	cmd := &cobra.Command{
		Use:   "driver",
		Short: "Report which driver is loaded, by which rule, and which features it lacks",
		Long: `Reports which OpenGL ES driver Android's loader opens in 64-bit and in 32-bit processes, and which rules select
this driver. For this, gleslayergen only reads properties, settings, lists of the system, packages and files of
the device. With --app, the report is for that app: Android can select ANGLE or an updatable driver for an app.
Without --app, the report is for native programs, for which settings have no effect. With --every-rule, the
report also lists the rules that do not apply.

To select another driver for an app: gleslayergen device driver set. To run an app with several drivers and
compare the results: gleslayergen device compare.

Then gleslayergen queries the driver, and reports
  - the versions and the extensions, and which of them Android requires or recommends,
  - whether contexts of OpenGL ES 1.x, 2.0 and 3.x can draw,
  - whether YUV images can be allocated, sampled and read back,
  - with --contexts: the memory of each context, the maximum number of contexts, and the memory that is not
    freed after all contexts are destroyed.

For these queries, gleslayergen compiles a small C program with the NDK and runs it on the device in
/data/local/tmp. The program deletes itself. If the driver crashes or hangs in one test, the report describes
the failure, and the other tests continue. Without an NDK, the driver is not queried.

With --layer, give a layer library or the directory of a project. The report then lists the extensions of the
driver whose functions the layer does not intercept.

With --write-profile, the limits, extensions, formats, precisions and EGL configs of the driver are written to
a file that the module profile of a layer reads: the layer then shows the app this device, on another one. If
the driver was queried in several processes, the first is written. --json prints the same values.

With --host, the driver of this machine is queried, not a device. The C program is then compiled with $CC, or
with cc if CC is not set. Requirements that apply only to Android have the state "meaningless".

The exit code is 4 if something that Android requires is missing.`,
		Example: `  gleslayergen device driver
  gleslayergen device driver --app com.example.game --every-rule
  gleslayergen device driver --layer . --json
  gleslayergen device driver --write-profile phone.profile
  gleslayergen device driver --host --contexts 64`,
		Args: ui.Args(0, 0, ""),
	}
	cmd.Flags().BoolVar(&f.host, "host", false, "query the driver of this machine, not of a device")
	cmd.Flags().IntVar(&f.contexts, "contexts", 0, "create `N` contexts and keep all of them at the same time; report the memory of each context, and the error if the driver creates fewer")
	cmd.Flags().StringVar(&f.layer, "layer", "", "list the extensions of the driver that `LAYER` (a library or a project directory) does not intercept")
	cmd.Flags().StringVar(&f.app, "app", "", "report the driver that Android selects for the app `PACKAGE`")
	cmd.Flags().BoolVar(&f.everyRule, "every-rule", false, "list also the rules that do not apply")
	cmd.Flags().StringVar(&f.writeProfile, "write-profile", "", "write a profile of the driver to `FILE`, for the module profile of a layer")
	cmd.AddCommand(driverSetCmd(e, device))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o, err := f.options(cmd.Context(), e)
		switch {
		case err != nil:
			return err
		case f.host:
			return hostDriver(cmd.Context(), e, o, f.writeProfile, device.json)
		case f.writeProfile != "" && device.all:
			return ui.Usage("--write-profile", "cannot be combined with --all: the file has the driver of one device", "leave out --all, and select a device with -s")
		}
		return deviceDriver(e, cmd, device, o, f)
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
		return o, ui.Usage("device driver", "--app selects an app of a device, but --host selects this machine", "leave out --app or --host")
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
		return nil, nil, ui.WithHint(fmt.Errorf("--layer %s: %w", path, ui.WithoutPath(err)), "give the path of a layer library, or the directory of its project")
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
func hostDriver(ctx context.Context, e *ui.Env, o driver.Options, file string, asJSON bool) error {
	if runtime.GOOS != "linux" {
		return ui.WithHint(errors.New("device driver --host works only on Linux, but this machine runs "+runtime.GOOS), "run the command in a Linux virtual machine or container")
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
		driverReport{r, true}.print(e)
	}
	if err == nil {
		err = writeProfile(e, r, file)
	}
	if err == nil && len(r.Findings) > 0 {
		err = ui.Quiet(ui.ExitFindings)
	}
	return err
}

// writeProfile writes the profile of a report to a file, if one is given.
func writeProfile(e *ui.Env, r *driver.Report, file string) error {
	if file == "" {
		return nil
	}
	p, err := r.Profile()
	if err != nil {
		return ui.WithHint(fmt.Errorf("--write-profile %s: %w", file, err), "the report has the reason, and what to do")
	}
	return layercmd.WriteProfile(e, p, file)
}

// deviceDriver queries devices.
func deviceDriver(e *ui.Env, cmd *cobra.Command, f *Flags, o driver.Options, flags *driverFlags) error {
	user, err := f.UserID()
	if err != nil {
		return err
	}
	var found atomic.Int64
	var last *driver.Report
	err = onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
		r, err := driver.Device(ctx, d, user, e.Machine.Getenv, o)
		if err != nil {
			return nil, err
		}
		found.Add(int64(len(r.Findings)))
		if flags.writeProfile != "" {
			last = r
		}
		return driverReport{r, flags.everyRule}, nil
	})
	if err == nil && last != nil {
		err = writeProfile(e, last, flags.writeProfile)
	}
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
			strings.ToUpper(r.Need[:1])+r.Need[1:]+" by Android: "+r.Name,
			strings.ToUpper(r.Reason[:1])+r.Reason[1:]+". Source: "+requirementSources.Replace(r.Who)+".", []string{"rule-5.1"}))
	}
	return all
}

// requirementSources replaces the abbreviations of the sources by their names.
var requirementSources = strings.NewReplacer(", ", ", and ", "CDD", "Android's Compatibility Definition Document (CDD), section 7.1.4.1",
	"GPU", "the page about OpenGL ES for device makers on source.android.com")
