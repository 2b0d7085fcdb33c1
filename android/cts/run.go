package cts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/journal"
)

// Result is what came of a case.
type Result struct {
	Case     string   `json:"case"`
	Expected []string `json:"expected"`
	Missed   []string `json:"missed"` // of what was expected
	Passed   bool     `json:"passed"`
	Reason   string   `json:"reason"`
	Log      []string `json:"log,omitempty"` // of the app's process, where it did not pass
}

// The words of the apps that the cases need.
var words = []string{"DEBUG", "RELEASE", "INJECT", "LAYERS", "GLES_LAYERS"}

// Run runs the cases that the device's release has, and puts the device back to how it was. What is changed is in its
// journal, so that an end in between leaves it to device restore.
func Run(ctx context.Context, d *adb.Device, user int) (results []Result, err error) {
	s, err := device.Read(ctx, d, device.Query{User: user, Packages: packages()})
	if err != nil {
		return nil, err
	}
	if err := s.SettingsFault(); err != nil {
		return nil, err
	}
	r := &runner{d: d, s: s}
	if err := r.ready(); err != nil {
		return nil, err
	}
	if r.journal, err = journal.Open(d.Identity()); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.back()) }()
	if len(r.journal.Changes()) > 0 {
		return nil, &adb.Error{What: d.Serial, Why: "this tool has changed it already, and the cases need it as it was", Advice: "put it back first: gleslayergen device restore"}
	}
	r.took = true
	for _, c := range theCases() {
		if !c.Releases.Contains(s.Release) {
			continue
		}
		result, err := r.run(ctx, c)
		if err != nil {
			return results, fmt.Errorf("%s: %w", c.Name, err)
		}
		results = append(results, result)
	}
	return results, nil
}

func packages() []string {
	var out []string
	for _, word := range words {
		out = append(out, pkg(word))
	}
	return out
}

// runner is one run.
type runner struct {
	d       *adb.Device
	s       *device.State
	journal *journal.Journal
	took    bool // the journal is ours to undo
}

// ready wants a release that has layers, and the apps.
func (r *runner) ready() error {
	if r.s.Release == nil {
		return &adb.Error{What: r.d.Serial, Why: "Android " + r.s.AndroidVersion + " has no layers of GLES", Advice: "use a device with Android 10 or newer"}
	}
	var missing []string
	for _, name := range packages() {
		if !r.s.Packages[name].Installed && (name != pkg("INJECT") || r.s.API >= 30) {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return r.free()
	}
	return &adb.Error{What: r.d.Serial, Why: "not installed: " + strings.Join(missing, ", "),
		Advice: "these are the apps of Android's compatibility tests (hostsidetests/gputools): take the CTS of your release from source.android.com, and adb install the APKs of CtsGpuToolsHostTestCases"}
}

// free wants no layer of the tests where the cases put theirs: it would not be ours to take away.
func (r *runner) free() error {
	for _, f := range r.s.Packages[pkg("DEBUG")].Files {
		if f.Name == file("A") || f.Name == file("B") {
			return &adb.Error{What: r.d.Serial, Why: f.Name + " is in the data folder of " + pkg("DEBUG") + " already",
				Advice: "take it away: adb shell run-as " + pkg("DEBUG") + " rm " + f.Name}
		}
	}
	return nil
}

// back undoes all, also when the run was interrupted.
func (r *runner) back() error {
	if err := r.journal.Close(); err != nil || !r.took {
		return err
	}
	_, err := deploy.Restore(context.Background(), r.d, r.s.User)
	return err
}

// run brings the device into the state of a case, starts the app, and judges by its log.
func (r *runner) run(ctx context.Context, c Case) (Result, error) {
	result := Result{Case: c.Name, Expected: []string{}, Missed: []string{}, Reason: c.Reason}
	script := r.change(c)
	if err := r.journal.Begin(script.changes...); err != nil {
		return result, err
	}
	out, err := r.d.Shell(ctx, script.String()+r.start(c))
	if err != nil {
		return result, err
	}
	expect := func(words string, met bool) {
		result.Expected = append(result.Expected, words)
		if !met {
			result.Missed = append(result.Missed, words)
		}
	}
	log := out.Stdout
	if c.Refused {
		expect("push refused", strings.Contains(log, refused))
	}
	expect("complete", strings.Contains(log, complete))
	for _, w := range c.Want {
		expect(w.String(), w.seen(log))
	}
	if result.Passed = len(result.Missed) == 0; !result.Passed {
		result.Log = strings.Split(strings.TrimSpace(log), "\n")
	}
	return result, nil
}

// What the script or the log say.
const (
	refused  = "cts: push was refused"
	complete = "RootlessGpuDebug activity complete"
)

// change is the script to a case's state, and what it changes.
func (r *runner) change(c Case) *change {
	s := &change{r: r}
	for _, word := range words[:3] {
		s.do("am force-stop %s", pkg(word))
	}
	for _, name := range slices.Concat(settingNames, []string{"gpu_debug_layers"}) {
		value, set := c.Settings[name]
		s.setting(name, value, set)
	}
	s.property(c.Property)
	s.do("am refresh-settings-cache >/dev/null 2>&1")
	for _, letter := range []string{"A", "B"} {
		s.layer(letter, slices.Contains(c.Push, letter))
	}
	return s
}

// start starts the app of a case and prints the log of its process, as soon as it is complete or five seconds are over.
func (r *runner) start(c Case) string {
	name := pkg(c.Start)
	script := ""
	if c.Refused {
		script = fmt.Sprintf("cat %s | run-as %s%s sh -c 'cat > %s' 2>/dev/null || echo %s\n", adb.Quote(r.source("A")), name, r.as(), file("A"), adb.Quote(refused))
	}
	return script + fmt.Sprintf(`am start -S --user %d -n %s >/dev/null 2>&1
N=0
while [ $N -lt 50 ]; do
P=$(pidof %s)
[ -n "$P" ] && logcat -d --pid "$P" | grep -q %s && break
N=$((N + 1))
sleep 0.1
done
[ -n "$P" ] && logcat -d -v threadtime --pid "$P"
am force-stop %s
`, r.s.User, adb.Quote(r.s.Packages[name].Launch), name, adb.Quote(complete), name)
}

// source is where the package of layers has one.
func (r *runner) source(letter string) string {
	return r.s.Packages[pkg("GLES_LAYERS")].NativeLibraryDir + "/" + file(letter)
}

// as is what run-as is to be told of the user.
func (r *runner) as() string {
	if r.s.User == 0 {
		return ""
	}
	return fmt.Sprintf(" --user %d", r.s.User)
}
