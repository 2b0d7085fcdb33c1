//go:build heavy

package test

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// The cases pass on every release, of which the first has one less.
func TestDeviceCTSReleases(t *testing.T) {
	server := device.Server(t)
	for _, release := range []string{"10", "11", "12", "13", "14", "15", "16"} {
		t.Run(release, func(t *testing.T) {
			passed := "10 passed, 0 failed"
			if release == "10" {
				passed = "9 passed, 0 failed"
			}
			ctsPasses(t, connect(t, server, device.Options{Android: release}), passed)
		})
	}
}

// A device that does not behave as Android fails cases, and the table says which.
func TestDeviceCTSFails(t *testing.T) {
	p := newPhone(t, device.Options{})
	if _, err := p.InstallApp(device.App{Name: "android.rootlessgpudebug.DEBUG.app", Activity: "android.rootlessgpudebug.app.RootlessGpuDebugDeviceActivity",
		Tag: "RootlessGpuDebugDeviceActivity", MinSDK: 29, Target: 30, Debuggable: true, Idle: true}); err != nil {
		t.Fatal(err)
	}
	out, _, code := p.call(t, "device", "cts")
	wantWords(t, out, []string{"missed: complete", "FAIL"})
	if code != 4 {
		t.Errorf("exit code %d", code)
	}
	p.wantSettings(t, map[string]string{})
}
