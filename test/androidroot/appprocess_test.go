//go:build androidroot && linux

package androidroot

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// What the process of an app has from zygote and from the Java code: rules 4.3, 7.6 and 7.8.
func TestAppProcess(t *testing.T) {
	release := rulesOf(t)
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

// The loader replaces the driver that zygote loaded, and does not apply layers again that it initialized before: rule 4.5.
func TestReplacedDriver(t *testing.T) {
	release := rulesOf(t)
	p := newAppPhone(t)
	driver, err := os.ReadFile(p.path("vendor/lib64/egl/libGLES_fake.so"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"libEGL_angle.so", "libGLESv1_CM_angle.so", "libGLESv2_angle.so"} {
		if err := os.WriteFile(p.path("system/lib64/"+name), driver, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command(t, ".", nil, append(rootCompiler(t, p.root), "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-o", p.path("data/local/debug/gles/libhooks.so"), "testdata/hooks.c")...)
	p.copy(t, "testdata/ld.config.txt", "linkerconfig/ld.config.txt", 0o644)
	paths, angle := "paths="+p.dirs["lib"], "angle=/system/lib64"
	for _, c := range []struct {
		name     string
		property string
		steps    []string
		calls    string
	}{
		{"the driver is not replaced", "libhooks.so", []string{"preload=1", "fork=1", paths}, "glClear eglSwapBuffers"},
		{"before the layer is loaded", "", []string{"preload=1", "fork=1", paths, angle, "layers=libhooks.so"}, "glClear eglSwapBuffers"},
		{"after the layer was loaded", "libhooks.so", []string{"preload=1", "fork=1", paths, angle}, "eglSwapBuffers"},
	} {
		p.play(t, c.property, release, c.steps)
		events := lines(t, p.path("data/local/tmp/probe"))
		want := strings.Fields("initialize " + strings.Repeat(c.calls+" ", 3))
		for i := range events {
			events[i] = strings.TrimSpace(events[i])
		}
		drivers := strings.Join(lines(t, p.path("data/local/tmp/drivers")), " ")
		if replaced := slices.Contains(c.steps, angle); strings.HasSuffix(drivers, "/libGLESv2_angle.so") != replaced {
			t.Errorf("%s: drivers %s", c.name, drivers)
		}
		if !slices.Equal(events, want) {
			t.Errorf("%s: %q, want %q\n%s", c.name, events, want, strings.Join(p.lines("libEGL"), "\n"))
		}
	}
}
