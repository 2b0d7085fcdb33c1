package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	hostdevice "github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// A restoreBench is a device on which enable is interrupted. enable runs in this process, except for adb.
type restoreBench struct {
	*phone
	adb    *adb.Device
	before device.Snapshot
	do     func(t *testing.T) error // the run to interrupt
	halves int                      // number of runs that left something incomplete
}

// starts are settings that a device may have before: none, Vulkan layers of the same app, those of another
// tool.
var starts = []map[string]string{
	{},
	{"enable_gpu_debug_layers": "1", "gpu_debug_app": ctsApp, "gpu_debug_layers": "VK_LAYER_a", "gpu_debug_layer_app": "android.rootlessgpudebug.LAYERS.app"},
	{"enable_gpu_debug_layers": "0", "gpu_debug_app": "org.example.other", "gpu_debug_layers_gles": "libother.so", "gpu_debug_layer_app": "org.example.gone"},
}

// inEachRelease runs a part of a test for each release, two in parallel, with one home for all journals.
func inEachRelease(t *testing.T, part func(t *testing.T, i int)) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Run("in", func(t *testing.T) {
		for i, r := range rules.Releases() {
			t.Run(r.ID, func(t *testing.T) {
				part(t, i)
			})
		}
	})
}

func newRestoreBench(t *testing.T, release, start int) *restoreBench {
	t.Helper()
	p := newPhone(t, device.Options{Android: rules.Releases()[release%len(rules.Releases())].ID})
	p.config = os.Getenv("XDG_CONFIG_HOME")
	for name, value := range starts[start%len(starts)] {
		p.PutSetting(name, value, "org.example.tool")
	}
	b := &restoreBench{phone: p, before: p.Snapshot(), adb: adb.New(p.server.Program, p.server.Address()).Device(p.Serial())}
	b.do = b.enable
	return b
}

// enable sets two layers, one of them in a package, and replaces other settings.
func (b *restoreBench) enable(t *testing.T) error {
	layers, err := deploy.ParseLayers(layerA + ":" + layerB)
	if err != nil {
		t.Fatal(err)
	}
	_, err = deploy.Enable(t.Context(), b.adb, deploy.EnableOptions{App: ctsApp, Layers: layers, LayerApps: []string{ctsLayers}, Replace: true, User: -1})
	return err
}

// push pushes a layer into an app's data directory, where another file may have its name, and enables it for
// the app.
func (b *restoreBench) push(layer string) func(t *testing.T) error {
	return func(t *testing.T) error {
		o := deploy.PushOptions{Files: []string{layer}, To: deploy.InData, App: ctsApp}
		s, err := hostdevice.Read(t.Context(), b.adb, o.Query(-1))
		if err != nil {
			return err
		}
		if _, err := deploy.Push(t.Context(), b.adb, s, o); err != nil {
			return err
		}
		layers := []deploy.Layer{{Name: filepath.Base(layer), Path: layer}}
		_, err = deploy.Enable(t.Context(), b.adb, deploy.EnableOptions{App: ctsApp, Layers: layers, Replace: true, User: -1})
		return err
	}
}

// length runs and restores once without interruption. It returns the number of steps, which of them change
// settings, and the number of bytes.
func (b *restoreBench) length(t *testing.T) (steps int, bytes int64) {
	t.Helper()
	b.SetFaults(device.Faults{})
	if err := b.do(t); err != nil {
		t.Fatal(err)
	}
	steps, bytes = b.Steps(), b.Traffic()
	if len(b.before.Diff(b.Snapshot())) == 0 {
		t.Fatal("a set-up that changes nothing tests nothing")
	}
	b.back(t, "made whole")
	return steps, bytes
}

// broken pulls the cable during a run, plugs it in again, restores, and checks that the state is the one from
// before.
func (b *restoreBench) broken(t *testing.T, f device.Faults) {
	t.Helper()
	f.Gone = true
	b.SetFaults(f)
	err := b.do(t)
	b.reconnect(t)
	if err != nil && len(b.before.Diff(b.Snapshot())) > 0 {
		b.halves++
	}
	b.back(t, fmt.Sprintf("%+v, which ended with: %v", f, err))
}

// reconnect plugs the cable in.
func (b *restoreBench) reconnect(t *testing.T) {
	t.Helper()
	if err := b.server.Reconnect(b.Device); err != nil {
		t.Fatal(err)
	}
}

// back restores and compares.
func (b *restoreBench) back(t *testing.T, how string) {
	t.Helper()
	if _, err := deploy.Restore(t.Context(), b.adb, -1); err != nil {
		t.Fatalf("%s: restore: %v", how, err)
	}
	if diff := b.before.Diff(b.Snapshot()); len(diff) > 0 {
		t.Errorf("%s: not as it was:\n%s", how, strings.Join(diff, "\n"))
	}
	r, err := deploy.Restore(t.Context(), b.adb, -1)
	if err != nil || len(r.Restored)+len(r.Left)+len(r.Failed) > 0 {
		t.Errorf("%s: a second restore has something to do: %+v %v", how, r, err)
	}
}

// TestDevicePulledCable pulls the cable at each step of enable, some of them in each release, and at some
// bytes. The heavy test pulls it at all of them in each release.
func TestDevicePulledCable(t *testing.T) {
	var halves atomic.Int64
	inEachRelease(t, func(t *testing.T, i int) {
		b := newRestoreBench(t, i, i)
		steps, bytes := b.length(t)
		stride := min(max(steps/6, 3), len(rules.Releases()))
		for step := 1 + i%stride; step <= steps; step += stride {
			b.broken(t, device.Faults{CutAt: step})
		}
		b.broken(t, device.Faults{CutAfter: 1 + bytes*int64(2*i+1)/20})
		halves.Add(int64(b.halves))
	})
	if n := halves.Load(); n < 10 {
		t.Errorf("only %d times was anything half done: the cable is pulled at the wrong steps", n)
	}
}

// TestDevicePulledCablePush does the same with a layer that is pushed first and replaces another file in
// every second case.
func TestDevicePulledCablePush(t *testing.T) {
	layer := layerFile(t, "libc_layer.so", false)
	var halves atomic.Int64
	inEachRelease(t, func(t *testing.T, i int) {
		b := newRestoreBench(t, i, 0)
		if i%2 == 1 {
			if _, err := b.adb.Shell(t.Context(), "run-as "+ctsApp+" sh -c 'echo theirs >libc_layer.so'"); err != nil {
				t.Fatal(err)
			}
			b.before = b.Snapshot()
		}
		b.do = b.push(layer)
		steps, _ := b.length(t)
		for step := 1 + i; step <= steps; step += len(rules.Releases()) {
			b.broken(t, device.Faults{CutAt: step})
		}
		halves.Add(int64(b.halves))
	})
	if n := halves.Load(); n < 10 {
		t.Errorf("only %d times was anything half done: the cable is pulled at the wrong steps", n)
	}
}

// TestDevicePulledCableDisable pulls the cable while settings of another tool are removed: restore puts all
// of them back.
func TestDevicePulledCableDisable(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	b := newRestoreBench(t, len(rules.Releases())-1, 2)
	for step := 1; ; step++ {
		b.SetFaults(device.Faults{CutAt: step, Gone: true})
		_, err := deploy.Disable(t.Context(), b.adb, "", -1)
		b.reconnect(t)
		if err == nil {
			if step < 5 || len(b.settings()) > 0 {
				t.Errorf("whole after %d steps: %v", step, b.settings())
			}
			return
		}
		b.back(t, fmt.Sprintf("disable, cut at step %d: %v", step, err))
	}
}

// TestDeviceKilled kills the program at each step of enable; adb and the device's shell may still continue.
func TestDeviceKilled(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	b := newRestoreBench(t, len(rules.Releases())-1, 1)
	steps, _ := b.length(t)
	for step := 1; step <= steps; step += max(steps/20, 1) {
		b.killed(t, step)
	}
	if b.halves < 2 {
		t.Errorf("only %d times was anything half done: it is killed too late", b.halves)
	}
}

// TestDeviceRestoreEndsOrders: restore first ends the scripts that a killed run has left on the device, then
// reads what they wrote.
func TestDeviceRestoreEndsOrders(t *testing.T) {
	t.Parallel()
	b := newRestoreBench(t, len(rules.Releases())-1, 0)
	if err := b.enable(t); err != nil {
		t.Fatal(err)
	}
	b.SetFaults(device.Faults{})
	before := len(b.Events())
	b.back(t, "made whole")
	for _, e := range b.Events()[before:] {
		if e.Kind == "run" {
			if !strings.Contains(e.Name, "rm -f /data/local/tmp/.gleslayergen-turn") {
				t.Errorf("it began with %q", e.Name)
			}
			return
		}
	}
	t.Error("it ran nothing")
}

// killed kills the program as soon as the device has made a step, restores, and checks that the state is the
// one from before.
func (b *restoreBench) killed(t *testing.T, step int) {
	t.Helper()
	b.SetFaults(device.Faults{Delay: 2 * time.Millisecond})
	cmd := b.command(t.Context(), "device", "enable", "--app", ctsApp, layerA+":"+layerB, "--layer-app", ctsLayers, "--replace")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for b.Steps() < step {
		select {
		case err := <-ended:
			if ended <- err; b.Steps() < step { // the device may have made the last steps since they were counted
				t.Fatalf("it ended before step %d: %v", step, err)
			}
		case <-time.After(200 * time.Microsecond):
		}
	}
	_ = cmd.Process.Kill()
	if err := <-ended; err != nil && len(b.before.Diff(b.Snapshot())) > 0 {
		b.halves++
	}
	b.back(t, fmt.Sprintf("killed at step %d of %d", step, b.Steps()))
}
