package cts

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// runner is the state of one run.
type runner struct {
	d        *adb.Device
	user     int
	maker    *Maker // nil: use Android's own packages
	packages []fixture
	s        *device.State
	journal  *deploy.Journal
	walk     *Walk
	took     bool // this run has to undo the journal
}

// name returns the package name of a word.
func (r *runner) name(word string) string {
	all := thePackages()
	p := all[slices.IndexFunc(all, func(p fixture) bool { return p.word == word })]
	if r.maker == nil {
		return p.android
	}
	return p.own
}

// query returns the device query for all packages.
func (r *runner) query() device.Query {
	q := device.Query{User: r.user}
	for _, p := range thePackages() {
		q.Packages = append(q.Packages, r.name(p.word))
	}
	return q
}

// checkDevice checks that the release supports layers and that this tool has not changed the device. With a maker,
// its packages must not be installed; without one, Android's own must be.
func (r *runner) checkDevice(lacks error) error {
	switch {
	case r.s.Release == nil:
		return &adb.Error{What: r.d.Serial, Why: "Android " + r.s.AndroidVersion + " does not support GLES layers", Advice: "use a device with Android 10 or newer"}
	case len(r.journal.Changes()) > 0:
		return &adb.Error{What: r.d.Serial, Why: "the tests need an unchanged device, but gleslayergen changed this device earlier and has not restored it", Advice: "restore the device first: gleslayergen device restore"}
	}
	r.packages = packagesOf(r.s.Release)
	missing := r.missing()
	if r.maker == nil && len(missing) > 0 {
		return lacks
	}
	if r.maker == nil {
		return r.checkNoLayers()
	}
	for _, p := range r.packages {
		if !slices.Contains(missing, p.own) {
			return &adb.Error{What: r.d.Serial, Why: p.own + " is already installed, but gleslayergen on this machine has no record of the installation", Advice: "if no other test run uses this package, uninstall it: adb uninstall " + p.own}
		}
	}
	return nil
}

// missing returns the packages that are not installed.
func (r *runner) missing() []string {
	var names []string
	for _, p := range r.packages {
		if name := r.name(p.word); !r.s.Packages[name].Installed {
			names = append(names, name)
		}
	}
	return names
}

// checkNoLayers checks that the app's data directory has no layer of the tests: the run must not remove files that it
// did not create.
func (r *runner) checkNoLayers() error {
	app := r.name("DEBUG")
	for _, f := range r.s.Packages[app].Files {
		if f.Name == file("A") || f.Name == file("B") {
			return &adb.Error{What: r.d.Serial, Why: f.Name + " is already in the data directory of " + app, Advice: "remove it: " + r.d.CommandLine() + " shell " + adb.RunAs(app, r.s.User) + " rm " + f.Name}
		}
	}
	return nil
}
