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
			connect(t, server, device.Options{Android: release, Bare: true}).withGoodNDK(t).passes(t, passed)
		})
	}
}

// Layers that Android does not load fail the cases that want them, whether they lack what the loader looks for or do not
// come up at all, and so does an app that ends too early. The table says so, and all is put back.
func TestDeviceCTSFails(t *testing.T) {
	server := device.Server(t)
	for name, c := range map[string]struct {
		more string
		want []string
	}{
		"no entry point": {"-DAndroidGLESLayer_GetProcAddress=lost", []string{"missed: called A, called B, A before B", "missed: called C", "5 passed, 5 failed"}},
		"other words":    {"-DEGL_RED_SIZE=0", []string{"missed: complete", "FAIL", "eglChooseConfig failed"}},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			if err := appNDK(root, c.more); err != nil {
				t.Fatal(err)
			}
			p := connect(t, server, device.Options{Bare: true}).withNDK(root)
			before := p.Snapshot()
			out, _, code := p.call(t, "device", "cts")
			if wantWords(t, out, append(c.want, "FAIL")); code != 4 {
				t.Errorf("exit code %d\n%s", code, out)
			}
			if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
				t.Errorf("left behind: %q", diff)
			}
		})
	}
}

// The cable is pulled at steps all over the run; device restore then removes what was installed, and puts all back.
func TestDeviceCTSPulled(t *testing.T) {
	server := device.Server(t)
	whole := connect(t, server, device.Options{Bare: true}).withGoodNDK(t)
	whole.ok(t, nil, "device", "cts")
	steps := whole.Steps()
	for step := 1; step < steps; step += steps/12 + 1 {
		p := connect(t, server, device.Options{Bare: true}).withGoodNDK(t)
		before := p.Snapshot()
		p.SetFaults(device.Faults{CutAt: step, Gone: true})
		p.fails(t, 5, nil, "device", "cts")
		p.SetFaults(device.Faults{})
		p.plug(t)
		p.ok(t, nil, "device", "restore")
		if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
			t.Errorf("cut at %d: left behind: %q", step, diff)
		}
	}
}
