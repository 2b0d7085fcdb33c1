package devicecmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/cts"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

func surveyCmd(e *ui.Env, f *Flags) *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Write a file that describes how a device loads layers, to send to the developers",
		Long: `Writes a file with what the developers of gleslayergen need to know about a device:
  - the maker, the model, the Android release, the kernel and the processor,
  - the loader's libraries, by size and hash,
  - the driver, the rules that select it, and its features,
  - the results of "gleslayergen device cts",
  - the functions that the loader asks of a layer, compared with the tables of gleslayergen.

The file has no serial number, no account, no list of apps, and no setting that names an app. Read it before
you send it.

The tests of the driver and the loader need an Android NDK and tools of the SDK. Without these, the report says
what is missing, and has the other parts. Like "gleslayergen device cts", the command installs test apps, and
removes them at the end.`,
		Example: `  gleslayergen device report
  gleslayergen device report --out phone.json`,
		Args: ui.Args(0, 0, ""),
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "write the report to `FILE`, which must not exist (default: a new file device-report-MAKER-MODEL-RELEASE.json)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		user, err := f.UserID()
		if err != nil {
			return err
		}
		if out != "" && f.all {
			return ui.Usage("device report", "--out gives one file, but --all selects several devices", "leave out --out or --all")
		}
		maker, lacks := ctsMaker(e)
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			state, err := device.Read(ctx, d, device.Query{User: user, Scripts: surveyScripts})
			if err != nil {
				return nil, err
			}
			s := newSurvey(e, d, state)
			file, err := s.create(out)
			if err != nil {
				return nil, err
			}
			s.readDriver(ctx, e, d, user)
			unrestored := s.runCases(ctx, d, state, user, maker, lacks)
			if err := errors.Join(ctx.Err(), s.write(file)); err != nil {
				return nil, errors.Join(err, os.Remove(s.File), unrestored)
			}
			return s, unrestored
		})
	}
	return cmd
}

// survey is the report of device report. Its file has the same form, but neither File nor Left.
type survey struct {
	Tool    string               `json:"tool"` // version of gleslayergen
	File    string               `json:"file,omitempty"`
	Device  map[string]string    `json:"device"`         // properties and other facts, by name
	Loader  []loaderFile         `json:"loader"`         // the libraries of the system
	Driver  *driver.Report       `json:"driver"`         // for native programs; null if it could not be read
	Missing []string             `json:"missing"`        // parts of the report that are missing, and why
	Cases   []cts.Result         `json:"cases"`          // of device cts
	Walk    *surveyWalk          `json:"walk"`           // null if no layer was called
	Left    []deploy.RestoreItem `json:"left,omitempty"` // changed by another tool during the tests, so not restored

	serial string // not in the report
}

// loaderFile is a library of Android.
type loaderFile struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// surveyWalk is a walk and how it differs from the table of the release.
type surveyWalk struct {
	*cts.Walk
	Complete  bool     `json:"complete"`  // names has all names; otherwise they are not compared
	Release   string   `json:"release"`   // the release whose table is compared
	Lacking   []string `json:"lacking"`   // names of the table that the loader did not ask for
	Added     []string `json:"added"`     // names that are not in the table
	SameOrder bool     `json:"sameOrder"` // of the names in both
}

// surveyProperties are the properties of a report. None identifies a device or a user.
var surveyProperties = []string{"ro.product.manufacturer", "ro.product.model", "ro.product.device", "ro.soc.manufacturer", "ro.soc.model",
	"ro.board.platform", "ro.hardware", "ro.build.version.release", "ro.build.version.sdk", "ro.build.version.sdk_full",
	"ro.build.version.security_patch", "ro.build.id", "ro.build.type", "ro.debuggable", "ro.vendor.api_level", "ro.product.first_api_level",
	"ro.product.cpu.abilist", "ro.hardware.egl", "persist.graphics.egl", "ro.gfx.driver.0", "ro.gfx.driver.1", "ro.egl.apex",
	"ro.hardware.vulkan", "ro.config.low_ram", "debug.hwui.renderer"}

// surveyScripts are further facts.
var surveyScripts = []device.NamedScript{
	{Name: "kernel", Script: "uname -sr"},
	{Name: "machine", Script: "uname -m"},
	{Name: "pagesize", Script: "getconf PAGESIZE"},
	{Name: "selinux", Script: "getenforce"},
	{Name: "angle-packages", Script: "cmd package query-activities --brief -a android.app.action.ANGLE_FOR_ANDROID"},
	{Name: "angle-flags", Script: "aflags list | grep -i angle"},
	{Name: "libraries", Script: "for F in /system/lib*/libEGL.so /system/lib*/libGLESv1_CM.so /system/lib*/libGLESv2.so /system/lib*/libgraphicsenv.so; do " +
		`[ -f "$F" ] && echo "$(stat -c %s "$F") $(sha256sum <"$F" | head -c 64) $F"; done`},
}

// newSurvey returns a report with the facts of a state of a device.
func newSurvey(e *ui.Env, d *adb.Device, state *device.State) *survey {
	s := &survey{serial: d.Serial, Tool: e.Version, Device: map[string]string{}, Loader: []loaderFile{}, Missing: []string{}, Cases: []cts.Result{}}
	for _, name := range surveyProperties {
		if value := state.Props[name]; value != "" {
			s.Device[name] = value
		}
	}
	for _, q := range surveyScripts {
		if text := strings.TrimSpace(state.Answers[q.Name]); text != "" && q.Name != "libraries" {
			s.Device[q.Name] = text
		}
	}
	for line := range strings.Lines(state.Answers["libraries"]) {
		l := loaderFile{}
		if n, _ := fmt.Sscan(line, &l.Size, &l.SHA256, &l.Path); n == 3 {
			s.Loader = append(s.Loader, l)
		}
	}
	return s
}

// readDriver adds the driver of native programs.
func (s *survey) readDriver(ctx context.Context, e *ui.Env, d *adb.Device, user int) {
	r, err := driver.Device(ctx, d, user, e.Machine.Getenv, driver.Options{Registry: registry.Builtin()})
	if err != nil {
		s.miss(ctx, "driver", err)
		return
	}
	r.Serial = ""
	for i := range r.Processes {
		p := &r.Processes[i]
		p.Missing, p.Remedy = s.withoutPaths(p.Missing), ""
		if text := "features of the driver: " + p.Missing; p.Missing != "" && !slices.Contains(s.Missing, text) {
			s.Missing = append(s.Missing, text)
		}
	}
	s.Driver = r
}

// localPath is an absolute path in a message, after the character before it. Paths of the device in a report are in other members.
var localPath = lazyregexp.New(`(^|[\s"'(=])(?:[A-Za-z]:)?[/\\][^\s:;,"')]+`)

// withoutPaths removes from a message what tells about this machine or identifies the device.
func (s *survey) withoutPaths(text string) string {
	return localPath.ReplaceAllString(strings.ReplaceAll(text, s.serial, "the device"), "${1}PATH")
}

// miss records that a part is missing.
func (s *survey) miss(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		s.Missing = append(s.Missing, what+": "+s.withoutPaths(err.Error()))
	}
}

// runCases runs the tests of layers. The error is that of a device that was not restored.
func (s *survey) runCases(ctx context.Context, d *adb.Device, state *device.State, user int, maker *cts.Maker, lacks error) (unrestored error) {
	found, err := cts.Run(ctx, d, user, maker, lacks)
	for _, one := range ui.SplitErrors(err) {
		switch {
		case one == nil:
		case errors.As(one, new(*cts.RestoreError)):
			unrestored = errors.Join(unrestored, one)
		default:
			s.miss(ctx, "tests of layers", one)
		}
	}
	if found == nil {
		return unrestored
	}
	s.Left = found.Left
	for _, one := range found.Results {
		if one.Unseen { // the lines are of other processes
			one.Log = nil
		}
		s.Cases = append(s.Cases, one)
	}
	if len(found.Results) > 0 {
		s.compareWalk(found.Walk, state.Release)
	}
	return unrestored
}

// compareWalk compares the functions that the loader asks for with the table of a release.
func (s *survey) compareWalk(walk *cts.Walk, release *rules.Release) {
	if walk == nil {
		s.Missing = append(s.Missing, "functions that the loader asks for: no layer of gleslayergen was called")
		return
	}
	if release == nil {
		release = rules.Newest()
	}
	w := &surveyWalk{Walk: walk, Complete: walk.IsComplete(), Release: release.ID, Lacking: []string{}, Added: []string{}}
	if w.Complete {
		lacking, added, order := walk.Difference(release)
		w.Lacking, w.Added, w.SameOrder = append(w.Lacking, lacking...), append(w.Added, added...), order
	} else {
		s.Missing = append(s.Missing, fmt.Sprintf("comparison of the functions that the loader asks for: the log has only %d of the %d names", len(walk.Names), walk.Asked))
	}
	s.Walk = w
}

// defaultName returns the nth name of the file: the maker, the model and the release.
func (s *survey) defaultName(n int) string {
	name := "device-report"
	for _, property := range []string{"ro.product.manufacturer", "ro.product.model", "ro.build.version.release"} {
		word := strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.':
				return r
			case r >= 'A' && r <= 'Z':
				return r + 'a' - 'A'
			}
			return '-'
		}, s.Device[property])
		name += "-" + strings.Trim(cmp.Or(word, "unknown"), "-.")
	}
	if n > 1 {
		name += "-" + strconv.Itoa(n)
	}
	return name + ".json"
}

// create creates the file, before the tests: they take long. Without a name, it creates one that does not exist.
func (s *survey) create(name string) (*os.File, error) {
	for n := 1; ; n++ {
		s.File = name
		if name == "" {
			s.File = s.defaultName(n)
		}
		f, err := os.OpenFile(s.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		switch {
		case err == nil:
			return f, nil
		case name != "" || !errors.Is(err, fs.ErrExist):
			return nil, ui.WithHint(fmt.Errorf("%s: %w", s.File, ui.WithoutPath(err)), "give another file with --out")
		}
	}
}

// write writes the file and closes it.
func (s *survey) write(f *os.File) error {
	content := *s
	content.File, content.Left = "", nil
	one, err := json.Marshal(content)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	data, err := json.MarshalIndent(devicesReport{Schema: 1, Devices: []json.RawMessage{one}}, "", "  ")
	if err == nil {
		_, err = f.Write(append(data, '\n'))
	}
	return errors.Join(err, f.Close())
}

func (s *survey) print(e *ui.Env) {
	passed := 0
	for _, one := range s.Cases {
		if one.Passed {
			passed++
		}
	}
	e.Printf("%s %s, Android %s\n", ui.OneLine(s.Device["ro.product.manufacturer"]), ui.OneLine(s.Device["ro.product.model"]), ui.OneLine(s.Device["ro.build.version.release"]))
	if len(s.Cases) > 0 {
		e.Printf("  tests of layers: %d passed, %d failed\n", passed, len(s.Cases)-passed)
	}
	if w := s.Walk; w != nil && w.Complete {
		switch {
		case len(w.Lacking)+len(w.Added) == 0 && w.SameOrder:
			e.Printf("  the loader asks for the %d functions of the table for Android %s, in its order\n", w.Asked, w.Release)
		default:
			e.Printf("  the loader asks for %d functions; compared with the table for Android %s, %d are missing and %d are new\n", w.Asked, w.Release, len(w.Lacking), len(w.Added))
		}
	}
	for _, text := range s.Missing {
		e.Printf("  missing: %s\n", ui.Wrap(ui.OneLine(text), 100, "    "))
	}
	for _, l := range s.Left {
		e.Printf("  %s: not restored: %s\n", ChangeName(l), l.Why)
	}
	e.Printf("%s has the report; read it before you send it\n", filepath.Clean(s.File))
}
