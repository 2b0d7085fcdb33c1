//go:build heavy

package test

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// TestDevicePulledCableEverywhere pulls the cable at every single step of enable in each release, from each of the
// states before it, and at a sample of bytes.
func TestDevicePulledCableEverywhere(t *testing.T) {
	s := device.Server(t)
	for i, r := range rules.Releases() {
		t.Run(r.ID, func(t *testing.T) {
			b := newRestoreBench(t, s, i, i+1)
			steps, bytes := b.length(t)
			for step := 1; step <= steps; step++ {
				b.broken(t, device.Faults{CutAt: step})
			}
			for n := int64(i) + 1; n <= bytes; n += bytes / 20 {
				b.broken(t, device.Faults{CutAfter: n})
			}
		})
	}
}
