//go:build heavy

package test

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// TestDevicePulledCableEverywhere pulls the cable at each step of enable in each release, and at a sample of
// bytes.
func TestDevicePulledCableEverywhere(t *testing.T) {
	inEachRelease(t, func(t *testing.T, i int) {
		newRestoreBench(t, i, i+1).everywhere(t, i, 20)
	})
}

// TestDevicePulledCablePushEverywhere does the same with a layer that is pushed first.
func TestDevicePulledCablePushEverywhere(t *testing.T) {
	layer := layerFile(t, "libc_layer.so", false)
	inEachRelease(t, func(t *testing.T, i int) {
		b := newRestoreBench(t, i, i)
		b.do = b.push(layer)
		b.everywhere(t, i, 10)
	})
}

func (b *restoreBench) everywhere(t *testing.T, first, sample int) {
	t.Helper()
	steps, bytes := b.length(t)
	for step := 1; step <= steps; step++ {
		b.broken(t, device.Faults{CutAt: step})
	}
	for n := int64(first) + 1; n <= bytes; n += bytes / int64(sample) {
		b.broken(t, device.Faults{CutAfter: n})
	}
}
