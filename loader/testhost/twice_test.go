//go:build linux

package testhost

import (
	"strings"
	"testing"
)

// A layer that is listed twice has one image that is initialised twice; the loader chains it both times.
func TestLayerListedTwice(t *testing.T) {
	a, b := layer(t, "A"), layer(t, "B")
	for _, list := range [][]string{{a, a}, {a, b, a}} {
		report, stderr := runApp(t, list, "--ext", "--frames", "2")
		if report.State != "attached" || told(t, stderr, "A", "initialized") != "2" {
			t.Errorf("%d entries: state %q\n%s", len(list), report.State, stderr)
		}
		for i, layer := range report.Layers {
			if layer.Walked != 1105 || layer.Lookups != 1 {
				t.Errorf("%d entries: layer %d was asked for %d names and %d more", len(list), i, layer.Walked, layer.Lookups)
			}
		}
		if got := told(t, stderr, "A", "eglSwapBuffers"); got != "2" {
			t.Errorf("%d entries: A saw %s swaps", len(list), got)
		}
	}
}

// From within Initialize, a layer must not call what brings layers in (rule 4.7).
func TestReentry(t *testing.T) {
	report, stderr := runApp(t, []string{layer(t, "A", "-DREENTER")})
	if report.State != "attached" || !strings.Contains(stderr, "E libEGL: a layer came back into the loader") {
		t.Errorf("state %q\n%s", report.State, stderr)
	}
}
