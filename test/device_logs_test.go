package test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

const ctsDebug = "android.rootlessgpudebug.DEBUG.app"

// logged is a line of device logs --json.
type logged struct {
	Schema            int
	Serial, Tag, Text string
	PID               int
	Event             *struct {
		ID, Rule, Meaning string
		Values            map[string]string
	}
}

func readLines(t *testing.T, text string) []logged {
	t.Helper()
	var out []logged
	for line := range strings.Lines(text) {
		var l logged
		if err := json.Unmarshal([]byte(line), &l); err != nil || l.Schema != 1 || l.Serial == "" || l.Tag == "" {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, l)
	}
	return out
}

// The lines that libEGL and Java write at a real start, with one layer that exists and one that does not.
func TestDeviceLogs(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Android: "14"})
	r.on("settings put global enable_gpu_debug_layers 1; settings put global gpu_debug_app " + ctsDebug +
		"; settings put global gpu_debug_layers_gles libGLES_glesLayerC.so:nowhere.so; settings put global gpu_debug_layer_app android.rootlessgpudebug.GLES_LAYERS.app" +
		"; am start -W -n " + ctsDebug + "/android.rootlessgpudebug.app.RootlessGpuDebugDeviceActivity")
	r.checkRun(0, []string{"device", "logs", ctsDebug},
		"libEGL: Debug layer list: libGLES_glesLayerC.so:nowhere.so", "these layers are requested: libGLES_glesLayerC.so:nowhere.so (log-list)",
		"GraphicsEnvironment", "(log-gate)", "(log-found)", "glesLayerC: ")
	found := map[string]string{}
	for _, l := range readLines(t, r.checkRun(0, []string{"device", "logs", ctsDebug, "--json", "--since", "1h"})) {
		if l.Event != nil {
			found[l.Event.ID] = l.Event.Values["layer"]
		}
	}
	if !strings.HasSuffix(found["log-found"], "/libGLES_glesLayerC.so") {
		t.Errorf("%v", found)
	}
	r.checkRun(0, []string{"device", "logs", "com.example.shop"}, "!libEGL", "the log has no lines about layers in com.example.shop; to check whether the app can load layers: gleslayergen device why com.example.shop")
	r.on("settings delete global gpu_debug_layers_gles") // lines of the layer are still attributed to it
	r.checkRun(0, []string{"device", "logs", ctsDebug}, "glesLayerC: ", "(log-found)")
	r.checkRun(5, []string{"device", "logs", "com.example.none"}, "com.example.none: the app is not installed for user 0")
	r.checkRun(2, []string{"device", "logs", "--since", "yesterday"}, "not a time and not a duration")
}

// Text that apps write neither controls the terminal nor adds lines.
func TestDeviceLogsEscapes(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Bare: true})
	r.devices[0].WriteLog(77, 10077, 'E', "libEGL", "Failed to load layer /d/\x1b[2Ja.so with error: \x07\u202e")
	r.checkRun(0, []string{"device", "logs"}, `\u001b[2Ja.so`, `\u0007\u202e`, "!\x1b", "!\x07", "(log-failed)")
	lines := readLines(t, r.checkRun(0, []string{"device", "logs", "--json"}, "!\x1b"))
	if len(lines) != 1 || lines[0].Event == nil || lines[0].Event.Values["layer"] != "/d/\x1b[2Ja.so" || lines[0].Event.Rule != "1.10" {
		t.Errorf("%+v", lines)
	}
}

// --follow shows lines of all devices as they arrive, and ends when it is interrupted.
func TestDeviceLogsFollow(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Bare: true}, device.Options{Bare: true})
	ctx, stop := context.WithTimeout(t.Context(), runLimit)
	defer stop()
	cmd := r.command(ctx, "device", "logs", "--follow", "--all", "--json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in, seen := bufio.NewScanner(out), map[string]bool{}
	for _, d := range r.devices {
		d.WriteLog(77, 10077, 'I', "libEGL", "Debug layer list: a.so")
	}
	for len(seen) < 2 && in.Scan() {
		seen[readLines(t, in.Text())[0].Serial] = true
	}
	for _, d := range r.devices {
		d.WriteLog(78, 10078, 'I', "libEGL", "Debug layer list: b.so")
	}
	for range r.devices {
		if !in.Scan() || readLines(t, in.Text())[0].PID != 78 {
			t.Errorf("%q", in.Text())
		}
	}
	_ = cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil || len(seen) != 2 {
		t.Errorf("%v, %v", err, seen)
	}
}
