//go:build linux

package testhost

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One bad layer is the end of all, with Android's words for it (rules 1.10, 1.11).
func TestAbandon(t *testing.T) {
	good := layer(t, "A")
	text := filepath.Join(t.TempDir(), "text.so")
	if err := os.WriteFile(text, []byte("no library\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	noInitialize := compileLayer(t, "cc", "half.c", "I", "-DENTRY=AndroidGLESLayer_GetProcAddress")
	noQuery := compileLayer(t, "cc", "half.c", "Q", "-DENTRY=AndroidGLESLayer_Initialize")
	for _, c := range []struct{ name, layer, line string }{
		{"no Initialize", noInitialize, "Failed to dlsym AndroidGLESLayer_Initialize for layer " + noInitialize},
		{"no GetProcAddress", noQuery, "Failed to dlsym AndroidGLESLayer_GetProcAddress for layer " + noQuery},
		{"no library", text, "Failed to load layer " + text + " with error: "},
		{"an empty name", "", "Failed to load layer /"},
	} {
		for _, list := range [][]string{{c.layer, good}, {good, c.layer}} {
			report, stderr := runApp(t, list, "--ext")
			if report.State != "abandoned" || strings.Count(stderr, "\nE libEGL: "+c.line) != 1 {
				t.Errorf("%s: state %q\n%s", c.name, report.State, stderr)
			}
			for _, event := range report.Events {
				if event.Kind != "dlopen" {
					t.Errorf("%s: %v", c.name, event)
				}
			}
		}
	}
}

// A layer that is not there is passed over (rule 1.10).
func TestMissingLayer(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.so")
	report, stderr := runApp(t, []string{missing, layer(t, "A"), missing})
	if report.State != "attached" || report.Layers[0].Walked != 0 || report.Layers[1].Walked != 1105 {
		t.Errorf("state %q, layers %v", report.State, report.Layers)
	}
	if strings.Count(stderr, "I libEGL: GLES layer found: ") != 1 || strings.Contains(stderr, "E libEGL") {
		t.Errorf("the loader said:\n%s", stderr)
	}
}
