package why

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Query selects what to explain.
type Query struct {
	App       string
	User      int      // -1: the foreground user
	Requested []string // the layers to check; none: those of the list
}

// Gather reads the data for Explain in two calls of adb, or three if the settings name layer packages.
func Gather(ctx context.Context, d *adb.Device, q Query) (Evidence, error) {
	s, err := device.Read(ctx, d, device.Query{User: q.User, Packages: []string{q.App}})
	if err == nil {
		err = s.SettingsFault() // a setting that cannot be read may be set
	}
	if err != nil {
		return Evidence{}, err
	}
	if more := packagesOf(s); len(more) > 0 {
		t, err := device.Read(ctx, d, device.Query{User: s.User, Packages: more, Queries: true})
		if err != nil {
			return Evidence{}, err
		}
		for name, p := range s.Packages {
			t.Packages[name] = p
		}
		s = t
	}
	e := newEvidence(s, q)
	answers, err := device.RunScripts(ctx, d, e.deviceScripts(s))
	if err != nil {
		return Evidence{}, err
	}
	e.read(s, answers)
	return e, nil
}

// packagesOf returns the valid package names in gpu_debug_layer_app that were not read yet.
func packagesOf(s *device.State) []string {
	return slices.DeleteFunc(names(s.Settings["gpu_debug_layer_app"].Value), func(name string) bool {
		return device.CheckPackage(name) != nil || s.Packages[name] != nil
	})
}

// newEvidence returns the evidence in the state of a device, without directories and log.
func newEvidence(s *device.State, q Query) Evidence {
	p := s.Packages[q.App]
	e := Evidence{Release: s.AndroidVersion, API: s.API, User: s.User, SELinux: s.SELinux, Installed: p.Installed,
		Component: p.Launch, Requested: q.Requested, Sees: map[string]Answer{}}
	e.Device, e.App, e.Settings, e.Packages = s.Rules(q.App)
	if len(p.PIDs) > 0 {
		e.Process.PID = p.PIDs[0]
	}
	for name := range s.Packages {
		switch sees, known := s.Sees(q.App, name); {
		case sees:
			e.Sees[name] = Yes
		case known:
			e.Sees[name] = No
		}
	}
	e.Places = places(s, &e)
	return e
}

// places returns the folders that may hold layers: those that the loader searches, and those in which users
// often put layers by mistake.
func places(s *device.State, e *Evidence) []Place {
	var list []Place
	add := func(dir, to string) {
		if strings.HasPrefix(dir, "/") && !slices.ContainsFunc(list, func(p Place) bool { return p.Dir == dir }) {
			list = append(list, Place{Dir: dir, To: to, Archive: strings.Contains(dir, "!/")})
		}
	}
	add(device.SystemDir, "system")
	add(e.App.DataDir, "app")
	for _, p := range s.Packages {
		to := "apk"
		if p.Name == e.App.Package {
			to = "in-app"
		}
		if p.Installed {
			add(p.NativeLibraryDir, to)
			add(p.SourceDir+"!/lib/"+e.App.ABI, to)
		}
	}
	_, dirs := e.Search()
	for _, dir := range dirs {
		add(dir, "")
	}
	add("/data/local/tmp", "")
	add("/sdcard/Download", "")
	return list
}

// deviceScripts returns scripts that read the places, the GLES libraries that the app needs, the driver settings,
// and the log.
func (e *Evidence) deviceScripts(s *device.State) []device.NamedScript {
	var list []device.NamedScript
	wanted, _ := e.Search()
	wanted = append(wanted, e.Requested...)
	for i := range e.Places {
		list = append(list, device.NamedScript{Name: fmt.Sprintf("place-%d", i), Script: e.inspectScript(&e.Places[i], wanted, s.User)})
	}
	own := adb.Quote(s.Packages[e.App.Package].NativeLibraryDir)
	list = append(list,
		device.NamedScript{Name: "es1", Script: "cd " + own + " && grep -l -F libGLESv1_CM.so *.so"},
		device.NamedScript{Name: "es2", Script: "cd " + own + " && grep -l -F -e libGLESv2.so -e libGLESv3.so *.so"},
		device.NamedScript{Name: "go", Script: "cd " + own + " && grep -l -a -F ' Go buildinf:' *.so"},
		device.NamedScript{Name: "current", Script: "am get-current-user"},
		device.NamedScript{Name: "zygotes", Script: "pidof zygote64 zygote"},
		device.NamedScript{Name: "log", Script: logScript()})
	for _, name := range rules.DriverSettings(e.driverRelease()) {
		list = append(list, device.NamedScript{Name: name, Script: "settings get global " + name})
	}
	for _, l := range rules.MakerLayers() {
		list = append(list, device.NamedScript{Name: l.Setting, Script: "settings get global " + l.Setting})
	}
	return list
}

// driverRelease returns the release whose rules of drivers apply.
func (e *Evidence) driverRelease() *rules.Release {
	return cmp.Or(e.Device.Release, rules.Newest())
}

// read adds the answers of the scripts.
func (e *Evidence) read(s *device.State, answers map[string]string) {
	for i := range e.Places {
		e.readPlace(&e.Places[i], answers[fmt.Sprintf("place-%d", i)], s)
	}
	e.readLog(answers["log"], strings.Fields(answers["zygotes"]))
	e.Current = number(strings.TrimSpace(answers["current"]))
	e.Go = goLibraries(answers["go"], s.Packages[e.App.Package])
	e.ES1 = needsES1(answers["es1"], answers["es2"])
	e.readDrivers(answers)
	e.readMaker(answers)
}

// readDrivers reads the settings that select a driver.
func (e *Evidence) readDrivers(answers map[string]string) {
	e.Drivers = map[string]string{}
	for _, name := range rules.DriverSettings(e.driverRelease()) {
		if value := strings.TrimSpace(answers[name]); value != "null" {
			e.Drivers[name] = value
		}
	}
}

// readMaker finds the layer of the device maker in the app.
func (e *Evidence) readMaker(answers map[string]string) {
	for _, l := range rules.MakerLayers() {
		if value := strings.TrimSpace(answers[l.Setting]); slices.Contains(l.Apps(value), e.App.Package) {
			e.Maker, e.MakerApps = l, value
		}
	}
}

// goLibraries returns the app's libraries in a list of files that contain the mark of Go's linker.
func goLibraries(list string, app *device.Package) []string {
	var out []string
	for name := range strings.Lines(list) {
		if name = strings.TrimSpace(name); slices.Contains(app.Libs, name) {
			out = append(out, app.NativeLibraryDir+"/"+name)
		}
	}
	return out
}

// needsES1 returns Yes if the app's libraries need the library of ES 1.x only.
func needsES1(es1, es2 string) Answer {
	switch {
	case strings.TrimSpace(es2) != "":
		return No
	case strings.TrimSpace(es1) != "":
		return Yes
	}
	return Unknown
}
