package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/crash"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/trace/crumbs"
)

// whyCrashedFlags are the flags of device why-crashed.
type whyCrashedFlags struct {
	last      int
	symbols   []string
	tombstone string
	out       string
}

// WhyCrashed returns the command device why-crashed.
func WhyCrashed(e *ui.Env, flags *devicecmd.Flags) *cobra.Command {
	f := &whyCrashedFlags{}
	cmd := &cobra.Command{
		Use:   "why-crashed PACKAGE",
		Short: "Show the last crash of an app, and the last calls before it",
		Long: `Shows the last crash of an app in the log of the device, with source lines of layers, and the last calls of
each thread from the file of the module breadcrumbs. A call that did not return is marked.

The calls are shown if a layer of the app has the module, and breadcrumbs.on was 1 when the app crashed
("gleslayergen device set PACKAGE breadcrumbs.on=1"). The app must be debuggable. If the log has no crash, for
example because the process was killed, the newest file is shown.`,
		Example: `  gleslayergen device why-crashed com.example.game
  gleslayergen device why-crashed com.example.game --last 100 --out game.crumbs`,
		Args:              ui.Args(1, 1, "PACKAGE"),
		ValidArgsFunction: devicecmd.CompletePackages(e, flags),
	}
	cmd.Flags().IntVar(&f.last, "last", 20, "show the last `N` calls of each thread; 0 for all. Older calls that did not return are shown, too")
	cmd.Flags().StringSliceVar(&f.symbols, "symbols", []string{"build"}, "search for symbols in `DIR` and its subdirectories (repeatable)")
	cmd.Flags().StringVar(&f.tombstone, "tombstone", "", "show the crash in the tombstone `FILE` on this machine, instead of that in the log of the device")
	cmd.Flags().StringVar(&f.out, "out", "", "also write the file of the module to the new `FILE`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case f.last < 0:
			return ui.Usage(fmt.Sprintf("--last %d", f.last), "a negative number of calls", "give the number of calls, or 0 for all")
		case flags.CheckOne("device why-crashed") != nil:
			return flags.CheckOne("device why-crashed")
		}
		return whyCrashed(cmd.Context(), e, flags, f, args[0])
	}
	return cmd
}

// whyCrashedReport is the JSON report of device why-crashed.
type whyCrashedReport struct {
	Schema  int            `json:"schema"`
	Serial  string         `json:"serial"`
	Package string         `json:"package"`
	Crash   *device.Crash  `json:"crash"`   // null if the log has none
	Entries []crash.Entry  `json:"entries"` // the lines of the crash, with source lines
	File    string         `json:"file"`    // path of the file of the module on the device; "" if there is none
	Crumbs  *crumbs.Report `json:"crumbs"`  // null without a file
}

func whyCrashed(ctx context.Context, e *ui.Env, flags *devicecmd.Flags, f *whyCrashedFlags, app string) error {
	if err := devicecmd.CheckPackages(app); err != nil {
		return err
	}
	user, err := flags.UserID()
	if err != nil {
		return err
	}
	chosen, err := devicecmd.ChooseDevice(ctx, e, flags)
	if err != nil {
		return flags.Absent(err)
	}
	d := chosen.Device()
	r, err := readCrash(ctx, e, d, user, app, f)
	if err != nil {
		return flags.Advised(d, err)
	}
	if flags.JSON() {
		return e.PrintJSON(r)
	}
	r.print(e)
	return nil
}

// readCrash reads the crash and the file of the module.
func readCrash(ctx context.Context, e *ui.Env, d *adb.Device, user int, app string, f *whyCrashedFlags) (*whyCrashedReport, error) {
	s, err := device.Read(ctx, d, device.Query{User: user, Packages: []string{app}})
	if err != nil {
		return nil, err
	}
	if !s.Packages[app].Installed {
		return nil, &adb.Error{What: d.Serial + ": " + app, Why: fmt.Sprintf("the app is not installed for user %d", s.User), Advice: "to list the installed apps: gleslayergen device apps"}
	}
	r := &whyCrashedReport{Schema: 1, Serial: d.Serial, Package: app, Entries: []crash.Entry{}}
	if r.Crash, err = f.findCrash(ctx, d, s, app); err != nil {
		return nil, err
	}
	if r.Crash != nil {
		if r.Entries, err = devicecmd.CrashEntries(ctx, e, strings.Join(r.Crash.Lines, "\n"), f.symbols); err != nil {
			return nil, err
		}
	}
	if err := r.readCalls(ctx, d, s, f); err != nil {
		return nil, err
	}
	if r.Crash == nil && r.Crumbs == nil {
		return nil, &adb.Error{What: d.Serial + ": " + app, Why: "the log has no crash of the app, and the app has no file of the module breadcrumbs",
			Advice: "to record the last calls before the next crash, enable a layer with the module breadcrumbs, then: gleslayergen device set " + app + " breadcrumbs.on=1"}
	}
	return r, nil
}

// maxTombstone is the maximum size of a tombstone. Real ones have less than 1 MB.
const maxTombstone = 16 << 20

// findCrash returns the crash in the tombstone that the flags name, or the last one in the log.
func (f *whyCrashedFlags) findCrash(ctx context.Context, d *adb.Device, s *device.State, app string) (*device.Crash, error) {
	if f.tombstone == "" {
		return device.LastCrash(ctx, d, s, app)
	}
	const sources = "give a tombstone: a file from /data/tombstones on the device, or from the archive that adb bugreport writes"
	size, err := sizeOf(f.tombstone)
	if err == nil && size > maxTombstone {
		err = fmt.Errorf("%s: larger than %d MiB", f.tombstone, maxTombstone>>20)
	}
	if err != nil {
		return nil, ui.WithHint(err, sources)
	}
	text, err := os.ReadFile(f.tombstone)
	if err != nil {
		return nil, ui.WithHint(fmt.Errorf("%s: %w", f.tombstone, ui.WithoutPath(err)), sources)
	}
	if c := device.TombstoneCrash(string(text)); c != nil {
		return c, nil
	}
	return nil, ui.WithHint(fmt.Errorf("%s: names no process that crashed", f.tombstone), sources)
}

// readCalls copies the file of the module from the device and reads it.
func (r *whyCrashedReport) readCalls(ctx context.Context, d *adb.Device, s *device.State, f *whyCrashedFlags) (err error) {
	if r.File, err = findCrumbs(ctx, d, s, r.Package, r.pid()); err != nil || r.File == "" {
		return err
	}
	local := f.out
	if local == "" {
		dir, err := os.MkdirTemp("", "gleslayergen-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		local = filepath.Join(dir, path.Base(r.File))
	}
	if err := d.CopyOut(ctx, r.File, adb.RunAs(r.Package, s.User)+" cat "+adb.Quote(r.File), local); err != nil {
		if errors.Is(err, os.ErrExist) {
			return ui.WithHint(fmt.Errorf("--out %s: the file exists", f.out), "give the name of a new file")
		}
		return err
	}
	file, format, err := readCrumbs(local)
	if err != nil {
		return err
	}
	r.Crumbs = file.Report(format, f.last, "")
	return nil
}

func (r *whyCrashedReport) pid() int {
	if r.Crash == nil {
		return 0
	}
	return r.Crash.PID
}

// crumbsName matches the name of a file of the module: LAYER-TIME-PID.crumbs.
var crumbsName = lazyregexp.New(`-([0-9]{13})-([0-9]{1,9})\.crumbs$`)

// findCrumbs returns the path of the file of a process, or of the newest file; "" if there is none. The files are in the cache
// directory of the app, or in a directory that a setting names.
func findCrumbs(ctx context.Context, d *adb.Device, s *device.State, app string, pid int) (string, error) {
	script := "ls -1 cache/*.crumbs"
	for name, dir := range s.Props {
		if strings.HasPrefix(name, "debug.") && strings.HasSuffix(name, ".breadcrumbs.directory") && strings.HasPrefix(dir, "/") {
			script += " " + adb.Quote(dir) + "/*.crumbs"
		}
	}
	out, err := d.Shell(ctx, adb.RunAs(app, s.User)+" sh -c "+adb.Quote(script+" 2>/dev/null"))
	if err != nil {
		return "", err
	}
	var files []string
	for line := range strings.Lines(out.Stdout) {
		if line = strings.TrimSpace(line); crumbsName.MatchString(line) {
			files = append(files, line)
		}
	}
	return chooseCrumbs(files, pid), nil
}

// chooseCrumbs returns the newest file of a process; if the process has none, the newest of all.
func chooseCrumbs(files []string, pid int) string {
	slices.SortFunc(files, func(a, b string) int {
		return strings.Compare(crumbsName.FindStringSubmatch(a)[1], crumbsName.FindStringSubmatch(b)[1])
	})
	chosen := ""
	for _, file := range files {
		chosen = file
	}
	for _, file := range files {
		if crumbsName.FindStringSubmatch(file)[2] == strconv.Itoa(pid) {
			chosen = file
		}
	}
	return chosen
}

func (r *whyCrashedReport) print(e *ui.Env) {
	switch {
	case r.Crash == nil:
		e.Printf("the log has no crash of %s\n", r.Package)
	default:
		e.Printf("%s crashed at %s: process %d, thread %d\n\n", r.Package, ui.OneLine(cmp.Or(r.Crash.Time, "an unknown time")), r.Crash.PID, r.Crash.TID)
		devicecmd.PrintCrashEntries(e, r.Entries)
	}
	if r.Crumbs == nil {
		e.Notef("note: the app has no file of the module breadcrumbs; to record the last calls before the next crash: gleslayergen device set %s breadcrumbs.on=1", r.Package)
		return
	}
	e.Printf("\n%s\n", ui.OneLine(r.File))
	printCrumbs(e, r.Crumbs)
	if r.Crash != nil && r.Crumbs.PID != r.Crash.PID {
		e.Warnf("the file is of process %d, not of the process that crashed: breadcrumbs.on was not 1 then", r.Crumbs.PID)
	}
}
