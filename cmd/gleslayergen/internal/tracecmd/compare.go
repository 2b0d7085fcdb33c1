package tracecmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// describeDriver is the setting with which the recorder records the texts and limits of the driver.
const describeDriver = "driver"

// compareFlags are the flags of device compare.
type compareFlags struct {
	recordFlags
	drivers []string
	dir     string
	command []string // for the device's shell
}

// Compare returns the command device compare.
func Compare(e *ui.Env, device *devicecmd.Flags) *cobra.Command {
	f := &compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare --app PACKAGE --driver DRIVER,DRIVER... [-- COMMAND...]",
		Short: "Run an app with several drivers, and compare errors, limits, times and images",
		Long: `Runs an app once with each driver, records each run, and compares the recordings:
  - the errors of calls, by function,
  - the extensions and limits in which the drivers differ,
  - the times of frames,
  - images of frames, with the percentage of pixels that differ.

DRIVER is native, angle, default or updatable, as in "gleslayergen device driver set". The drivers are checked
before the first run. A recording ends after --seconds, after --frames, or when COMMAND ends. COMMAND runs in
the shell of the device, from the start of the recording on, without a time limit. If the recording ends first,
COMMAND is ended. Use it to operate the app in the same way in each run, for example with the programs input or
monkey of Android.

If the run with a driver fails, or COMMAND fails in it, the others are still compared. The exit code is that of
the first failure.

The recordings, the images and a page that shows the comparison, index.html, are written to a new directory. At
the end of each run, the app is stopped, the layers are removed, and the settings of the device and the driver
of the app are restored. The app must be debuggable, or the device must have root.

The times include the cost of recording errors and images, which is the same with each driver.`,
		Example: `  gleslayergen device compare --app com.example.game --driver native,angle --seconds 20
  gleslayergen device compare --app com.example.game --driver native,angle -- monkey -p com.example.game -s 7 500`,
		Args: cobra.ArbitraryArgs,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.app, "app", "", "run the app `PACKAGE`")
	flags.StringSliceVar(&f.drivers, "driver", nil, "compare these comma-separated `DRIVERS`")
	flags.StringVarP(&f.dir, "out", "o", "", "write the comparison to the new directory `DIR` (default: a new directory with the name of the app)")
	flags.UintVar(&f.seconds, "seconds", 0, "stop each recording after `S` seconds (default 10, if neither --frames nor COMMAND is given)")
	flags.Uint64Var(&f.frames, "frames", 0, "stop each recording after `N` frames")
	flags.Uint32Var(&f.imageSize, "image-size", 0, "length of the longer side of images, in `PIXELS` (default 256)")
	f.addSetup(flags)
	_ = flags.MarkHidden("keep")
	_ = cmd.RegisterFlagCompletionFunc("app", devicecmd.CompletePackages(e, device))
	_ = cmd.RegisterFlagCompletionFunc("driver", cobra.FixedCompletions(driver.Drivers, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.device, f.command = *device, args
		if err := f.check(cmd, args); err != nil {
			return err
		}
		return f.run(cmd.Context(), e)
	}
	return cmd
}

// check checks the flags.
func (f *compareFlags) check(_ *cobra.Command, args []string) error {
	switch {
	case f.app == "":
		return ui.Usage("device compare", "--app is missing", "give the package name of the app: --app PACKAGE; to list the apps: gleslayergen device apps")
	case len(f.drivers) < 2:
		return ui.Usage("device compare", "--driver needs at least two drivers", "for example: --driver native,angle")
	case f.keep:
		return ui.Usage("device compare", "--keep cannot be used: each run needs the settings of the run before restored", "leave out --keep")
	}
	for i, name := range f.drivers {
		if err := devicecmd.CheckDriver(name); err != nil {
			return err
		}
		if slices.Contains(f.drivers[:i], name) {
			return ui.Usage("--driver "+strings.Join(f.drivers, ","), name+" is listed twice", "give each driver once")
		}
	}
	if f.frames == 0 && f.seconds == 0 && len(args) == 0 {
		f.seconds = 10
	}
	f.changed = record.Changes{"errors": true, "frame-images": true}
	return errors.Join(devicecmd.CheckPackages(f.app), f.device.CheckOne("device compare"))
}

// run records each driver and compares the recordings.
func (f *compareFlags) run(ctx context.Context, e *ui.Env) error {
	dir, err := f.makeDir()
	if err != nil {
		return err
	}
	comparison, failed := f.compare(ctx, e, dir)
	if comparison == nil {
		_ = os.Remove(dir) // fails if there is a recording
		return failed
	}
	if f.device.JSON() {
		return errors.Join(e.PrintJSON(compareReport{Schema: 1, App: f.app, Dir: dir, Comparison: *comparison}), failed)
	}
	printComparison(e, comparison)
	e.Printf("\n%s shows the comparison with its images\n", filepath.Join(dir, "index.html"))
	return failed
}

// makeDir creates the directory of the comparison.
func (f *compareFlags) makeDir() (string, error) {
	if f.dir != "" {
		if err := os.Mkdir(f.dir, 0o755); err != nil {
			return "", ui.Usage("--out "+f.dir, ui.WithoutPath(err).Error(), "give a directory that does not exist, in one that exists")
		}
		return f.dir, nil
	}
	for n := 1; ; n++ {
		name := f.app + "-compare"
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		err := os.Mkdir(name, 0o755)
		if !errors.Is(err, os.ErrExist) {
			return name, err
		}
	}
}

// compare runs the app with each driver. A failure with one driver does not stop the others. It returns no comparison
// if there is no recording.
func (f *compareFlags) compare(ctx context.Context, e *ui.Env, dir string) (*report.Comparison, error) {
	user, err := f.device.UserID()
	if err != nil {
		return nil, err
	}
	chosen, err := devicecmd.ChooseDevice(ctx, e, &f.device)
	if err != nil {
		return nil, f.device.Absent(err)
	}
	for _, name := range f.drivers {
		if err := driver.Check(ctx, chosen.Device(), user, f.app, name); err != nil {
			return nil, f.device.Advised(chosen.Device(), err)
		}
	}
	r := &compareRuns{}
	defer r.close()
	for _, name := range f.drivers {
		if errors.As(r.err, new(ui.LeftBehind)) {
			r.fail(name, errors.New("not run, because the changes for the run before could not be undone"))
			continue
		}
		f.out = filepath.Join(dir, name+record.Extension)
		e.Notef("recording %s with the driver %s", f.app, name)
		e.Err.Flush()
		failed := f.recordDriver(ctx, e, name, user)
		if failed != nil {
			r.fail(name, failed)
		}
		if ctx.Err() != nil {
			return nil, errors.Join(r.err, ctx.Err())
		}
		if err := r.read(ctx, name, f.out); err != nil && (failed == nil || !errors.Is(err, fs.ErrNotExist)) {
			r.fail(name, err)
		}
	}
	if len(r.runs) == 0 {
		return nil, r.err
	}
	comparison := report.Compare(r.runs)
	comparison.Failures = append(comparison.Failures, r.failures...)
	if err := comparison.WriteImages(dir); err != nil {
		return nil, errors.Join(r.err, err)
	}
	return comparison, errors.Join(r.err, f.writePage(comparison, filepath.Join(dir, "index.html")))
}

// compareRuns are the runs with the drivers.
type compareRuns struct {
	runs     []*report.Run
	open     []*file.File
	failures []report.Failure
	err      error // of all failures
}

// fail records that the run with a driver failed.
func (r *compareRuns) fail(name string, err error) {
	one := &driverError{name, err}
	r.failures = append(r.failures, report.Failure{Name: name, Error: one.text()})
	r.err = errors.Join(r.err, one)
}

// read reads the recording of a run. Its file stays open for the images.
func (r *compareRuns) read(ctx context.Context, name, path string) error {
	limitMemory()
	recording, err := file.OpenContext(ctx, path)
	if err != nil {
		return err
	}
	r.open = append(r.open, recording)
	one, err := report.ReadRun(ctx, recording, name, filepath.Base(path))
	if err == nil {
		r.runs = append(r.runs, one)
	}
	return err
}

func (r *compareRuns) close() {
	for _, f := range r.open {
		f.Close()
	}
}

// driverError is the error of the run with a driver.
type driverError struct {
	driver string
	error
}

func (e *driverError) Error() string { return "driver " + e.driver + ": " + e.text() }
func (e *driverError) Unwrap() error { return e.error }
func (e *driverError) ExitCode() int { return ui.ExitCode(e.error) }

// text returns the text of the error in one line.
func (e *driverError) text() string { return strings.ReplaceAll(e.error.Error(), "\n", "; ") }

func (f *compareFlags) writePage(c *report.Comparison, path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(c.WriteHTML(out, f.app+": "+strings.Join(f.drivers, " and ")), out.Close())
}

// recordDriver records the app with one driver. At the end, it stops the app, which would otherwise keep the driver
// and the layer, and restores the device.
func (f *compareFlags) recordDriver(ctx context.Context, e *ui.Env, name string, user int) error {
	return onApp(ctx, e, &f.traceFlags, func(d *adb.Device, a *record.App) error {
		layers, err := appLayers(ctx, e, &f.recordFlags, a)
		if err != nil {
			return err
		}
		layers.Settings = append(layers.Settings, "start", describeDriver)
		selected, err := driver.Set(ctx, d, user, f.app, name)
		if err != nil {
			return err
		}
		s := f.session(f.app)
		notes, err := a.Start(ctx, layers)
		for _, note := range notes {
			e.Warnf("%s", f.device.Again(d, note))
		}
		if err == nil {
			err = f.recordRun(ctx, e, s, a, d)
		}
		err = withRestored(err, errors.Join(a.Stop(ctx), restoreApp(ctx, e, &f.device, d, a)))
		undo, stop := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer stop()
		restored, failed := selected.Unset(undo, d, user)
		return errors.Join(err, checkRestored(e, &f.device, d, restored, failed))
	})
}

// recordRun records until the limit, or until the command of the device has ended.
func (f *compareFlags) recordRun(ctx context.Context, e *ui.Env, s *record.Session, a *record.App, d *adb.Device) error {
	if len(f.command) == 0 {
		return recordFrom(ctx, e, &f.traceFlags, s, a)
	}
	running, end := context.WithCancel(ctx)
	defer end()
	command := newDeviceCommand(ctx, d, f.command)
	s.OnStart = func(record.Status) { command.start(end) } // of each process of the app
	err := recordFrom(running, e, &f.traceFlags, s, a)
	return errors.Join(err, command.stop())
}
