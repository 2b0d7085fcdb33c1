package test

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// The EGL tracing of early Android releases, through the properties of a device: the log has the calls, the
// slices or the errors of the app that debug.egl.debug_proc names, and of no other.
func TestDeviceTraceOldPair(t *testing.T) {
	t.Parallel()
	tracing := newTracer(t).compiled("libandroid.so", "slices.c", "-shared", "-fPIC", "-Wl,-soname,libandroid.so")
	d := newDrawerOver(t, device.Options{}, tracing)
	says := map[string]string{"1": ": glScissor(", "systrace": "slice glScissor", "error": "GL_INVALID_ENUM"}
	for _, c := range []struct{ word, process string }{{"1", drawerApp}, {"systrace", drawerApp}, {"error", "org.example"}, {"1", "example"}} {
		d.SetProp("debug.egl.trace", c.word)
		d.SetProp("debug.egl.debug_proc", c.process)
		log := d.logOf(t, c.word+c.process+".gltrace")
		for word, words := range says {
			// The log also contains errors.
			if want := strings.HasPrefix(drawerApp, c.process) && word == c.word; strings.Contains(log, words) != want && !(c.word == "1" && word == "error") {
				t.Errorf("debug.egl.trace %s, debug_proc %s: %q is there: %v\n%s", c.word, c.process, words, !want, log)
			}
		}
	}
}

// logOf returns what the device logs for the app while it is recorded from its start.
func (d *drawer) logOf(t *testing.T, file string) string {
	t.Helper()
	d.sh(t, "am force-stop "+drawerApp+"; logcat -c")
	_, messages, code := d.call(t, "trace", "record", "--app", drawerApp, "--trace-layer", d.layer, "--force", "--frames", "5", "--out", d.path(file))
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	return d.sh(t, "logcat -d")
}
