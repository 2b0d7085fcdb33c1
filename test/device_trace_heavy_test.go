//go:build heavy

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// TestDeviceTraceOwnLayer records an app when only an NDK is available: the tool builds the layer for the
// app's ABI once.
func TestDeviceTraceOwnLayer(t *testing.T) {
	libc := filepath.Join(t.TempDir(), "libc.so")
	if printed, err := exec.Command("gcc", "-shared", "-fPIC", "-Wl,-soname,libc.so", "-o", libc, filepath.Join(testutil.NDKSource(), "libc.c")).CombinedOutput(); err != nil {
		t.Fatalf("gcc (make deps installs it): %v\n%s", err, printed)
	}
	d := newDrawerOver(t, device.Options{}, libc)
	usual := slices.Clone(d.env)
	d.env = append(d.env, "PATH="+withoutClang(t))
	d.fails(t, 1, []string{"the trace layer for " + hostABI(t) + ": no Android NDK", "install the packages clang, lld", "--trace-layer FILE"}, "trace", "record", "--app", drawerApp)
	root := testutil.MakeNDK(t, hostABI(t))
	testutil.UseAndroidNames(t, root)
	d.env = append(usual, "ANDROID_NDK_HOME="+root, "XDG_CACHE_HOME="+t.TempDir())
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

// withoutClang returns the PATH with commands in front that hide clang.
func withoutClang(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, place := range filepath.SplitList(os.Getenv("PATH")) {
		names, err := filepath.Glob(filepath.Join(place, "clang*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			testutil.WriteFile(t, filepath.Join(dir, filepath.Base(name)), "#!/bin/sh\nexit 1\n", 0o755)
		}
	}
	return dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

// TestFirstFrameWithoutNDK measures the time from an app to its first frame in the viewer where there is neither an NDK nor an SDK:
// clang builds the layer, and the tool records the app with it. The test device has another C library than Android, so that the app
// runs with a layer for this machine. Other tests run at the same time, so the limit is for the processor time, divided by the processors.
func TestFirstFrameWithoutNDK(t *testing.T) {
	for _, name := range []string{"ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_HOME"} {
		t.Setenv(name, "")
	}
	d := newDrawer(t, device.Options{})
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	begin, used := time.Now(), childrenTime(t)
	if _, err := recorder.LayerFor(t.Context(), "", hostABI(t)); err != nil {
		t.Fatal(err)
	}
	built := time.Since(begin)
	d.ok(t, nil, "trace", "record", "--app", drawerApp, "--frames", "1", "--trace-layer", d.layer, "--force", "--out", d.path("first.gltrace"))
	whole := time.Since(begin)
	used = (childrenTime(t) - used) / time.Duration(runtime.NumCPU())
	t.Logf("clang built the layer in %v, the first frame came after %v, alone %v", built.Round(time.Millisecond), whole.Round(time.Millisecond), used)
	if used > time.Minute {
		t.Errorf("the first frame takes %v, limit 1 minute", used)
	}
}

// childrenTime returns the processor time of the processes that this one has waited for.
func childrenTime(t *testing.T) time.Duration {
	t.Helper()
	var r unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
