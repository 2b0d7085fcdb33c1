//go:build androidroot && linux

package androidroot

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/sysroot"
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

// An appPhone has the host of apps, an app and the files of the cases.
type appPhone struct {
	*root
	dirs  map[string]string
	store string // the files of the cases
}

func newAppPhone(t *testing.T) *appPhone {
	t.Helper()
	r := newPhone(t)
	p := &appPhone{root: r, dirs: appDirs(r.abi.Name), store: t.TempDir()}
	cc := rootCompiler(t, r)
	build := func(to string, args ...string) {
		t.Helper()
		command(t, ".", nil, slices.Concat(cc, []string{"-O1", "-o", to}, args)...)
	}
	lib := r.path("system/lib64")
	for _, dir := range p.dirs {
		r.mkdir(t, dir[1:])
	}
	build(r.path("data/app/game/libapp.so"), "-fPIC", "-shared", "-Wl,--allow-shlib-undefined", "testdata/app.c", filepath.Join(lib, "libEGL.so"), filepath.Join(lib, "libGLESv2.so"))
	build(r.path("system/lib64/libnativeloader.so"), "-fPIC", "-shared", "-fvisibility=hidden", "-Wl,-soname,libnativeloader.so", "testdata/libnativeloader.c")
	build(r.path("data/local/tmp/apphost"), "-fPIE", "-pie", "-Wl,-dynamic-linker,/system/bin/linker64", "-Wl,--allow-shlib-undefined", "testdata/start.c", "testdata/apphost.c")
	addLayers(t, p.store, cc)
	addAppLayers(t, p.store, cc)
	return p
}

func rootCompiler(t *testing.T, r *root) []string {
	t.Helper()
	clang, err := sysroot.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := clang.Root(t.Context(), "", r.abi)
	if err != nil {
		t.Fatal(err)
	}
	return s.CC()
}

// addAppLayers writes the layers of the cases to a directory that has those of addLayers.
func addAppLayers(t *testing.T, dir string, cc []string) {
	t.Helper()
	shared := slices.Concat(cc, []string{"-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-Wl,--no-as-needed"})
	for _, name := range []string{"libhelper.so", "libutils.so"} {
		command(t, ".", nil, slices.Concat(shared, []string{"-Wl,-soname," + name, "-o", filepath.Join(dir, name), "testdata/half.c"})...)
	}
	for name, args := range map[string][]string{"liba.so": nil, "libb.so": nil, "libc1.so": nil, "libneeds.so": {filepath.Join(dir, "libhelper.so")}, "libruns.so": {filepath.Join(dir, "libhelper.so"), "-Wl,-rpath,$ORIGIN"}, "libprivate.so": {filepath.Join(dir, "libutils.so")}} {
		command(t, ".", nil, slices.Concat(shared, []string{"-Wl,-soname," + name, "-o", filepath.Join(dir, name), "testdata/probe.c"}, args)...)
	}
	command(t, ".", nil, slices.Concat(shared, []string{"-Wl,-z,undefs", "-o", filepath.Join(dir, "libundefined.so"), "testdata/undefined.c"})...)
	good, err := os.ReadFile(filepath.Join(dir, "libprobe.so"))
	if err != nil {
		t.Fatal(err)
	}
	// The offsets in the header of an ELF file of 64 bits.
	const kind, machine, programs = 16, 18, 32
	for name, change := range map[string]func(head []byte){
		"libclass.so":    func(head []byte) { head[elf.EI_CLASS] = byte(elf.ELFCLASS32) },
		"libkind.so":     func(head []byte) { binary.LittleEndian.PutUint16(head[kind:], uint16(elf.ET_EXEC)) },
		"libmachine.so":  func(head []byte) { binary.LittleEndian.PutUint16(head[machine:], uint16(elf.EM_ARM)) },
		"libprograms.so": func(head []byte) { binary.LittleEndian.PutUint64(head[programs:], uint64(len(good))) },
	} {
		text := bytes.Clone(good)
		change(text)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "libsmall.so"), good[:10], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "base.apk"), apkWith(t, good), 0o644); err != nil {
		t.Fatal(err)
	}
}

// apkWith returns an APK in which a layer is stored without compression.
func apkWith(t *testing.T, layer []byte) []byte {
	t.Helper()
	var apk bytes.Buffer
	w := zip.NewWriter(&apk)
	for _, abi := range android.ABIs() {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: "lib/" + abi.Name + "/libprobe.so", Method: zip.Store})
		if err == nil {
			_, err = entry.Write(layer)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return apk.Bytes()
}

// place copies the files of a case to the directories, which are emptied first.
func place(t *testing.T, files, store string, dir func(name string) string) {
	t.Helper()
	for name := range appDirs("") {
		if err := os.RemoveAll(dir(name)); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range strings.Fields(files) {
		at, name, _ := strings.Cut(file, "/")
		path := filepath.Join(dir(at), name)
		switch name {
		case "libdir.so":
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		case "liblink.so":
			if err := os.Symlink("/system/lib64/libutils.so", path); err != nil {
				t.Fatal(err)
			}
			continue
		}
		mode, from := os.FileMode(0o644), name
		if name == "libsecret.so" {
			mode, from = 0o600, "libprobe.so"
		}
		text, err := os.ReadFile(filepath.Join(store, from))
		if err == nil {
			err = os.WriteFile(path, text, mode)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// decision is what the Java code of Android decides for a case.
func (p *appPhone) decision(t *testing.T, c appCase, release *rules.Release) rules.Decision {
	t.Helper()
	installed := map[string]rules.Package{}
	for name, at := range map[string]string{layerPackage: "layers", morePackage: "more"} {
		installed[name] = rules.Package{NativeLibraryDir: p.dirs[at], SourceDir: p.dirs[at] + "/base.apk", PrimaryABI: p.abi.Name}
	}
	s := rules.Settings{}
	if c.list != "" {
		s = rules.Settings{Enable: "1", App: appPackage, Layers: c.list, LayerApp: c.packages}
	}
	return rules.Decide(rules.Device{Release: release, Property: c.property},
		rules.App{Package: appPackage, ABI: p.abi.Name, Debuggable: !c.release, InjectLayers: c.inject, DataDir: p.dirs["data"], LibDirs: p.dirs["lib"]}, s, installed)
}

// start starts the app as zygote and the Java code do, and returns the log of the loader.
func (p *appPhone) start(t *testing.T, c appCase, release *rules.Release) []string {
	t.Helper()
	d := p.decision(t, c, release)
	dumpable := "dumpable=1" // by zygote, for a debuggable app
	if c.release {
		dumpable = "dumpable=0"
	}
	steps := []string{"fork=1", "user=" + appUser, dumpable}
	if c.inject {
		steps = append(steps, "inject=1")
	}
	steps = append(steps, "paths="+d.Path)
	if d.From == rules.FromJava {
		steps = append(steps, "layers="+d.List)
	}
	p.play(t, c.property, release, steps)
	return p.lines("libEGL")
}

// play runs the host of apps with the steps, and the app.
func (p *appPhone) play(t *testing.T, property string, release *rules.Release, steps []string) {
	t.Helper()
	p.set(t, map[string]string{rules.PropertyLayers: property})
	p.forget()
	events := p.path("data/local/tmp/probe")
	err := os.WriteFile(events, nil, 0o600)
	if err == nil {
		err = os.Chmod(events, 0o666) // the app writes it
	}
	if err != nil {
		t.Fatal(err)
	}
	args := slices.Concat([]string{"/data/local/tmp/apphost", spaceName(release), p.dirs["lib"], "/data:/mnt/expand:" + p.dirs["data"]}, steps, []string{"app=/data/app/game/libapp.so"})
	if out, err := p.run(t, []string{"PROBE=/data/local/tmp/probe"}, args...); err != nil || !strings.Contains(out, "drawn") {
		t.Fatalf("%v: %v\n%s\n%s", steps, err, out, strings.Join(p.lines("libEGL"), "\n"))
	}
}

// spaceName is the name of the linker namespace of an app.
func spaceName(release *rules.Release) string {
	if release.API <= 30 {
		return "classloader-namespace"
	}
	return "clns-4"
}

// An app of the real linker, libgraphicsenv and libEGL finds the layers that package rules names, logs the same lines as run
// --strict, and asks the layers for the same names. The linker reports what rules/data/linker.txt has.
func TestApps(t *testing.T) {
	name := releaseOf(t)
	release, ok := rules.FindRelease(name)
	if !ok {
		t.Fatalf("ANDROID=%s is not a release; see: gleslayergen explain --help", name)
	}
	p, h := newAppPhone(t), newHost(t, name)
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

// What the process of an app has from zygote and from the Java code: rules 4.3, 7.6 and 7.8.
func TestAppProcess(t *testing.T) {
	release, ok := rules.FindRelease(releaseOf(t))
	if !ok {
		t.Fatalf("ANDROID=%s is not a release; see: gleslayergen explain --help", releaseOf(t))
	}
	p := newAppPhone(t)
	layer := func(at string) string { return "GLES layer found: " + p.dirs[at] + "/libprobe.so" }
	paths, list := "paths="+p.dirs["lib"], "layers=libprobe.so"
	between := rules.Decide(rules.Device{Release: release}, rules.App{Package: appPackage, Debuggable: true, DataDir: p.dirs["data"], LibDirs: p.dirs["lib"]},
		rules.Settings{Enable: "1", App: appPackage, Layers: "libprobe.so", Made: rules.Between}, nil)
	for _, c := range []struct {
		name, files, property string
		steps                 []string
		found                 string   // a part of the log; "": no layer is found
		searched              []string // nil: not compared
		layers                int      // how often a layer is initialized
	}{
		{name: "zygote uses EGL without a list", files: "lib/libprobe.so", steps: []string{"preload=1", "fork=1", paths, list}, found: layer("lib"), layers: 1},
		{name: "zygote has a list of which it finds no layer", files: "lib/libprobe.so", property: "libprobe.so", steps: []string{"preload=1", "fork=1", paths},
			searched: []string{p.dirs["system"], ""}},
		{name: "zygote has a list, and the settings have another", files: "lib/libprobe.so", property: "libmissing.so", steps: []string{"preload=1", "fork=1", paths, list},
			searched: []string{p.dirs["system"], ""}},
		{name: "zygote has a layer that the app inherits", files: "system/libprobe.so", property: "libprobe.so", steps: []string{"preload=1", "fork=1", paths}, found: layer("system"),
			searched: []string{p.dirs["system"]}, layers: 1},
		{name: "without a use of EGL, zygote's list has no effect", files: "lib/libprobe.so", property: "libprobe.so", steps: []string{"fork=1", paths}, found: layer("lib"), layers: 1},
		{name: "the first path remains", files: "data/libprobe.so", steps: []string{paths, "paths=" + p.dirs["data"], list}, searched: []string{p.dirs["system"], p.dirs["lib"]}},
		{name: "a path that is empty does not remain", files: "lib/libprobe.so", steps: []string{"paths=", paths, list}, found: layer("lib"), layers: 1},
		{name: "the last list remains", files: "lib/libprobe.so", steps: []string{paths, "layers=libother.so", list}, found: layer("lib"), layers: 1},
		{name: "the settings are made while the app starts", files: "data/libprobe.so lib/libprobe.so", steps: []string{"paths=" + between.Path, list}, searched: between.Dirs(p.dirs["system"])},
	} {
		place(t, c.files, p.store, func(name string) string { return p.path(p.dirs[name]) })
		p.play(t, c.property, release, c.steps)
		log := p.lines("libEGL")
		text := strings.Join(log, "\n")
		if c.found == "" && strings.Contains(text, "GLES layer found") || !strings.Contains(text, c.found) {
			t.Errorf("%s: want %q\n%s", c.name, c.found, text)
		}
		if dirs := searched(log); c.searched != nil && !slices.Equal(dirs, c.searched) {
			t.Errorf("%s: searched %q, want %q", c.name, dirs, c.searched)
		}
		events := strings.Join(lines(t, p.path("data/local/tmp/probe")), "\n")
		if n := strings.Count(events, "initialize "); n != c.layers {
			t.Errorf("%s: %d layers are initialized, want %d\n%s", c.name, n, c.layers, text)
		}
	}
}
