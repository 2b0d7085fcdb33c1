package test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/profile"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// standInNDK creates an NDK whose compilers are those of this machine: their output runs on a test device.
func standInNDK(t *testing.T) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "ndk")
	bin := filepath.Join(root, "toolchains", "llvm", "prebuilt", "linux-x86_64", "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, prefix := range []string{"aarch64-linux-android", "x86_64-linux-android"} {
		if err := os.WriteFile(filepath.Join(bin, prefix+"29-clang"), []byte("#!/bin/sh\nexec cc \"$@\"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// driverBench is a device, and runs "device driver" on it.
type driverBench struct {
	*testing.T
	device *device.Device
	server *device.AdbServer
	env    []string
}

func benchDriver(t *testing.T, o device.Options) *driverBench {
	t.Helper()
	b := &driverBench{T: t, device: device.Start(t, o), server: device.Server(t)}
	if err := b.server.Connect(b.device); err != nil {
		t.Fatal(err)
	}
	b.env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(bin, "cache"), "XDG_CONFIG_HOME="+t.TempDir(), "ANDROID_NDK_HOME=", "ANDROID_NDK_ROOT=", "ANDROID_HOME=")
	return b
}

func (b *driverBench) withNDK() { b.env = append(b.env, "ANDROID_NDK_HOME="+standInNDK(b.T)) }

// run returns the output of the command, which must end with this exit code.
func (b *driverBench) run(code int, args ...string) string {
	b.Helper()
	return b.tool(code, append([]string{"driver"}, args...)...)
}

// tool returns the output of a command of "device".
func (b *driverBench) tool(code int, args ...string) string {
	b.Helper()
	args = append([]string{"device", "--server", b.server.Address(), "-s", b.device.Serial()}, args...)
	cmd := exec.CommandContext(b.Context(), filepath.Join(bin, "gleslayergen"), args...)
	cmd.Env = b.env
	var out, messages strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &messages
	_ = cmd.Run()
	if cmd.ProcessState.ExitCode() != code {
		b.Fatalf("%v: exit code %d, not %d\n%s%s", args, cmd.ProcessState.ExitCode(), code, out.String(), messages.String())
	}
	return out.String()
}

// has checks that lines match; a line that begins with "!" must not match.
func (b *driverBench) has(out string, patterns ...string) {
	b.Helper()
	for _, p := range patterns {
		pattern, not := strings.CutPrefix(p, "!")
		if regexp.MustCompile("(?m)"+pattern).MatchString(out) == not {
			b.Errorf("%s in\n%s", p, out)
		}
	}
}

// nothingLeft checks that the directory of the probe is gone.
func (b *driverBench) nothingLeft() {
	b.Helper()
	if left, err := os.ReadDir(b.device.Host("/data/local/tmp")); err != nil || len(left) > 0 {
		b.Errorf("left behind: %v (%v)", left, err)
	}
}

// Without an NDK the driver choice is still reported, and the missing NDK once.
func TestDriverWithoutNDK(t *testing.T) {
	t.Parallel()
	b := benchDriver(t, device.Options{Android: "14", Bare: true, ABIs: []string{"x86_64", "x86"}})
	out := b.run(0)
	b.has(out, `^\S+, Android 14$`, `^Driver for native programs, 64 bits$`, `^Driver for native programs, 32 bits$`,
		`^  selected by the property ro\.hardware\.egl, whose value is "mesa"$`, `^    /vendor/lib64/egl/libGLES_mesa\.so$`, `^    /vendor/lib/egl/libGLES_mesa\.so$`,
		`^  rule 5\.1  ro\.hardware\.egl \(mesa\) is tried$`, `^  /system/lib64/egl: `, `^  not queried: no Android NDK: `, `^  to do: install NDK r26 or newer from https://`,
		`^The driver could not be queried, `, `!no missing feature`)
	if n := strings.Count(out, "not queried"); n != 1 {
		t.Errorf("it is said %d times\n%s", n, out)
	}
	b.nothingLeft()
}

// With an NDK, the probe runs on the device and is removed.
func TestDriverOnDevice(t *testing.T) {
	t.Parallel()
	b := benchDriver(t, device.Options{Android: "16qpr2", Bare: true})
	b.withNDK()
	out := b.run(4, "--contexts", "4", "--layer", "../examples/active")
	b.has(out, `^  rule 5\.1  ro\.hardware\.egl \(mesa\) is the first property that is set`, `^Queried: x86_64, 64 bits$`, `^  EGL 1\.5, Mesa Project; `,
		`^  the driver's own EGL did not report a version`, `^  OpenGL ES 1: can draw; `, `^  OpenGL ES 2: can draw; `, `^  OpenGL ES 3: can draw; `,
		`^  missing +required +EGL_ANDROID_recordable `, `^  unknown +required +EGL_ANDROID_framebuffer_target `, `^  ok +RGBA +texture `, `^  4 of 4 created$`,
		`^Extensions of the driver that \.\./examples/active does not intercept$`, `^  EGL_ANDROID_recordable \(x86_64\)$`, `!not queried`)
	b.nothingLeft()
	var report struct {
		Schema  int
		Devices []struct {
			Serial    string
			Choices   []struct{ By, Suffix string }
			Processes []struct {
				ABI          string
				EGL          struct{ Version string }
				Requirements []struct{ Name, State string }
			}
		}
	}
	if err := json.Unmarshal([]byte(b.run(4, "--json")), &report); err != nil || report.Schema != 1 || len(report.Devices) != 1 {
		t.Fatalf("%+v %v", report, err)
	}
	d := report.Devices[0]
	if d.Serial != b.device.Serial() || d.Choices[0].By != "ro.hardware.egl" || d.Processes[0].EGL.Version != "1.5" || len(d.Processes[0].Requirements) < 15 {
		t.Errorf("%+v", d)
	}
}

// A profile of the driver of a device is written, as text and as JSON.
func TestDriverProfile(t *testing.T) {
	t.Parallel()
	b := benchDriver(t, device.Options{Android: "16qpr2", Bare: true})
	file := filepath.Join(t.TempDir(), "device.profile")
	b.withNDK()
	report := b.run(4, "--json", "--write-profile", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b.has(string(text), `^GL_VERSION OpenGL ES \d\.\d`, `^GL_MAX_TEXTURE_SIZE \d+$`, `^GL_MAX_COMPUTE_WORK_GROUP_COUNT \d+ \d+ \d+$`,
		`^precision GL_FRAGMENT_SHADER GL_HIGH_FLOAT 127 127 23$`, `^extension GL_KHR_debug$`, `^samples GL_RGBA8 \d+$`, `^config EGL_RED_SIZE=\d+ `)
	p, err := profile.FromJSON([]byte(report))
	if err != nil || p.Text() != string(text) {
		t.Errorf("%v: the JSON has another profile: %s", err, report)
	}
	b.run(2, "--all", "--write-profile", file)
	b.run(1, "--write-profile", filepath.Join(file, "none"))
	b.nothingLeft()
}

// Without an NDK the driver is not queried, and the file is not written.
func TestDriverProfileWithoutNDK(t *testing.T) {
	t.Parallel()
	b := benchDriver(t, device.Options{Android: "14", Bare: true})
	file := filepath.Join(t.TempDir(), "device.profile")
	b.run(1, "--write-profile", file)
	if _, err := os.Stat(file); err == nil {
		t.Error("the file exists")
	}
}

// The driver that settings and properties choose, and the cases in which the loader would end the process.
func TestDriverChoice(t *testing.T) {
	t.Parallel()
	const pkg = "com.example.game"
	angle := device.App{Name: "com.android.angle", System: true, Activity: "com.android.angle.Main", Actions: []string{"android.app.action.ANGLE_FOR_ANDROID"}}
	second := angle
	second.Name, second.Activity = "com.example.angle", "com.example.angle.Main"
	allowed := map[string]string{"16": pkg}
	for _, c := range []struct {
		name, release   string
		props, settings map[string]string
		apps            []device.App
		args            []string
		code            int
		want            []string
	}{
		{"ANGLE for an app", "13", nil, map[string]string{"angle_gl_driver_selection_pkgs": "a," + pkg, "angle_gl_driver_selection_values": "native,angle"},
			[]device.App{angle}, []string{"--app", pkg}, 0, []string{`^Driver for com\.example\.game, 64 bits$`, `^  selected by Android: ANGLE$`, `^    libEGL_angle\.so$`, `^  rule 5\.4  angle_gl_driver_selection_pkgs lists com\.example\.game`,
				`^  rule 5\.1  ANGLE of com\.android\.angle is requested$`}},
		{"ANGLE for an app, two packages", "14", nil, map[string]string{"angle_gl_driver_all_angle": "1"},
			[]device.App{angle, second}, []string{"--app", pkg}, 0, []string{`^  selected by the property ro\.hardware\.egl, whose value is "mesa"$`, `^  rule 5\.4  angle_gl_driver_all_angle is 1`}},
		{"an empty list and one choice have the same length", "15", nil, map[string]string{"angle_gl_driver_selection_pkgs": "", "angle_gl_driver_selection_values": "angle"},
			nil, []string{"--app", pkg}, 0, []string{`!different lengths`, `^  rule 5\.4  nothing requests ANGLE or the native driver$`}},
		{"an app in the deny list", "16qpr2", map[string]string{"persist.graphics.egl": "other", "ro.build.version.sdk_full": "36.1"}, nil, nil, []string{"--app", pkg}, 0,
			[]string{`^  rule 5\.4  the system's list config_angleDenyList has com\.example\.game: it gets the native driver$`, `^  selected by the property ro\.hardware\.egl`}},
		{"an app in the allow list, flag unknown", "16", nil, nil, nil, []string{"--app", pkg}, 0,
			[]string{`^  unknown   this decides otherwise .*report:$|^  unknown   this decides otherwise`, `config_angleAllowList`}},
		{"a game mode", "13", nil, nil, []device.App{angle}, []string{"--app", pkg}, 0, []string{`^  unknown   this decides otherwise`, `a game mode`}},
		{"an updatable driver", "14", map[string]string{"ro.gfx.driver.0": "com.example.driver"}, map[string]string{"updatable_driver_production_opt_in_apps": pkg},
			[]device.App{{Name: "com.example.driver", System: true}}, []string{"--app", pkg}, 0, []string{`^  selected by a setting: the updatable driver$`, `^    libGLES_mesa\.so$`}},
		{"an updatable driver that is not installed", "14", map[string]string{"ro.gfx.driver.0": "com.example.driver"}, map[string]string{"updatable_driver_production_opt_in_apps": pkg},
			nil, []string{"--app", pkg}, 0, []string{`^  selected by the property ro\.hardware\.egl, whose value is "mesa"$`, `^  rule 5\.4  no updatable driver is requested that this device has$`}},
		{"a property that leads nowhere", "15", map[string]string{"persist.graphics.egl": "gone"}, nil, nil, nil, 4,
			[]string{`^  none: no driver was found: the loader aborts`, `persist\.graphics\.egl \(gone\) `, `: not\s+found$`, `!process that uses EGL: not found`, `^Missing features that Android requires:$`, `^  driver \(64 bits\): no driver was found`}},
		{"the same, 13", "13", map[string]string{"persist.graphics.egl": "gone"}, nil, nil, nil, 0, []string{`^  selected by the property ro\.hardware\.egl, whose value is "mesa"$`}},
		{"an APEX", "16qpr2", map[string]string{"ro.egl.apex": "com.example.apex", "ro.build.version.sdk_full": "36.1"}, nil, nil, nil, 0, []string{`^  /apex/com\.example\.apex/lib64/egl: not found`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := benchDriver(t, device.Options{Android: c.release, Props: c.props, Flags: map[string]bool{"android.os.enable_angle_deny_list": true},
				Arrays: map[string][]string{"config_angleAllowList": {"x", allowed[c.release]}, "config_angleDenyList": {pkg}},
				Config: map[string]string{"game_overlay/" + pkg: "mode=2,useAngle=true"}})
			for _, app := range c.apps {
				if _, err := b.device.InstallApp(app); err != nil {
					t.Fatal(err)
				}
			}
			for name, value := range c.settings {
				b.device.PutSetting(name, value, "root")
			}
			b.has(b.run(c.code, c.args...), c.want...)
		})
	}
}

// fakeDriver compiles an EGL library with faults that calls this machine's own, and Android's buffers. It
// returns the environment for programs on the device.
func fakeDriver(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	for library, source := range map[string]string{"libEGL.so.1": "fake.c", "libnativewindow.so": "window.c"} {
		cmd := exec.CommandContext(t.Context(), "cc", "-shared", "-fPIC", "-o", filepath.Join(dir, library), filepath.Join("..", "android", "driver", "testdata", source), "-ldl")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n(if cc is missing: make deps)", err, out)
		}
	}
	real, err := exec.CommandContext(t.Context(), "cc", "-print-file-name=libEGL.so.1").Output()
	if err != nil {
		t.Fatal(err)
	}
	return []string{"LD_LIBRARY_PATH=" + dir, "FAKE_REAL=" + strings.TrimSpace(string(real))}
}

// Images in Android's buffers are sampled, and a driver that ends the probe is reported. The heavy test has
// other faults.
func TestDriverFaultsOnDevice(t *testing.T) {
	t.Parallel()
	driverFaults(t, map[string][]string{
		"none":  {`^  ok +YV12 +AHardwareBuffer +254,0,0 0,0,255$`, `^  ok +required +YV12 `},
		"crash": {`^    the driver ended the test process with signal 11 \(SIGSEGV\)$`, `^  OpenGL ES 2\.0 \(x86_64\): .*SIGSEGV`},
	})
}

// driverFaults checks these lines for each fault.
func driverFaults(t *testing.T, cases map[string][]string) {
	t.Helper()
	fake := fakeDriver(t)
	for fault, want := range cases {
		t.Run(fault, func(t *testing.T) {
			b := benchDriver(t, device.Options{Android: "14", Bare: true, Environ: append([]string{"FAKE_DRIVER=" + fault}, fake...)})
			b.withNDK()
			b.has(b.run(4), want...)
			b.nothingLeft()
		})
	}
}

// An app that is not installed is an error; no driver choice is printed.
func TestDriverOfNoApp(t *testing.T) {
	t.Parallel()
	b := benchDriver(t, device.Options{Android: "14"})
	b.run(5, "--app", "com.example.gone")
	b.run(2, "--app", "$(reboot)")
}

// On a device with another processor the probe cannot run, and the output reports it.
func TestDriverOfAnotherProcessor(t *testing.T) {
	t.Parallel()
	b := benchDriver(t, device.Options{Android: "12", Bare: true, ABIs: []string{"arm64-v8a"}})
	b.withNDK()
	b.has(b.run(0), `^  not queried: the probe \(the program that tests the driver\) did not start on the device$`)
	b.nothingLeft()
}

// The cable is pulled while the probe is copied: the result is a device error and no hang. The heavy test
// pulls it at more points.
func TestDriverPulled(t *testing.T) { driverPulled(t, 3) }

// driverPulled pulls the cable after some sixths of the bytes.
func driverPulled(t *testing.T, parts ...int64) {
	t.Helper()
	b := benchDriver(t, device.Options{Android: "14", Bare: true})
	b.withNDK()
	b.device.SetFaults(device.Faults{})
	b.run(4)
	all := b.device.Traffic()
	for _, part := range parts {
		pulled := benchDriver(t, device.Options{Android: "14", Bare: true})
		pulled.withNDK()
		pulled.device.SetFaults(device.Faults{CutAfter: all * part / 6, Gone: true}) // a device that reconnects at once may do so between two calls
		pulled.run(5)
	}
}

// The driver of an app is set among the entries of other apps, refused if Android would not use it, and restored
// even if another program has changed the lists since.
func TestDriverSet(t *testing.T) {
	t.Parallel()
	const pkg, packages, values = "com.example.game", "angle_gl_driver_selection_pkgs", "angle_gl_driver_selection_values"
	angle := device.App{Name: "com.android.angle", System: true, Activity: "com.android.angle.Main", Actions: []string{"android.app.action.ANGLE_FOR_ANDROID"}}
	b := benchDriver(t, device.Options{Android: "14", Props: map[string]string{"ro.gfx.driver.0": "com.example.driver"}})
	for _, app := range []device.App{angle, {Name: "com.example.driver", System: true}} {
		if _, err := b.device.InstallApp(app); err != nil {
			t.Fatal(err)
		}
	}
	const optIn, optOut, prerelease = "updatable_driver_production_opt_in_apps", "updatable_driver_production_opt_out_apps", "updatable_driver_prerelease_opt_in_apps"
	lists := func(want ...string) {
		t.Helper()
		for i, name := range []string{packages, values, optIn, optOut} {
			if got, _ := b.device.Setting(name); got != want[i] {
				t.Errorf("%s is %q, not %q", name, got, want[i])
			}
		}
	}
	b.device.PutSetting(packages, "a.b", "root")
	b.device.PutSetting(values, "native", "root")
	b.has(b.run(0, "set", "--app", pkg, "angle"), `^com\.example\.game gets the driver angle from its next start on; entries before: default$`,
		`^  selected by Android: ANGLE$`)
	lists("a.b,"+pkg, "native,angle", "", "")
	b.run(0, "set", "--app", pkg, "updatable")
	lists("a.b", "native", pkg, "")
	b.run(0, "set", "--app", pkg, "native")
	lists("a.b,"+pkg, "native,native", "", pkg)
	// ANGLE's settings app writes the lists again.
	b.device.PutSetting(packages, pkg+",c.d", "com.android.angle")
	b.device.PutSetting(values, "native,angle", "com.android.angle")
	b.has(b.tool(0, "restore"), `^driver com\.example\.game: was "native", now not set$`, `^driver-opt-out com\.example\.game: was "listed", now not set$`)
	lists("c.d", "angle", "", "")
	b.has(b.tool(0, "restore"), `^nothing to restore$`)
	// It changes the choice of the app: only the other entry of the app is restored.
	b.run(0, "set", "--app", pkg, "native")
	b.device.PutSetting(packages, pkg+",c.d", "com.android.angle")
	b.device.PutSetting(values, "angle,angle", "com.android.angle")
	b.has(b.tool(0, "restore"), `^driver-opt-out com\.example\.game: was "listed", now not set$`, `^driver com\.example\.game: not restored: another process changed`)
	lists(pkg+",c.d", "angle,angle", "", "")
	// The default driver needs no entry in any list.
	b.device.PutSetting(prerelease, pkg+",c.d", "root")
	b.has(b.run(0, "set", "--app", pkg, "default"), `entries before: angle\+prerelease$`)
	lists("c.d", "angle", "", "")
	if got, _ := b.device.Setting(prerelease); got != "c.d" {
		t.Error(got)
	}
	b.tool(0, "restore")
	lists("c.d,"+pkg, "angle,angle", "", "")
	if got, _ := b.device.Setting(prerelease); got != "c.d,"+pkg {
		t.Error(got)
	}
	b.device.PutSetting(prerelease, "", "root")
	b.device.PutSetting(packages, "", "root") // an empty list
	b.device.PutSetting(values, "", "root")
	b.run(0, "set", "--app", pkg, "angle")
	lists(pkg, "angle", "", "")
	b.tool(0, "restore")
	b.device.PutSetting(packages, "c.d", "root")
	b.device.PutSetting(values, "angle", "root")

	b.device.PutSetting("angle_gl_driver_all_angle", "1", "root")
	if out := b.run(6, "set", "--app", pkg, "native"); out != "" {
		t.Errorf("a report of nothing done: %s", out)
	}
	b.device.PutSetting("angle_gl_driver_all_angle", "0", "root")
	b.device.PutSetting(values, "angle,native", "root")
	b.run(1, "set", "--app", pkg, "angle")
	lists("c.d", "angle,native", "", "")
	// Lists that cannot be read do not keep the other changes from being restored.
	b.device.PutSetting(values, "angle", "root")
	b.run(0, "set", "--app", pkg, "angle")
	b.tool(0, "global", "enable", "libx.so", "--force", "--yes-all-apps")
	b.device.PutSetting(values, "angle", "root")
	b.has(b.tool(1, "restore"), `^property debug\.gles\.layers: was "libx\.so", now not set$`)
	lists("c.d,"+pkg, "angle", "", "")
	b.device.PutSetting(values, "angle,angle", "root")
	b.has(b.tool(0, "restore"), `^driver com\.example\.game: was "angle", now not set$`, `!property`)
	lists("c.d", "angle", "", "")
	b.run(2, "set", "--app", pkg, "vulkan")
	b.run(2, "set", "angle")
	b.run(5, "set", "--app", "com.example.gone", "angle")
}
