package test

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// All cases of the compatibility tests pass, and leave the device as it was.
func TestDeviceCTS(t *testing.T) {
	ctsPasses(t, connect(t, device.Server(t), device.Options{}), "10 passed, 0 failed")
}

func ctsPasses(t *testing.T, p *phone, passed string) {
	t.Helper()
	p.sh(t, "settings put global gpu_debug_app com.example.other; setprop debug.gles.layers libmine.so")
	p.ok(t, []string{"testDebugLayerLoadGLES", passed, "atest CtsGpuToolsHostTestCases"}, "device", "cts")
	p.wantSettings(t, map[string]string{"gpu_debug_app": "com.example.other"})
	if now := p.Prop("debug.gles.layers"); now != "libmine.so" {
		t.Errorf("the property is %q", now)
	}
	if left := p.sh(t, "run-as "+ctsApp+" ls"); strings.Contains(left, ".so") {
		t.Errorf("left behind: %s", left)
	}
	p.ok(t, []string{"nothing to put back"}, "device", "restore")
}

// What is missing, or in the way, is said before anything is changed.
func TestDeviceCTSRefuses(t *testing.T) {
	server := device.Server(t)
	bare := connect(t, server, device.Options{Bare: true})
	bare.fails(t, 5, []string{"not installed: android.rootlessgpudebug.DEBUG.app", "hostsidetests/gputools"}, "device", "cts")
	changed := connect(t, server, device.Options{})
	changed.ok(t, nil, "device", "enable", "--app", ctsApp, layerA, "--layer-app", ctsLayers)
	changed.fails(t, 5, []string{"this tool has changed it already", "gleslayergen device restore"}, "device", "cts")
	full := connect(t, server, device.Options{})
	full.sh(t, "run-as "+ctsApp+" sh -c 'echo > "+layerA+"'")
	full.fails(t, 5, []string{"is in the data folder", "run-as"}, "device", "cts")
}
