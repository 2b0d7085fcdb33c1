package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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
the shell of the device, from the start of the recording on. Use it to operate the app in the same way in each
run, for example with the programs input or monkey of Android.

The recordings, the images and a page that shows the comparison, index.html, are written to a new directory. At
the end of each run, the layers are removed, and the settings of the device and the driver of the app are
restored. The app must be debuggable, or the device must have root.

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
	comparison, err := f.compare(ctx, e, dir)
	if err != nil {
		_ = os.Remove(dir) // fails if there is a recording
		return err
	}
	if f.device.JSON() {
		return e.PrintJSON(compareReport{Schema: 1, App: f.app, Dir: dir, Comparison: *comparison})
	}
	printComparison(e, comparison)
	e.Printf("\n%s shows the comparison with its images\n", filepath.Join(dir, "index.html"))
	return nil
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
	var runs []*report.Run
	for _, name := range f.drivers {
		f.out = filepath.Join(dir, name+record.Extension)
		e.Notef("recording %s with the driver %s", f.app, name)
		e.Err.Flush()
		if err := f.recordDriver(ctx, e, name, user); err != nil {
			return nil, err
		}
		recording, err := file.OpenContext(ctx, f.out)
		if err != nil {
			return nil, err
		}
		defer recording.Close()
		one, err := report.ReadRun(ctx, recording, name, filepath.Base(f.out))
		if err != nil {
			return nil, err
		}
		runs = append(runs, one)
	}
	comparison := report.Compare(runs)
	if err := comparison.WriteImages(dir); err != nil {
		return nil, err
	}
	return comparison, f.writePage(comparison, filepath.Join(dir, "index.html"))
}

func (f *compareFlags) writePage(c *report.Comparison, path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(c.WriteHTML(out, f.app+": "+strings.Join(f.drivers, " and ")), out.Close())
}

// recordDriver records the app with one driver.
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
		err = errors.Join(err, restoreApp(ctx, e, &f.device, d, a))
		undo, stop := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer stop()
		_, failed := selected.Unset(undo, d, user)
		return errors.Join(err, failed)
	})
}

// recordRun records until the limit, or until the command of the device has ended.
func (f *compareFlags) recordRun(ctx context.Context, e *ui.Env, s *record.Session, a *record.App, d *adb.Device) error {
	if len(f.command) == 0 {
		return recordFrom(ctx, e, &f.traceFlags, s, a)
	}
	running, end := context.WithCancel(ctx)
	defer end()
	failed := make(chan error, 1)
	var once sync.Once
	s.OnStart = func(record.Status) { // of each process of the app
		once.Do(func() {
			go func() {
				failed <- f.runCommand(running, d)
				end()
			}()
		})
	}
	err := recordFrom(running, e, &f.traceFlags, s, a)
	end()
	select {
	case commandErr := <-failed:
		return errors.Join(err, commandErr)
	default: // the app ended first, or the limit was reached
		return err
	}
}

func (f *compareFlags) runCommand(ctx context.Context, d *adb.Device) error {
	var words []string
	for _, w := range f.command {
		words = append(words, adb.Quote(w))
	}
	out, err := d.Shell(ctx, strings.Join(words, " "))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	case out.Status != 0:
		return &adb.Error{What: d.Serial + ": " + strings.Join(f.command, " "), Why: fmt.Sprintf("the command ended with exit code %d: %s", out.Status, ui.OneLine(cmp.Or(out.Stderr, out.Stdout))),
			Advice: "run the command with adb shell"}
	}
	return nil
}

// compareReport is the JSON report of device compare.
type compareReport struct {
	Schema int    `json:"schema"`
	App    string `json:"package"`
	Dir    string `json:"dir"`
	report.Comparison
}

// printComparison prints the tables.
func printComparison(e *ui.Env, c *report.Comparison) {
	head := []string{""}
	rows := [][]string{{"renderer"}, {"version"}, {"calls"}, {"frames"}, {"time of a frame, median"}, {"95th percentile"}, {"99th percentile"}, {"maximum"}}
	for _, r := range c.Runs {
		head = append(head, strings.ToUpper(r.Name))
		calls := strconv.Itoa(r.Calls)
		if r.Missing > 0 {
			calls += fmt.Sprintf(", %d missing", r.Missing)
		}
		for i, text := range []string{ui.OneLine(r.Renderer), ui.OneLine(r.Version), calls, strconv.Itoa(r.Frames),
			frameTime(r.Times.Median), frameTime(r.Times.P95), frameTime(r.Times.P99), frameTime(r.Times.Max)} {
			rows[i] = append(rows[i], text)
		}
	}
	ui.Table(e.Out, "", append([][]string{head}, rows...))
	printRows(e, head, "errors", "no call had an error", c.Errors)
	printRows(e, head, "limits that differ", "no limit differs", c.Limits)
	printRows(e, head, "extensions that differ", "no extension differs", c.Extensions)
	if len(c.Images) == 0 {
		e.Printf("\nno frame has an image in all runs\n")
		return
	}
	var images []report.Row
	for _, one := range c.Images {
		row := report.Row{Name: fmt.Sprintf("frame %d", one.Frame)}
		for _, percent := range one.Differ {
			text := "another size"
			if percent >= 0 {
				text = fmt.Sprintf("%d %%", percent)
			}
			row.Values = append(row.Values, text)
		}
		images = append(images, row)
	}
	printRows(e, head, "pixels that differ from "+c.Runs[0].Name, "", images)
}

func frameTime(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/1e6) }

func printRows(e *ui.Env, head []string, title, none string, rows []report.Row) {
	if len(rows) == 0 {
		e.Printf("\n%s\n", none)
		return
	}
	table := [][]string{append([]string{strings.ToUpper(title)}, head[1:]...)}
	for _, r := range rows {
		line := []string{ui.OneLine(r.Name)}
		for _, value := range r.Values {
			line = append(line, cmp.Or(ui.OneLine(value), "-"))
		}
		table = append(table, line)
	}
	e.Printf("\n")
	ui.Table(e.Out, "", table)
}
