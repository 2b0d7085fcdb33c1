//go:build androidroot && linux

package androidroot

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/sysroot"
	"github.com/gleslayergen/gleslayergen/rules"
)

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
	for _, name := range []string{"probe", "drivers"} {
		path := p.path("data/local/tmp/" + name)
		err := os.WriteFile(path, nil, 0o600)
		if err == nil {
			err = os.Chmod(path, 0o666) // the app writes it
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	args := slices.Concat([]string{"/data/local/tmp/apphost", spaceName(release), p.dirs["lib"], "/data:/mnt/expand:" + p.dirs["data"]}, steps, []string{"app=/data/app/game/libapp.so"})
	if out, err := p.run(t, []string{"PROBE=/data/local/tmp/probe", "DRIVERS=/data/local/tmp/drivers"}, args...); err != nil || !strings.Contains(out, "drawn") {
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
