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

// Report is what came of all cases.
type Report struct {
	Own     bool // they were run with apps and layers of this tool, not with Android's
	Results []Result
	Left    []deploy.Back // what somebody else changed meanwhile, and is left
}

// Run runs the cases that the device's release has, and puts the device back to how it was. What is changed is in its
// journal, so that an end in between leaves it to device restore. Without a maker, Android's own apps and layers have to be
// installed; lacks says why there is none.
func Run(ctx context.Context, d *adb.Device, user int, maker *Maker, lacks error) (report *Report, err error) {
	r := &runner{d: d, maker: maker, user: user}
	if r.s, err = device.Read(ctx, d, r.query()); err != nil {
		return nil, err
	}
	if r.journal, err = journal.Open(d.Serial); err != nil {
		return nil, err
	}
	report = &Report{Own: maker != nil}
	defer func() { err = errors.Join(err, r.back(report)) }()
	if err := r.ready(lacks); err != nil {
		return nil, err
	}
	r.took = true
	if maker != nil {
		if err := r.install(ctx); err != nil {
			return nil, err
		}
	}
	return report, r.runAll(ctx, report)
}

// runner is one run.
type runner struct {
	d        *adb.Device
	user     int
	maker    *Maker // nil: with Android's own
	packages []fixture
	s        *device.State
	journal  *journal.Journal
	took     bool // the journal is ours to undo
}

// name is the package of a word.
func (r *runner) name(word string) string {
	all := thePackages()
	p := all[slices.IndexFunc(all, func(p fixture) bool { return p.word == word })]
	if r.maker == nil {
		return p.android
	}
	return p.own
}

// query asks for all packages.
func (r *runner) query() device.Query {
	q := device.Query{User: r.user}
	for _, p := range thePackages() {
		q.Packages = append(q.Packages, r.name(p.word))
	}
	return q
}

// ready wants a release that has layers, a device that nothing was changed on, and room for the packages, or Android's own.
func (r *runner) ready(lacks error) error {
	switch {
	case r.s.Release == nil:
		return &adb.Error{What: r.d.Serial, Why: "Android " + r.s.AndroidVersion + " has no layers of GLES", Advice: "use a device with Android 10 or newer"}
	case len(r.journal.Changes()) > 0:
		return &adb.Error{What: r.d.Serial, Why: "this tool has changed it already, and the cases need it as it was", Advice: "put it back first: gleslayergen device restore"}
	}
	r.packages = packagesOf(r.s.Release)
	missing := r.missing()
	if r.maker == nil && len(missing) > 0 {
		return lacks
	}
	if r.maker == nil {
		return r.free()
	}
	for _, p := range r.packages {
		if !slices.Contains(missing, p.own) {
			return &adb.Error{What: r.d.Serial, Why: p.own + " is installed already, and not by a run that this machine knows of", Advice: "if no other run needs it: adb uninstall " + p.own}
		}
	}
	return nil
}

// missing are the packages that are not installed.
func (r *runner) missing() []string {
	var names []string
	for _, p := range r.packages {
		if name := r.name(p.word); !r.s.Packages[name].Installed {
			names = append(names, name)
		}
	}
	return names
}

// free wants no layer of the tests where the cases put theirs: it would not be ours to take away.
func (r *runner) free() error {
	app := r.name("DEBUG")
	for _, f := range r.s.Packages[app].Files {
		if f.Name == file("A") || f.Name == file("B") {
			return &adb.Error{What: r.d.Serial, Why: f.Name + " is in the data folder of " + app + " already", Advice: "take it away: adb shell run-as " + app + " rm " + f.Name}
		}
	}
	return nil
}

// runAll runs the cases of the release.
func (r *runner) runAll(ctx context.Context, report *Report) error {
	for _, c := range theCases() {
		if !c.Releases.Contains(r.s.Release) {
			continue
		}
		result, err := r.run(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		report.Results = append(report.Results, result)
	}
	return nil
}

// back undoes all, also when the run was interrupted.
func (r *runner) back(report *Report) error {
	if err := r.journal.Close(); err != nil || !r.took {
		return err
	}
	restored, err := deploy.Restore(context.Background(), r.d, r.s.User)
	if restored != nil {
		report.Left = restored.Left
	}
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
	for _, p := range r.packages {
		if p.app != nil {
			s.do("am force-stop %s", r.name(p.word))
		}
	}
	for _, name := range slices.Concat(settingNames, []string{"gpu_debug_layers"}) {
		value, set := c.Settings[name]
		if set && slices.Contains(packageSettings, name) {
			value = each(value, r.name)
		}
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
	name := r.name(c.Start)
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
	return r.s.Packages[r.name("GLES_LAYERS")].NativeLibraryDir + "/" + file(letter)
}

// as is what run-as is to be told of the user.
func (r *runner) as() string {
	if r.s.User == 0 {
		return ""
	}
	return fmt.Sprintf(" --user %d", r.s.User)
}
