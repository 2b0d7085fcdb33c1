package test

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// A device without a program that adb's user needs is distinguished from a disconnected device. Settings that
// the device does not report are never treated as known.
func TestDeviceLacks(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	d := r.devices[0]
	layer := r.layer("libmine.so", "")
	push := []string{"device", "push", layer, "--to", "app", "--app", game}
	enable := []string{"device", "enable", "--app", game, "libmine.so"}

	d.SetFaults(device.Faults{Lacks: []string{"run-as"}})
	r.checkRun(5, push, "run-as failed on the device", "--to apk", "!no longer connected", "!reconnect")
	d.SetFaults(device.Faults{})
	r.checkRun(0, push)

	d.PutSetting("enable_gpu_debug_layers", "0", "org.example.tool")
	d.SetFaults(device.Faults{Lacks: []string{"settings"}})
	before := d.Snapshot()
	const unread = "enable_gpu_debug_layers: cannot read this setting"
	r.checkRun(5, []string{"device", "status"}, "cannot determine whether the settings enable layers", "cannot be read", unread, `!""`, "!do not enable layers")
	if out := r.checkRun(5, []string{"device", "status", "--json"}, `"told": false`); !strings.Contains(out, unread) {
		t.Error(out)
	}
	for _, args := range [][]string{enable, {"device", "disable"}} {
		r.checkRun(5, args, unread, "hint: ")
	}
	if diff := before.Diff(d.Snapshot()); len(diff) > 0 {
		t.Errorf("changed: %q", diff)
	}

	d.SetFaults(device.Faults{})
	r.checkRun(0, enable)
	before = d.Snapshot()
	d.SetFaults(device.Faults{Lacks: []string{"settings"}})
	r.checkRun(5, []string{"device", "restore"}, unread, "!nothing to restore")
	if diff := before.Diff(d.Snapshot()); len(diff) > 0 {
		t.Errorf("changed: %q", diff)
	}
	d.SetFaults(device.Faults{})
	r.checkRun(0, []string{"device", "restore"}, "enable_gpu_debug_layers", `now "0"`)
}

// A device that does not answer is reported, with what to do. If this tool has changed the device, the report
// includes how to restore it.
func TestDeviceOffline(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	d := r.devices[0]
	serial := d.Serial()
	r.checkRun(0, []string{"device", "enable", "--app", ctsApp, "--layer-app", ctsLayers, layerA})
	d.SetFaults(device.Faults{CutAt: 2, Gone: true})
	r.checkRun(5, []string{"device", "push", r.layer("libmine.so", ""), "--to", "app", "--app", game}, "the connection to the device", "to undo the changes when the device is connected again: gleslayergen device restore")
	r.plug(d)
	d.SetFaults(device.Faults{Offline: true})
	r.server.Disconnect(d)
	_, _ = r.server.Request("host:connect:" + serial)
	for _, verb := range []string{"status", "restore", "disable", "apps"} {
		r.checkRun(5, []string{"device", verb, "-s", serial}, serial, "gleslayergen device -s "+serial+" restore")
	}
	r.checkRun(0, []string{"device", "list"})
	r.plug(d)
	r.checkRun(0, []string{"device", "restore"}, "gpu_debug_layers_gles")
	d.Unplug()
	r.checkRun(5, []string{"device", "status", "-s", serial}, "!undo them")
}

// A later build of Android 13 accepts layers in every app of a userdebug build; the first build does not.
func TestDeviceLaterBuild(t *testing.T) {
	t.Parallel()
	for _, later := range []bool{false, true} {
		r := newRig(t, device.Options{Android: "13", Build: device.BuildUserdebug, Later: later})
		layer := r.layer("libmine.so", "")
		r.checkRun(0, []string{"device", "push", layer, "--to", "system", "--setenforce"})
		enable := []string{"device", "enable", "--app", "com.example.shop", "libmine.so"}
		if !later {
			r.checkRun(6, enable, "rule 7.3")
			continue
		}
		r.checkRun(0, append(enable, "--launch", "--wait"), "com.example.shop has loaded", "/data/local/debug/gles/libmine.so")
	}
}
