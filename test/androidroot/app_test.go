//go:build androidroot && linux

package androidroot

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// The app of the cases, and the packages with layers.
const (
	appPackage   = "com.example.game"
	layerPackage = "com.example.layers"
	morePackage  = "com.example.more"
	appUser      = "10123"
)

// places of layers: the directories on a device, by the names of those on this machine.
func appDirs(abi string) map[string]string {
	return map[string]string{"data": "/data/user/0/" + appPackage, "layers": "/data/app/layers/lib/" + abi, "more": "/data/app/more/lib/" + abi,
		"lib": "/data/app/game/lib/" + abi, "system": "/data/local/debug/gles"}
}

// An appCase is an app that starts on a device with settings.
type appCase struct {
	name     string
	files    string   // PLACE/FILE of each layer, separated by blanks
	list     string   // gpu_debug_layers_gles; "": the settings are not made
	property string   // debug.gles.layers
	packages string   // gpu_debug_layer_app
	release  bool     // the app is not debuggable, so its process is not dumpable
	inject   bool     // its manifest has injectLayers
	found    string   // PLACE/FILE of each layer that the loader finds, in its order
	faults   []string // what the linker reports: blocks of rules/data/linker.txt
	differs  string   // why run --strict does something else
}

const (
	noNamespaces = "run has no linker namespaces"
	noHelper     = "run finds libhelper.so only in LD_LIBRARY_PATH"
)

var appCases = []appCase{
	{name: "data directory", files: "data/libprobe.so", list: "libprobe.so", found: "data/libprobe.so"},
	{name: "layer package", files: "layers/libprobe.so", list: "libprobe.so", packages: layerPackage, found: "layers/libprobe.so"},
	{name: "layer package that is not named", files: "layers/libprobe.so", list: "libprobe.so"},
	{name: "a layer inside the APK of its package", files: "layers/base.apk", list: "libprobe.so", packages: layerPackage},
	{name: "library directory", files: "lib/libprobe.so", list: "libprobe.so", found: "lib/libprobe.so"},
	{name: "system directory", files: "system/libprobe.so", list: "libprobe.so", found: "system/libprobe.so"},
	{name: "the system directory is first", files: "system/libprobe.so data/libprobe.so layers/libprobe.so more/libprobe.so lib/libprobe.so", list: "libprobe.so",
		packages: layerPackage + ":" + morePackage, found: "system/libprobe.so"},
	{name: "then the data directory", files: "data/libprobe.so layers/libprobe.so more/libprobe.so lib/libprobe.so", list: "libprobe.so",
		packages: layerPackage + ":" + morePackage, found: "data/libprobe.so"},
	{name: "then the layer packages in the order of the setting", files: "layers/libprobe.so more/libprobe.so lib/libprobe.so", list: "libprobe.so",
		packages: morePackage + ":" + layerPackage, found: "more/libprobe.so"},
	{name: "layer packages are before the library directory", files: "more/libprobe.so lib/libprobe.so", list: "libprobe.so",
		packages: layerPackage + ":" + morePackage, found: "more/libprobe.so"},
	{name: "each layer in another directory", files: "data/liba.so layers/libb.so lib/libc1.so", list: "liba.so:libb.so:libc1.so", packages: layerPackage,
		found: "lib/libc1.so layers/libb.so data/liba.so"},
	{name: "a missing layer between others", files: "data/liba.so lib/libc1.so", list: "liba.so:libmissing.so:libc1.so", found: "lib/libc1.so data/liba.so"},
	{name: "the property of a debuggable app", files: "lib/libprobe.so data/libprobe.so", property: "libprobe.so", found: "lib/libprobe.so"},
	{name: "the property does not search the data directory", files: "data/libprobe.so", property: "libprobe.so"},
	{name: "the setting replaces the property", files: "lib/liba.so lib/libb.so", list: "liba.so", property: "libb.so", found: "lib/liba.so"},
	{name: "the setting replaces the property although it finds nothing", files: "lib/libb.so", list: "libmissing.so", property: "libb.so"},
	{name: "the settings of a release app have no effect", files: "data/libprobe.so lib/libprobe.so", list: "libprobe.so", release: true},
	{name: "the property of a release app", files: "system/libprobe.so lib/libprobe.so", property: "libprobe.so", release: true, found: "lib/libprobe.so"},
	{name: "a release app with injectLayers", files: "data/libprobe.so", list: "libprobe.so", release: true, inject: true, found: "data/libprobe.so"},
	{name: "the system directory of a release app with injectLayers", files: "system/libprobe.so", property: "libprobe.so", release: true, inject: true, found: "system/libprobe.so"},
	{name: "a library beside the layer, both of the app", files: "lib/libneeds.so lib/libhelper.so", list: "libneeds.so", found: "lib/libneeds.so", differs: noHelper},
	{name: "a library of the app for a layer in the data directory", files: "data/libneeds.so lib/libhelper.so", list: "libneeds.so", found: "data/libneeds.so", differs: noHelper},
	{name: "a library of the app for a layer of a package", files: "layers/libneeds.so lib/libhelper.so", list: "libneeds.so", packages: layerPackage, found: "layers/libneeds.so", differs: noHelper},
	{name: "a library beside the layer in the data directory", files: "data/libneeds.so data/libhelper.so", list: "libneeds.so", found: "data/libneeds.so", faults: []string{"needed"}},
	{name: "a library beside the layer in its package", files: "layers/libneeds.so layers/libhelper.so", list: "libneeds.so", packages: layerPackage, found: "layers/libneeds.so", faults: []string{"needed"}},
	{name: "a library beside the layer in the system directory", files: "system/libneeds.so system/libhelper.so", list: "libneeds.so", found: "system/libneeds.so", faults: []string{"needed"},
		differs: noNamespaces},
	{name: "a library of the app for a layer in the system directory", files: "system/libneeds.so lib/libhelper.so", list: "libneeds.so", found: "system/libneeds.so", faults: []string{"needed"},
		differs: noNamespaces},
	{name: "a library beside the layer in the data directory, with a RUNPATH", files: "data/libruns.so data/libhelper.so", list: "libruns.so", found: "data/libruns.so"},
	{name: "a library beside the layer in its package, with a RUNPATH", files: "layers/libruns.so layers/libhelper.so", list: "libruns.so", packages: layerPackage, found: "layers/libruns.so"},
	{name: "a library beside the layer in the system directory, with a RUNPATH", files: "system/libruns.so system/libhelper.so", list: "libruns.so", found: "system/libruns.so"},
	{name: "a private library of the system", files: "lib/libprivate.so", list: "libprivate.so", found: "lib/libprivate.so", faults: []string{"needed"}},
	{name: "a private library of the system for a layer in the system directory", files: "system/libprivate.so", list: "libprivate.so", found: "system/libprivate.so", differs: noNamespaces},
	{name: "a link to a library of the system", files: "lib/liblink.so", list: "liblink.so", found: "lib/liblink.so", faults: []string{"namespace"}, differs: noNamespaces},
	{name: "a layer without an entry point", files: "lib/libhalf.so", list: "libhalf.so", found: "lib/libhalf.so"},
	{name: "an undefined symbol", files: "lib/libundefined.so", list: "libundefined.so", found: "lib/libundefined.so", faults: []string{"symbol"}},
	{name: "an empty file", files: "lib/libempty.so", list: "libempty.so", found: "lib/libempty.so", faults: []string{"empty"}},
	{name: "a small file", files: "lib/libsmall.so", list: "libsmall.so", found: "lib/libsmall.so", faults: []string{"small"}},
	{name: "a text", files: "lib/libtext.so", list: "libtext.so", found: "lib/libtext.so", faults: []string{"magic"}},
	{name: "a layer that is cut off", files: "lib/libcut.so", list: "libcut.so", found: "lib/libcut.so", faults: []string{"sections"}},
	{name: "program headers outside the file", files: "lib/libprograms.so", list: "libprograms.so", found: "lib/libprograms.so", faults: []string{"programs"}},
	{name: "a layer of 32 bits", files: "lib/libclass.so", list: "libclass.so", found: "lib/libclass.so", faults: []string{"class"}},
	{name: "a layer for another processor", files: "lib/libmachine.so", list: "libmachine.so", found: "lib/libmachine.so", faults: []string{"machine"}},
	{name: "a program", files: "lib/libkind.so", list: "libkind.so", found: "lib/libkind.so", faults: []string{"kind"}},
	{name: "a directory", files: "lib/libdir.so", list: "libdir.so", found: "lib/libdir.so", faults: []string{"directory"}},
	{name: "a layer that the app must not read", files: "lib/libsecret.so", list: "libsecret.so", found: "lib/libsecret.so", faults: []string{"missing"}, differs: "run has one user"},
	{name: "one layer of two is not loaded", files: "lib/liba.so lib/libtext.so", list: "libtext.so:liba.so", found: "lib/liba.so lib/libtext.so", faults: []string{"magic"}},
}

// An app of the real linker, libgraphicsenv and libEGL finds the layers that package rules names, logs the same lines as run
// --strict, and asks the layers for the same names. The linker reports what rules/data/linker.txt has.
func TestApps(t *testing.T) {
	release := rulesOf(t)
	p, h := newAppPhone(t), newHost(t, releaseOf(t))
	addAppLayers(t, h.layers, []string{"cc"})
	equal := 0
	for _, c := range appCases {
		t.Run(c.name, func(t *testing.T) {
			place(t, c.files, p.store, func(name string) string { return p.path(p.dirs[name]) })
			log := p.start(t, c, release)
			d := p.decision(t, c, release)
			p.checkLog(t, c, d, log)
			if c.differs != "" {
				t.Logf("not compared with run: %s", c.differs)
				return
			}
			own := h.start(t, c)
			same(t, "log", ofApp(log, p.dirs), ofApp(own, h.dirs()))
			same(t, "events", lines(t, p.path("data/local/tmp/probe")), lines(t, h.events))
			if !t.Failed() {
				equal++
			}
		})
	}
	t.Logf("%d of %d cases are equal to run --strict", equal, len(appCases))
}

// checkLog compares the log with the case and with what package rules decides.
func (p *appPhone) checkLog(t *testing.T, c appCase, d rules.Decision, log []string) {
	t.Helper()
	var found, faults []string
	for _, line := range log {
		if _, path, ok := strings.Cut(line, "GLES layer found: "); ok {
			found = append(found, placeOf(path, p.dirs))
		}
		if _, text, ok := strings.Cut(line, " with error: "); ok {
			fault, ok := rules.LinkerFaultOf(text)
			if !ok {
				t.Errorf("rules/data/linker.txt does not have: %s", text)
			}
			faults = append(faults, fault.ID)
		}
	}
	want := strings.ReplaceAll(c.found, "lib/liblink.so", "/system/lib64/libutils.so")
	text := strings.Join(log, "\n")
	// The loader tries again at each call of rule 4.1 if a layer cannot be loaded.
	again := strings.Contains(text, "Failed to")
	if got := strings.Join(found, " "); got != want && !(again && strings.HasPrefix(got, want)) {
		t.Errorf("found %q, want %q\n%s", got, want, text)
	}
	if events := lines(t, p.path("data/local/tmp/probe")); (c.found != "" && !again) != (len(events) > 1000) {
		t.Errorf("%d events\n%s", len(events), text)
	}
	if !slices.Equal(slices.Compact(faults), c.faults) {
		t.Errorf("the linker reports %q, want %q\n%s", faults, c.faults, text)
	}
	// A layer that is nowhere is searched for in every directory.
	if c.found == "" && d.From != rules.FromNowhere {
		if searched, dirs := searched(log), d.Dirs(p.dirs["system"]); !slices.Equal(searched, dirs) {
			t.Errorf("searched %q, want %q", searched, dirs)
		}
	}
}

// searched returns the directories in which the loader searched for layers.
func searched(log []string) (dirs []string) {
	for _, line := range log {
		if _, dir, ok := strings.Cut(line, "Searching "); ok {
			dirs = append(dirs, strings.TrimSuffix(dir, " for GLES layers"))
		}
	}
	return dirs
}

// placeOf returns PLACE/FILE of a path.
func placeOf(path string, dirs map[string]string) string {
	for name, dir := range dirs {
		if file, ok := strings.CutPrefix(path, dir+"/"); ok {
			return name + "/" + file
		}
	}
	return path
}

// dirs are the directories on this machine.
func (h *host) dirs() map[string]string {
	dirs := map[string]string{}
	for name := range appDirs("") {
		dirs[name] = filepath.Join(h.dir, "app-"+name)
	}
	return dirs
}

// start runs the test program as the app of a case, and returns the log of the loader.
func (h *host) start(t *testing.T, c appCase) []string {
	t.Helper()
	dirs := h.dirs()
	place(t, c.files, h.layers, func(name string) string { return dirs[name] })
	for _, name := range []string{h.events, h.log} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"run", "--strict", "--keep-going", "--android", h.release, "--log", h.log, "--package", appPackage, "--data-dir", dirs["data"], "--lib-dir", dirs["lib"],
		"--system-dir", dirs["system"], "--layer-app", layerPackage + "=" + dirs["layers"], "--layer-app", morePackage + "=" + dirs["more"], "--property", rules.PropertyLayers + "=" + c.property}
	if c.list != "" {
		args = append(args, "--setting", "enable_gpu_debug_layers=1", "--setting", "gpu_debug_app="+appPackage, "--setting", "gpu_debug_layers_gles="+c.list,
			"--setting", "gpu_debug_layer_app="+c.packages)
	}
	if c.release {
		args = append(args, "--debuggable=false")
	}
	if c.inject {
		args = append(args, "--inject-layers")
	}
	cmd := exec.Command(h.tool, append(args, "--", filepath.Join(h.dir, "app"), "exit", "3")...)
	cmd.Dir, cmd.Env = h.dir, append(os.Environ(), "PROBE="+h.events, "EGL_PLATFORM=surfaceless")
	out, err := cmd.CombinedOutput()
	if status := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &status) || status.ExitCode() != 6) { // 6: a layer was not loaded
		t.Fatalf("%v\n%s", err, out)
	}
	return lines(t, h.log)
}

// ofOne is the processor of the process, and the folder for it in an APK.
var ofOne = regexp.MustCompile(`instead of EM_\w+ \(\d+\)|!/lib/[\w-]+`)

// ofApp returns the lines about layers, with the names of the directories.
func ofApp(log []string, dirs map[string]string) (some []string) {
	for _, line := range log {
		for name, dir := range dirs {
			line = strings.ReplaceAll(line, dir, "["+name+"]")
		}
		some = append(some, ofOne.ReplaceAllString(line, ""))
	}
	return ofLoader(some, "\x00")
}
