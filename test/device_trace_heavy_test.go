//go:build heavy

package test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// TestDeviceTraceOwnLayer records an app when only an NDK is available: the tool builds the layer for the
// app's ABI once.
func TestDeviceTraceOwnLayer(t *testing.T) {
	libc := filepath.Join(t.TempDir(), "libc.so")
	if printed, err := exec.Command("gcc", "-shared", "-fPIC", "-Wl,-soname,libc.so", "-o", libc, filepath.Join(testutil.NDKSource(), "libc.c")).CombinedOutput(); err != nil {
		t.Fatalf("gcc (make deps installs it): %v\n%s", err, printed)
	}
	d := newDrawerOver(t, device.Options{}, libc)
	d.fails(t, 1, []string{"the trace layer for " + hostABI(t) + ": no Android NDK", "install NDK", "--trace-layer FILE"}, "trace", "record", "--app", drawerApp)
	root := testutil.MakeNDK(t, hostABI(t))
	testutil.UseAndroidNames(t, root)
	d.env = append(d.env, "ANDROID_NDK_HOME="+root, "XDG_CACHE_HOME="+t.TempDir())
	before := d.Snapshot()
	for _, verb := range [][]string{{"record"}, {"start", "--restart"}} {
		path := d.path(verb[0] + ".gltrace")
		args := append(append([]string{"trace"}, verb...), "--app", drawerApp, "--frames", "20", "--json", "--out", path)
		out, messages, code := d.call(t, args...)
		if code != 0 || strings.Contains(messages, "warning") {
			t.Fatalf("exit code %d\n%s%s", code, out, messages)
		}
		list := d.tracer.report(out)
		if n, whole := d.tracer.calls(path); len(list) != 1 || list[0].Frames != 20 || list[0].Reason != "stopped" || n != list[0].Calls || !whole {
			t.Errorf("%s\n%d calls, whole: %v", out, n, whole)
		}
	}
	d.asBefore(t, before)
}
