//go:build heavy

package test

import (
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// The cases pass on every release. The first release has one case less.
func TestDeviceCTSReleases(t *testing.T) {
	server := device.Server(t)
	for _, release := range []string{"10", "11", "12", "13", "14", "15", "16"} {
		t.Run(release, func(t *testing.T) {
			passed := "10 passed, 0 failed"
			if release == "10" {
				passed = "9 passed, 0 failed"
			}
			connect(t, server, device.Options{Android: release, Bare: true, Sleep: ctsSleep}).withGoodNDK(t).passes(t, passed)
		})
	}
}

// If the loader rejects layers, the cases that need them fail. If an app does not start, all cases fail. The
// table shows this, and the device is restored.
func TestDeviceCTSFails(t *testing.T) {
	server := device.Server(t)
	for name, c := range map[string]struct {
		more string
		want []string
	}{
		"no entry point": {"-DAndroidGLESLayer_GetProcAddress=lost", []string{"not met: layer A called, layer B called, layer A called before layer B", "not met: layer C called", "4 passed, 6 failed"}},
		"no activity":    {"-DANativeActivity_onCreate=lost", []string{"not met: app completed", "undefined symbol: ANativeActivity_onCreate", "0 passed, 10 failed"}},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			if err := appNDK(root, c.more); err != nil {
				t.Fatal(err)
			}
			p := connect(t, server, device.Options{Bare: true, Sleep: ctsSleep}).withNDK(root)
			p.sh(t, "setprop debug.gles.layers ''") // a property cannot be removed
			before := p.Snapshot()
			out, _, code := p.call(t, "device", "cts")
			if checkContains(t, out, append(c.want, "FAIL")); code != 4 {
				t.Errorf("exit code %d\n%s", code, out)
			}
			if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
				t.Errorf("left behind: %q", diff)
			}
		})
	}
}

// The cable is pulled at steps throughout the run, and at bytes, most of which belong to APKs. restore then
// removes the installed packages and restores the settings.
func TestDeviceCTSPulled(t *testing.T) {
	p := newPhone(t, device.Options{Bare: true, Sleep: ctsSleep}).withGoodNDK(t)
	t.Setenv("XDG_CONFIG_HOME", p.config)
	p.sh(t, "setprop debug.gles.layers ''") // a property cannot be removed
	b := &restoreBench{phone: p, before: p.Snapshot(), adb: adb.New(p.server.Program, p.server.Address()).Device(p.Serial())}
	b.do = func(t *testing.T) error {
		out, messages, code := b.call(t, "device", "cts")
		if code == 0 {
			return nil
		}
		return fmt.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	b.SetFaults(device.Faults{})
	if err := b.do(t); err != nil {
		t.Fatal(err)
	}
	steps, bytes := b.Steps(), b.Traffic()
	for i := range 8 {
		b.broken(t, device.Faults{CutAt: 1 + i*steps/8})
		b.broken(t, device.Faults{CutAfter: 1 + int64(i)*bytes/8})
	}
	if b.halves < 8 {
		t.Errorf("only %d times something was left half done", b.halves)
	}
}
