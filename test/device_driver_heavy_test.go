//go:build heavy

package test

import "testing"

// Wrong colors are detected, and text from a driver does not control the terminal.
func TestDriverMoreFaultsOnDevice(t *testing.T) {
	driverFaults(t, map[string][]string{
		"swapped": {`^  failed +YV12 .*the sampled colors are wrong$`, `^  YV12 \(x86_64\): the sampled colors are wrong$`},
		"hostile": {`^  EGL 1\.5, \\u001b\[2Jevil\\n\{`, `!\x1b`},
	})
}

// The cable is pulled before the probe is copied and while it runs.
func TestDriverPulledEverywhere(t *testing.T) { driverPulled(t, 1, 5) }
