package test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// A phone is a test device behind a real adb, and the program with its own home directory.
type phone struct {
	*device.Device
	server *device.AdbServer
	config string
	env    []string // added to the program's environment
}

const (
	ctsApp    = "android.rootlessgpudebug.DEBUG.app"
	ctsLayers = "android.rootlessgpudebug.GLES_LAYERS.app"
	layerA    = "libGLES_glesLayerA.so"
	layerB    = "libGLES_glesLayerB.so"
)

// connect starts a device behind a server.
func connect(t *testing.T, s *device.AdbServer, o device.Options) *phone {
	t.Helper()
	p := &phone{Device: device.Start(t, o), server: s, config: t.TempDir()}
	if err := s.Connect(p.Device); err != nil {
		t.Fatal(err)
	}
	return p
}

func newPhone(t *testing.T, o device.Options) *phone {
	t.Helper()
	return connect(t, device.Server(t), o)
}

// command returns a run of the program.
func (p *phone) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "gleslayergen"), args...)
	cmd.Env = append(p.server.Env(), "PATH="+os.Getenv("PATH"), "ANDROID_SERIAL="+p.Serial(), "XDG_CONFIG_HOME="+p.config)
	cmd.Env = append(cmd.Env, p.env...)
	cmd.WaitDelay = waitDelay
	return cmd
}

// call runs the program.
func (p *phone) call(t *testing.T, args ...string) (out, messages string, code int) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), runLimit)
	defer stop()
	cmd := p.command(ctx, args...)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return o.String(), e.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), 0
}

// ok requires that a run succeeds and prints these words.
func (p *phone) ok(t *testing.T, words []string, args ...string) string {
	t.Helper()
	out, messages, code := p.call(t, args...)
	if code != 0 {
		t.Errorf("%v: exit code %d\n%s%s", args, code, out, messages)
	}
	checkContains(t, out, words)
	return out
}

// fails requires that a run ends with a code and prints these words as messages.
func (p *phone) fails(t *testing.T, code int, words []string, args ...string) {
	t.Helper()
	out, messages, got := p.call(t, args...)
	if got != code || !strings.HasPrefix(messages, "gleslayergen: ") || !strings.Contains(messages, "\nhint: ") {
		t.Errorf("%v: exit code %d, not %d, or no message with a hint\n%s%s", args, got, code, out, messages)
	}
	checkContains(t, messages, words)
}

func checkContains(t *testing.T, text string, words []string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in:\n%s", w, text)
		}
	}
}

// settings returns the settings of layers.
func (p *phone) settings() map[string]string {
	is := map[string]string{}
	for _, name := range []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app", "gpu_debug_layers"} {
		if value, set := p.Setting(name); set {
			is[name] = value
		}
	}
	return is
}

func (p *phone) checkSettings(t *testing.T, want map[string]string) {
	t.Helper()
	got, _ := json.Marshal(p.settings())
	if wanted, _ := json.Marshal(want); string(got) != string(wanted) {
		t.Errorf("the settings are %s, not %s", got, wanted)
	}
}

// TestDeviceEnable tests the whole sequence: the app's process loads the layers, which log their own lines.
func TestDeviceEnable(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	before := p.Snapshot()
	p.ok(t, []string{ctsApp + " has loaded these layers:", layerA, layerB, "/lib/"}, enableArgs("--launch", "--wait")...)
	p.checkSettings(t, ours(nil))
	p.ok(t, []string{"the settings enable layers for " + ctsApp, "com.android.shell (this tool)", "adb -s " + p.Serial() + " uninstall " + ctsLayers}, "device", "status")
	p.ok(t, []string{`"schema": 1`, `"loaded": true`, `"changed": []`}, enableArgs("--launch", "--wait", "--json")...)
	p.ok(t, []string{"setting enable_gpu_debug_layers: was \"1\", now not set"}, "device", "disable")
	if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
		t.Error(diff)
	}
	p.ok(t, []string{"nothing to restore"}, "device", "restore")
}

// TestDeviceEnableWaits reports which rule prevents layers although all settings are correct: the app does
// not use EGL.
func TestDeviceEnableWaits(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	p.fails(t, 6, []string{"rule 7.1", "device why " + ctsApp}, enableArgs("--wait", "--timeout", "500ms")...) // the app is not started
	idle := device.App{Name: "org.example.idle", Activity: "org.example.idle.A", VersionCode: 1, MinSDK: 29, Target: 34, Debuggable: true, Idle: true}
	if _, err := p.InstallApp(idle); err != nil {
		t.Fatal(err)
	}
	p.fails(t, 6, []string{"rule 7.1", "org.example.idle"}, "device", "enable", "--app", "org.example.idle", "--layer-app", ctsLayers, layerA, "--launch", "--wait", "--timeout", "500ms")
}

// TestDeviceStatus finds the settings that tools have left, the owner, and the command that removes them.
func TestDeviceStatus(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Faults: device.Faults{Hostile: true}})
	if _, err := p.InstallApp(device.App{Name: "org.renderdoc.renderdoccmd.arm64", VersionCode: 1, MinSDK: 29, Target: 34, NoCode: true}); err != nil {
		t.Fatal(err)
	}
	p.SetProp("debug.vulkan.layers", "VK_LAYER_a")
	p.putSettings(map[string]string{"gpu_debug_app": "com.other", "gpu_debug_layers": "a\x1b[2J", "enable_gpu_debug_layers": "0",
		"gpu_control_layer_apps": "com.example.game,com.example.shop"})
	if out, err := p.server.Adb(t.Context(), p.Device, "shell", "echo >'/data/local/tmp/lib a.so'").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before := p.Snapshot()
	out := p.ok(t, []string{"the settings do not enable layers", "com.other", "org.example.tool", `"a\u001b[2J"`, "from RenderDoc", "uninstall org.renderdoc.renderdoccmd.arm64",
		`debug.vulkan.layers = "VK_LAYER_a"`, `shell 'rm '\''/data/local/tmp/lib a.so'\'''`,
		"gpu_control_layer_apps lists com.example.game, com.example.shop: Samsung's GPU Watch loads libGLESLayer_GPU_Control.so of com.samsung.gpuwatchapp into the apps"}, "device", "status")
	if strings.Contains(out, "\x1b") {
		t.Errorf("control characters reach the terminal: %q", out)
	}
	p.ok(t, []string{`"tool": "RenderDoc"`, `"by": "org.example.tool"`, `"target": ""`}, "device", "status", "--json")
	if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
		t.Error(diff)
	}
}

// TestDeviceTrips counts the adb calls of enable and status, including the list of devices at the start.
func TestDeviceTrips(t *testing.T) {
	p := newPhone(t, device.Options{})
	t.Setenv("XDG_CONFIG_HOME", p.config)
	layers, err := deploy.ParseLayers(layerA)
	if err != nil {
		t.Fatal(err)
	}
	c := adb.New(p.server.Program, p.server.Address())
	for range 2 {
		if _, err := c.Devices(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := deploy.Enable(t.Context(), c.Device(p.Serial()), deploy.EnableOptions{App: ctsApp, Layers: layers, LayerApps: []string{ctsLayers}, Launch: true, User: -1}); err != nil {
		t.Fatal(err)
	}
	if _, err := deploy.ReadStatus(t.Context(), c.Device(p.Serial()), -1); err != nil {
		t.Fatal(err)
	}
	if n := c.Trips(); n > 6 {
		t.Errorf("%d calls of adb, and 6 are enough", n)
	}
}
