package test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// sh runs a script on the device, as a user would type it into adb shell.
func (p *phone) sh(t *testing.T, script string) string {
	t.Helper()
	cmd := p.server.Adb(t.Context(), p.Device, "shell", script)
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s\n%v\n%s%s", script, err, out.String(), msg.String())
	}
	return strings.TrimSpace(out.String())
}

// host runs commands in the user's shell, in a directory, and returns their output.
func (p *phone) host(t *testing.T, dir, commands string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	cmd.Dir, cmd.Env = dir, append(p.command(t.Context()).Env, "PATH="+bin+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", commands, err, out)
	}
	return string(out)
}

// whyAnswer is the output of device why --json for one device.
type whyAnswer struct {
	Loaded bool
	Layers []struct{ Name, Path string }
	First  struct {
		ID, State, What, Remedy string
		Evidence                []string
	}
	WasLoaded bool
	Results   []struct{ ID, State, What string }
}

// why runs the command and checks that the exit code agrees with the answer.
func (p *phone) why(t *testing.T, args ...string) whyAnswer {
	t.Helper()
	out, msg, code := p.call(t, append([]string{"device", "why", "--json"}, args...)...)
	var report struct {
		Schema  int
		Devices []whyAnswer
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Schema != 1 || len(report.Devices) != 1 {
		t.Fatalf("%v: exit code %d\n%s%s", err, code, out, msg)
	}
	a := report.Devices[0]
	if a.Loaded != (code == 0) || !a.Loaded && code != 6 {
		t.Errorf("loaded %v, exit code %d", a.Loaded, code)
	}
	for _, r := range a.Results {
		if !strings.HasPrefix(r.ID, "why-") {
			t.Errorf("%q is no topic of explain", r.ID)
		}
	}
	a.First.ID = strings.TrimPrefix(a.First.ID, "why-")
	return a
}

// remedy returns the command as a user types it in the directory of the layer, which was built there.
func (a whyAnswer) remedy() string { return strings.ReplaceAll(a.First.Remedy, "PATH/TO/", "") }

// Commands that produce the problems: what a user would type into adb shell.
const (
	shop = "com.example.shop"
	// builtLayer is a layer that was built for the device.
	builtLayer = "$(dirname $(pm path android.rootlessgpudebug.GLES_LAYERS.app | sed s/package://))/lib/*/libGLES_glesLayerA.so"
	pushGame   = "cat " + builtLayer + " | run-as com.example.game sh -c 'cat > liba.so; chmod 700 liba.so'\n"
	enable     = "settings put global enable_gpu_debug_layers 1\nsettings put global gpu_debug_layers_gles liba.so\n"
	forGame    = enable + "settings put global gpu_debug_app com.example.game\n"
	start      = "am start -W -n com.example.game/.MainActivity\n"
)

// whyCases are devices with one problem, as the real adb reports them.
var whyCases = []struct {
	name, first string // the question that finds it; "": the layers are loaded
	options     device.Options
	setup       string
	args        string // game, if empty
}{
	{name: "loaded", setup: pushGame + forGame + start},
	{name: "nothing done", first: "enabled"},
	{name: "release app", first: "allowed", setup: enable + "settings put global gpu_debug_app com.example.shop", args: shop},
	{name: "release app of a userdebug build", first: "running", options: device.Options{Build: device.BuildUserdebug},
		setup: enable + "settings put global gpu_debug_app com.example.shop", args: shop},
	{name: "not installed", first: "installed", setup: forGame, args: "com.example.nothing"},
	{name: "another app", first: "named", setup: pushGame + enable + "settings put global gpu_debug_app com.example.shop"},
	{name: "no list", first: "list", setup: pushGame + forGame + "settings delete global gpu_debug_layers_gles"},
	{name: "another layer listed", first: "asked", setup: pushGame + forGame, args: game + " --layer libb.so"},
	{name: "colon at the end", first: "empty-name", setup: pushGame + forGame + "settings put global gpu_debug_layers_gles liba.so:"},
	{name: "layer package missing on 11", first: "crash", options: device.Options{Android: "11"},
		setup: pushGame + forGame + "settings put global gpu_debug_layer_app com.gone"},
	{name: "layer package missing", first: "package", setup: forGame + "settings put global gpu_debug_layer_app com.gone"},
	{name: "no file", first: "found", setup: forGame},
	{name: "no file, after a start", first: "found", setup: forGame + start},
	{name: "in /data/local/tmp", first: "place", setup: forGame + "cp " + builtLayer + " /data/local/tmp/liba.so"},
	{name: "property, file in the data folder", first: "narrow", setup: pushGame + "setprop debug.gles.layers liba.so"},
	{name: "lib left out", first: "spelling", setup: pushGame + forGame + "settings put global gpu_debug_layers_gles a.so"},
	{name: "a folder", first: "folder", setup: forGame + "run-as com.example.game mkdir liba.so"},
	{name: "cut off", first: "whole", setup: forGame + "cat " + builtLayer + " | head -c 3000 | run-as com.example.game sh -c 'cat > liba.so; chmod 700 liba.so'"},
	{name: "mode", first: "mode", setup: pushGame + forGame + "run-as com.example.game chmod 0 liba.so"},
	{name: "settings after the start", first: "restarted", setup: pushGame + start + forGame},
	{name: "file after the start", first: "restarted", setup: forGame + start + pushGame},
	{name: "not started", first: "running", setup: pushGame + forGame},
}

func TestDeviceWhy(t *testing.T) {
	t.Parallel()
	server := device.Server(t)
	for _, c := range whyCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := connect(t, server, c.options)
			if c.setup != "" {
				p.sh(t, c.setup)
			}
			args := c.args
			if args == "" {
				args = game
			}
			a := p.why(t, strings.Fields(args)...)
			if a.First.ID != c.first {
				t.Errorf("first %q, want %q: %+v", a.First.ID, c.first, a)
			}
			if c.first != "" && (a.First.State != "fails" || a.First.Remedy == "" || len(a.First.Evidence) == 0) {
				t.Errorf("%+v", a.First)
			}
		})
	}
}

// From nothing to a loaded layer with the proposed commands: each one is run as printed, until the answer is
// yes.
func TestDeviceWhyLeadsToALayer(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	dir := t.TempDir()
	buildLayer(t, filepath.Join(dir, "liba.so"))
	var ids []string
	for range 6 {
		a := p.why(t, game, "--layer", "liba.so")
		if a.Loaded {
			break
		}
		ids = append(ids, a.First.ID)
		p.host(t, dir, a.remedy())
	}
	if a := p.why(t, game); !a.Loaded || len(a.Layers) != 1 || a.Layers[0].Name != "liba.so" {
		t.Errorf("after %v: %+v", ids, a)
	}
}

// A process that has ended is reported, and not used as evidence if its file is damaged.
func TestDeviceWhyOfAProcessThatIsOver(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.sh(t, pushGame+forGame+start+"am force-stop com.example.game")
	if a := p.why(t, game); a.Loaded || !a.WasLoaded || a.First.ID != "running" {
		t.Errorf("%+v", a)
	}
	p.sh(t, "run-as com.example.game sh -c 'echo x > liba.so'")
	out, _, code := p.call(t, "device", "why", game)
	checkContains(t, out, []string{"the layers are not loaded now; they were loaded at the last start", "is not a valid shared object", "push PATH/TO/liba.so"})
	if code != 6 {
		t.Errorf("exit code %d", code)
	}
}

// A layer of the device maker in the app is reported beside the answer.
func TestDeviceWhyNamesMakerLayer(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.sh(t, pushGame+forGame+"settings put global gpu_control_layer_apps com.example.shop,com.example.game; "+start)
	a := p.why(t, game)
	for _, r := range a.Results {
		if r.ID == "why-maker" && strings.Contains(r.What, "lists com.example.game: Samsung's GPU Watch loads libGLESLayer_GPU_Control.so of ") && a.Loaded {
			return
		}
	}
	t.Errorf("%+v", a)
}

// Two users run one app: the layer of one is not that of the other, and each proposed command is for the
// right user.
func TestDeviceOfSecondUser(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Users: []int{10}})
	dir := t.TempDir()
	buildLayer(t, filepath.Join(dir, "liba.so"))
	p.sh(t, "am start -W --user 0 -n com.example.game/.MainActivity")
	before := p.Snapshot()
	ten := func(args ...string) []string { return append(append([]string{"device"}, args...), "--user", "10") }
	p.ok(t, []string{"/data/user/10/com.example.game/liba.so"}, ten("push", filepath.Join(dir, "liba.so"), "--to", "app", "--app", game)...)
	p.ok(t, nil, ten("enable", "--app", game, "liba.so")...)
	a := p.why(t, game, "--user", "10")
	if a.Loaded || a.First.ID != "running" || !strings.Contains(a.First.Remedy, "--user 10") {
		t.Errorf("%+v", a.First)
	}
	p.host(t, dir, a.remedy()+" -W")
	if a := p.why(t, game, "--user", "10"); !a.Loaded || a.Layers[0].Path != "/data/user/10/com.example.game/liba.so" {
		t.Errorf("%+v", a)
	}
	if a := p.why(t, game, "--user", "0"); a.Loaded || a.First.ID != "found" || strings.Contains(a.First.Remedy, "--user") {
		t.Errorf("user 0, the current one: %+v", a.First)
	}
	if a := p.why(t, game, "--user", "99"); a.Loaded || a.First.ID != "installed" || !strings.Contains(a.First.Remedy, "install --user 99 ") {
		t.Errorf("no such user: %+v", a.First)
	}
	p.ok(t, []string{"GLES layer found: /data/user/10/"}, ten("logs", game)...)
	if out := p.ok(t, nil, "device", "logs", game, "--user", "0"); strings.Contains(out, "GLES layer found") {
		t.Errorf("the other user's: %s", out)
	}
	p.sh(t, "am force-stop --user 10 com.example.game")
	if a := p.why(t, game, "--user", "10"); a.Loaded || !a.WasLoaded {
		t.Errorf("%+v", a)
	}
	p.ok(t, []string{"liba.so"}, "device", "restore")
	for _, line := range before.Diff(p.Snapshot()) {
		t.Errorf("left behind: %s", line)
	}
}

// A device is queried in two adb calls (three if packages contain layers), and the answer takes a second or
// two.
func TestDeviceWhyTrips(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.sh(t, pushGame+forGame+start)
	count := func() int {
		n := 0
		for _, e := range p.Events() {
			if e.Kind == "run" {
				n++
			}
		}
		return n
	}
	before := count()
	if !p.why(t, game).Loaded {
		t.Error("not loaded")
	}
	if n := count() - before; n > 2 {
		t.Errorf("%d calls", n)
	}
	p.sh(t, "settings put global gpu_debug_layer_app "+ctsLayers)
	before = count()
	p.why(t, game)
	if n := count() - before; n > 3 {
		t.Errorf("%d calls with a package of layers", n)
	}
}

// What cannot be read is reported as unknown.
func TestDeviceWhyIsHonest(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Build: device.BuildUserdebug, SU: "none"})
	p.sh(t, enable+"settings put global gpu_debug_app com.example.shop\nam start -W -n com.example.shop/.ShopActivity\nlogcat -c")
	out, _, code := p.call(t, "device", "why", shop)
	checkContains(t, out, []string{"probably not loaded; one condition could not be checked", "which could not be read", "to learn more:"})
	if code != 6 {
		t.Errorf("exit code %d", code)
	}
}

// Text from the device does not control the terminal.
func TestDeviceWhyEscapes(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Faults: device.Faults{Hostile: true}})
	p.PutSetting("gpu_debug_layers_gles", "a\x1b[31m\nb.so", "com.evil")
	p.PutSetting("enable_gpu_debug_layers", "1", "com.evil")
	p.PutSetting("gpu_debug_app", game, "com.evil")
	out, messages, _ := p.call(t, "device", "why", game, "--explain")
	if strings.ContainsAny(out+messages, "\x1b\r\x07") {
		t.Errorf("%q", out+messages)
	}
	checkContains(t, out, []string{"not loaded", `\u001b[31m\nb.so" has characters that cannot be typed`, "push PATH/TO/LAYER.so"})
	p.ok(t, []string{`"a\u001b[31m\nb.so"`}, "device", "status")
}

// The steps for a debugger fit this device. An app that cannot be debugged is rejected.
func TestDeviceDebug(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	ndk := t.TempDir()
	testutil.WriteFiles(t, ndk, map[string]string{"toolchains/llvm/prebuilt/linux-x86_64/bin/x": "",
		"toolchains/llvm/prebuilt/linux-x86_64/lib/clang/18/lib/linux/" + map[string]string{"x86_64": "x86_64", "arm64-v8a": "aarch64"}[ownABI[runtime.GOARCH]] + "/lldb-server": ""})
	p.fails(t, 1, []string{"no Android NDK"}, "device", "debug", game)
	p.sh(t, start)
	pid := p.sh(t, "pidof "+game)
	steps := func(flags string) string {
		return p.host(t, ndk, "ANDROID_NDK_HOME=$PWD gleslayergen device debug "+game+flags)
	}
	checkContains(t, steps(""), []string{"push " + ndk, "run-as com.example.game", "lldb-server platform --server", p.Serial()})
	checkContains(t, steps(" --lldb"), []string{"process attach --pid " + pid + "\n"})
	p.sh(t, "am force-stop "+game)
	p.host(t, ndk, "ANDROID_NDK_HOME=$PWD gleslayergen device debug "+game+" --lldb 2>&1 | grep -e 'am start --user 0 -n com.example.game/'")
	p.fails(t, 5, []string{"not debuggable"}, "device", "debug", shop)
	p.fails(t, 5, []string{"not installed"}, "device", "debug", "com.example.nothing")
}

// Devices whose single problem needs more than a script to produce.
func TestDeviceWhyOfFiles(t *testing.T) {
	t.Parallel()
	server, dir := device.Server(t), t.TempDir()
	good := filepath.Join(dir, "liba.so")
	buildLayer(t, good)
	pushed := func(more ...string) func(*testing.T, *phone) {
		return func(t *testing.T, p *phone) {
			bad := t.TempDir()
			buildLayer(t, filepath.Join(bad, "liba.so"), more...)
			p.host(t, bad, "adb -s "+p.Serial()+" push liba.so /data/local/tmp/x.so")
			p.sh(t, "cat /data/local/tmp/x.so | run-as com.example.game sh -c 'cat > liba.so; chmod 700 liba.so'")
		}
	}
	libs := map[string]string{ownABI[runtime.GOARCH] + "/liba.so": good}
	for _, c := range []struct {
		name, first string
		options     device.Options
		prepare     func(*testing.T, *phone)
	}{
		{"misspelt", "entry-points", device.Options{}, pushed("-DAndroidGLESLayer_GetProcAddress=AndroidGLESLayer_GetProcAddres")},
		{"hidden", "entry-points", device.Options{}, pushed("-DAndroidGLESLayer_Initialize=hidden_Initialize")},
		{"a library that is private", "needs", device.Options{}, pushed("-Wl,--no-as-needed", "-l:libm.so.6")},
		{"another ABI", "abi", device.Options{ABIs: []string{"riscv64"}}, pushed()},
		{"inside its APK", "embedded", device.Options{}, func(t *testing.T, p *phone) {
			install(t, p, device.App{Name: game, Activity: game + ".MainActivity", MinSDK: 29, Target: 34, Debuggable: true, InAPK: true, Libs: libs})
		}},
		{"a package that the app does not see", "visible", device.Options{}, func(t *testing.T, p *phone) {
			install(t, p, device.App{Name: "com.example.layers", MinSDK: 29, Target: 34, NoCode: true, Libs: libs})
			p.sh(t, "settings put global gpu_debug_layer_app com.example.layers\n"+start)
		}},
		{"the system folder, with SELinux enforcing", "selinux", device.Options{Build: device.BuildUserdebug}, func(t *testing.T, p *phone) {
			p.host(t, dir, "adb -s "+p.Serial()+" push liba.so /data/local/tmp/x.so")
			p.sh(t, "su 0 sh -c 'mkdir -p /data/local/debug/gles; cp /data/local/tmp/x.so /data/local/debug/gles/liba.so; chmod 755 /data/local/debug /data/local/debug/gles; chmod 644 /data/local/debug/gles/liba.so'")
			p.WriteLog(1400, 1000, 'I', "ActivityManager", "Start proc 999:com.example.game/u0a123 for top-activity {com.example.game/.MainActivity}")
			p.WriteLog(999, 10123, 'W', "example.game", `type=1400 audit(0.0:7): avc: denied { read } for name="liba.so" dev="dm-5" scontext=u:r:untrusted_app:s0 tcontext=u:object_r:shell_data_file:s0 tclass=file permissive=0`)
		}},
		{"draws with Vulkan", "egl", device.Options{}, func(t *testing.T, p *phone) {
			install(t, p, device.App{Name: game, Activity: game + ".MainActivity", MinSDK: 29, Target: 34, Debuggable: true, Idle: true})
			pushed()(t, p)
			p.sh(t, start)
			pid, _ := strconv.Atoi(p.sh(t, "pidof com.example.game"))
			p.WriteLog(pid, 10123, 'I', "GraphicsEnvironment", "GPU debug layers enabled for "+game)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := connect(t, server, c.options)
			p.sh(t, forGame)
			c.prepare(t, p)
			if a := p.why(t, game); a.First.ID != c.first {
				t.Errorf("first %q, want %q: %+v", a.First.ID, c.first, a)
			}
		})
	}
}

func install(t *testing.T, p *phone, a device.App) {
	t.Helper()
	if _, err := p.InstallApp(a); err != nil {
		t.Fatal(err)
	}
}
