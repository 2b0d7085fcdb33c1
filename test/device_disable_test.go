package test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// enableArgs are the settings of the tests as arguments.
func enableArgs(more ...string) []string {
	return append([]string{"device", "enable", "--app", ctsApp, "--layer-app", ctsLayers, layerA + ":" + layerB}, more...)
}

// ours are the settings that they make.
func ours(more map[string]string) map[string]string {
	is := map[string]string{"enable_gpu_debug_layers": "1", "gpu_debug_app": ctsApp, "gpu_debug_layers_gles": layerA + ":" + layerB, "gpu_debug_layer_app": ctsLayers}
	for name, value := range more {
		is[name] = value
	}
	return is
}

func (p *phone) putSettings(settings map[string]string) {
	for name, value := range settings {
		p.PutSetting(name, value, "org.example.tool")
	}
}

// TestDeviceEnableRefuses reports the first rule that fails and changes nothing.
func TestDeviceEnableRefuses(t *testing.T) {
	t.Parallel()
	s := device.Server(t)
	p, old := connect(t, s, device.Options{}), connect(t, s, device.Options{Android: "11"})
	hidden := device.App{Name: "org.example.hidden", VersionCode: 1, MinSDK: 29, Target: 34, NoCode: true, Libs: device.AppsOfDevice()[4].Libs}
	if _, err := p.InstallApp(hidden); err != nil {
		t.Fatal(err)
	}
	packed := device.App{Name: "org.example.packed", VersionCode: 1, MinSDK: 29, Target: 34, NoCode: true, InAPK: true, Libs: hidden.Libs}
	if _, err := p.InstallApp(packed, "--force-queryable"); err != nil {
		t.Fatal(err)
	}
	script := `run-as com.example.game sh -c 'echo text >text.so; printf "\\177ELF\\1\\1\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\3\\0\\50\\0" >arm.so'`
	if out, err := p.server.Adb(t.Context(), p.Device, "shell", script).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		on    *phone
		code  int
		words []string
		args  string
	}{
		{p, 2, []string{"--app is missing"}, "a.so"},
		{p, 2, []string{"rule 1.10", "an empty name"}, "--app com.example.game a.so:"},
		{p, 2, []string{"in the list twice"}, "--app com.example.game a.so:a.so"},
		{p, 2, []string{"LAYER[:LAYER...] is missing"}, "--app com.example.game"},
		{p, 2, []string{"requires --wait"}, "--app com.example.game a.so --timeout 5s"},
		{p, 6, []string{"org.example.none: the app is not installed"}, "--app org.example.none a.so"},
		{p, 6, []string{"rule 7.3", "apk add APP.apk"}, "--app com.example.shop a.so"},
		{p, 6, []string{"rule 1.4", "/data/user/0/com.example.game", "push a.so --to app --app com.example.game"}, "--app com.example.game a.so"},
		{p, 6, []string{"push build/a.so --to app"}, "--app com.example.game build/a.so"},
		{p, 6, []string{"text.so is not a shared object", "rule 1.8"}, "--app com.example.game text.so"},
		{p, 2, []string{"not a valid package name"}, "--app x;y a.so"},
		{p, 2, []string{"--layer-app: the package name is empty"}, "--app com.example.game a.so --layer-app="},
		{p, 6, []string{"arm.so is built for armeabi-v7a", "rule 1.8", "build --abi"}, "--app com.example.game arm.so"},
		{p, 6, []string{"rule 1.7", "not extracted from the APK", "apk build"}, "--app com.example.game --layer-app org.example.packed " + layerA},
		{p, 6, []string{"rule 7.7", "package org.example.none: the package is not installed"}, "--app " + ctsApp + " --layer-app org.example.none a.so"},
		{old, 6, []string{"rule 6.19", "package org.example.none: the package is not installed"}, "--app " + ctsApp + " --layer-app org.example.none a.so"},
		{p, 6, []string{"rule 7.7", "cannot see the package", "--force-queryable"}, "--app com.example.game --layer-app org.example.hidden " + layerA},
	} {
		before := c.on.Snapshot()
		c.on.fails(t, c.code, c.words, append([]string{"device", "enable"}, strings.Fields(c.args)...)...)
		if diff := before.Diff(c.on.Snapshot()); len(diff) > 0 {
			t.Errorf("%s: %v", c.args, diff)
		}
	}
}

// TestDeviceEnableBesideOthers keeps Vulkan's settings, leaves those of another tool alone, and restores them
// if they were replaced.
func TestDeviceEnableBesideOthers(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	vulkan := map[string]string{"enable_gpu_debug_layers": "1", "gpu_debug_app": ctsApp, "gpu_debug_layers": "VK_LAYER_a", "gpu_debug_layer_app": "android.rootlessgpudebug.LAYERS.app"}
	p.putSettings(vulkan)
	p.ok(t, []string{"the Vulkan layers of the app stay enabled: VK_LAYER_a"}, enableArgs()...)
	p.checkSettings(t, ours(map[string]string{"gpu_debug_layers": "VK_LAYER_a", "gpu_debug_layer_app": ctsLayers + ":android.rootlessgpudebug.LAYERS.app"}))
	p.ok(t, nil, "device", "disable")
	p.checkSettings(t, vulkan)

	other := map[string]string{"enable_gpu_debug_layers": "1", "gpu_debug_app": "com.example.shop", "gpu_debug_layers_gles": "x.so", "gpu_debug_layers": "VK_LAYER_a", "gpu_debug_layer_app": "org.example.x"}
	p.putSettings(other)
	p.fails(t, 1, []string{"the settings are for another app: com.example.shop", "--replace"}, enableArgs()...)
	p.checkSettings(t, other)
	p.ok(t, nil, enableArgs("--replace")...)
	p.checkSettings(t, ours(nil))
	p.fails(t, 1, []string{"the settings are for another app"}, "device", "disable", "--app", "com.example.game")
	p.ok(t, nil, "device", "disable", "--app", ctsApp)
	p.checkSettings(t, other)
	p.ok(t, []string{`gpu_debug_layers_gles: was "x.so", now not set`}, "device", "disable") // not our settings, but settings of layers
	delete(other, "gpu_debug_layers_gles")
	p.checkSettings(t, other)
}

// A layer may have any name: device enable finds a pushed layer.
func TestDeviceEnableOtherName(t *testing.T) {
	t.Parallel()
	p, file := newPhone(t, device.Options{}), filepath.Join(t.TempDir(), "my layer's.so.1")
	buildLayer(t, file)
	p.ok(t, nil, "device", "push", file, "--to", "app", "--app", game)
	p.ok(t, nil, "device", "enable", "--app", game, filepath.Base(file))
}

// TestDeviceVendors recognizes a vendor that rejects settings and one that drops them. Nothing is left
// behind.
func TestDeviceVendors(t *testing.T) {
	t.Parallel()
	s := device.Server(t)
	for _, c := range []struct {
		maker  string
		faults device.Faults
		words  []string
	}{
		{"Xiaomi", device.Faults{Vendor: "xiaomi"}, []string{"WRITE_SECURE_SETTINGS", `"USB debugging (Security settings)"`, "explain vendor-xiaomi"}},
		{"OPPO", device.Faults{Vendor: "oppo"}, []string{"WRITE_SECURE_SETTINGS", `"Disable permission monitoring"`}},
		{"realme", device.Faults{Vendor: "realme"}, []string{`"Disable permission monitoring"`}},
		{"Example", device.Faults{Forgetful: true}, []string{"the device reported a successful write, but the value is", "Developer options", "explain vendor-other"}},
	} {
		p := connect(t, s, device.Options{Props: map[string]string{"ro.product.manufacturer": c.maker}, Faults: c.faults})
		p.fails(t, 5, c.words, enableArgs()...)
		p.checkSettings(t, map[string]string{})
		p.SetFaults(device.Faults{})
		p.ok(t, []string{"nothing to restore"}, "device", "restore")
	}
}

// TestDeviceRestoreLeavesOthers reports what another tool has changed in the meantime, with the package, and
// restores the rest.
func TestDeviceRestoreLeavesOthers(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.putSettings(map[string]string{"enable_gpu_debug_layers": "0"})
	p.ok(t, nil, enableArgs()...)
	p.putSettings(map[string]string{"gpu_debug_layers_gles": "theirs.so"})
	p.Reboot()
	if err := p.server.Connect(p.Device); err != nil {
		t.Fatal(err)
	}
	p.ok(t, []string{`gpu_debug_layers_gles: not restored: another process changed the value after gleslayergen (now "theirs.so", written by org.example.tool; before gleslayergen: not set)`, `enable_gpu_debug_layers: was "1", now "0"`}, "device", "restore")
	p.checkSettings(t, map[string]string{"enable_gpu_debug_layers": "0", "gpu_debug_layers_gles": "theirs.so"})
	p.ok(t, []string{"nothing to restore"}, "device", "restore")
}

// TestDeviceInterrupted interrupts enable with Ctrl-C: it restores what it has written.
func TestDeviceInterrupted(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	before := p.Snapshot()
	testutil.Eventually(t, "the command notices the signal before it has written all settings", func() bool {
		came, messages, err := p.interrupted(t, func() bool { return len(p.settings()) > 0 }, enableArgs()...)
		if !came {
			t.Fatalf("it ended before the signal came: %v", err)
		}
		if err == nil || strings.Contains(messages, "the new settings stay") { // it noticed the signal too late
			p.checkSettings(t, ours(nil))
			p.ok(t, nil, "device", "disable")
			return false
		}
		if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
			t.Fatalf("%v: %v\n%s", err, diff, messages)
		}
		return true
	})
}

// TestDeviceInterruptedWait interrupts only the wait: the settings stay, and the output says how to restore
// them.
func TestDeviceInterruptedWait(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	cmd := p.command(t.Context(), enableArgs("--wait")...) // the app is not started
	var output strings.Builder
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waits := func(e device.Event) bool { return strings.Contains(e.Name, "logcat -v") }
	testutil.Eventually(t, "the command reads logcat", func() bool { return slices.ContainsFunc(p.Events(), waits) })
	_ = cmd.Process.Signal(syscall.SIGINT)
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Error(err)
	}
	checkContains(t, output.String(), []string{"interrupted", "the new settings stay on the device; to restore the previous settings: ", "device disable"})
	p.checkSettings(t, ours(nil))
}

// TestDeviceInterruptedUnplugged: what cannot be restored is reported, with the command that restores it
// later.
func TestDeviceInterruptedUnplugged(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	before := p.Snapshot()
	var first sync.Once
	set, sent := make(chan bool), make(chan bool)
	p.SetFaults(device.Faults{Meanwhile: func() {
		if len(p.settings()) > 0 {
			first.Do(func() { close(set); <-sent })
		}
	}})
	cmd := p.command(t.Context(), enableArgs()...)
	var output strings.Builder
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-set:
	case err := <-ended:
		t.Fatalf("it ended before the cable was pulled: %v\n%s", err, &output)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	p.Unplug()
	close(sent)
	<-ended
	checkContains(t, output.String(), []string{"gleslayergen: interrupted\n", p.Serial() + ": changes of gleslayergen that are still on the device: ", "hint: to restore the device: gleslayergen device restore"})
	p.SetFaults(device.Faults{})
	b := &restoreBench{phone: p}
	b.reconnect(t)
	p.ok(t, nil, "device", "restore")
	if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
		t.Error(diff)
	}
}

// TestDeviceTwoRuns: while one run changes a device, another run reports that and ends.
func TestDeviceTwoRuns(t *testing.T) {
	p := newPhone(t, device.Options{})
	t.Setenv("XDG_CONFIG_HOME", p.config)
	j, err := deploy.OpenJournal(p.Serial())
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	p.fails(t, 1, []string{"another gleslayergen process is changing the device"}, enableArgs()...)
	p.ok(t, []string{"the settings do not enable layers"}, "device", "status")
}

// TestDeviceRestoreThings restores files, a directory, a package and SELinux, and only what this tool
// changed.
func TestDeviceRestoreThings(t *testing.T) {
	p := newPhone(t, device.Options{Build: device.BuildUserdebug})
	t.Setenv("XDG_CONFIG_HOME", p.config)
	d := adb.New(p.server.Program, p.server.Address()).Device(p.Serial())
	sh := func(script string) string {
		t.Helper()
		out, err := d.Shell(t.Context(), script)
		if err != nil || out.Status != 0 {
			t.Fatalf("%s: %v %v", script, out, err)
		}
		return strings.TrimSpace(out.Stdout)
	}
	sh("cd /data/local/tmp && echo theirs >a && echo other >c")
	started := p.Snapshot()
	boot := sh("cat /proc/sys/kernel/random/boot_id")
	j, err := deploy.OpenJournal(p.Serial())
	if err != nil {
		t.Fatal(err)
	}
	sum := func(text string) string { return strings.Fields(sh("echo " + text + " | sha256sum"))[0] }
	changes := []deploy.Change{
		{Kind: deploy.KindFile, Name: "/data/local/tmp/a", Before: "/data/local/tmp/a.before", BeforeSet: true, After: sum("ours"), AfterSet: true},
		{Kind: deploy.KindDir, Name: "/data/local/tmp/d", AfterSet: true},
		{Kind: deploy.KindFile, Name: "/data/local/tmp/d/b", After: sum("ours"), AfterSet: true},
		{Kind: deploy.KindFile, Name: "/data/local/tmp/c", After: sum("ours"), AfterSet: true}, // never created: the directory of another tool exists
		{Kind: deploy.KindFile, Name: "/data/local/tmp/e", AfterSet: true},
		{Kind: deploy.KindFile, Name: "/data/user/0/com.example.game/l.so", After: sum("ours"), AfterSet: true, As: "com.example.game"},
		{Kind: deploy.KindDir, Name: "/data/local/debug", AfterSet: true, As: deploy.AsRoot},
		{Kind: deploy.KindFile, Name: "/data/local/debug/f", After: sum("ours"), AfterSet: true, As: deploy.AsRoot},
		{Kind: deploy.KindSELinux, Name: "enforce", Before: "Enforcing", BeforeSet: true, After: "Permissive", AfterSet: true, BootID: boot},
	}
	if err := j.Begin(changes...); err != nil {
		t.Fatal(err)
	}
	j.Close()
	sh("cd /data/local/tmp && mv a a.before && echo ours >a && mkdir d && echo ours >d/b && echo half >e")
	sh("run-as com.example.game sh -c 'echo ours >l.so'")
	sh("echo 'mkdir -p /data/local/debug; echo ours >/data/local/debug/f; setenforce 0' | su")
	r, err := deploy.Restore(t.Context(), d, -1)
	if err != nil || len(r.Left) != 1 || r.Left[0].Name != "/data/local/tmp/c" || len(r.Restored) != 8 {
		t.Errorf("%+v %v", r, err)
	}
	if diff := started.Diff(p.Snapshot()); len(diff) > 0 {
		t.Error(diff)
	}
}

// TestDeviceJournalDamaged: an unreadable journal prevents every change and is kept.
func TestDeviceJournalDamaged(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.ok(t, nil, enableArgs()...)
	files, err := filepath.Glob(filepath.Join(p.config, "gleslayergen", "devices", "*", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v %v", files, err)
	}
	if err := os.Truncate(files[0], 30); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{enableArgs(), {"device", "disable"}, {"device", "restore"}, {"device", "status"}} {
		p.fails(t, 1, []string{files[0], "cannot be read"}, args...)
	}
	p.checkSettings(t, ours(nil))
}

// TestDeviceTurnOfRoot: what a killed run has left as root does not prevent a later run without root from
// taking the lock.
func TestDeviceTurnOfRoot(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{SU: "magisk"})
	p.sh(t, "echo 'echo old >/data/local/tmp/.gleslayergen-turn; chmod 600 /data/local/tmp/.gleslayergen-turn' | su")
	p.ok(t, nil, enableArgs()...)
	if _, err := os.Lstat(p.Host("/data/local/tmp/.gleslayergen-turn")); err == nil {
		t.Error("the turn is root's still")
	}
}
