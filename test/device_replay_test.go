package test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

// replayBench has a recording, and an NDK that builds players for a test device.
type replayBench struct {
	*tracer
	ndk, liblog, cache string
}

func newReplayBench(t *testing.T) *replayBench {
	t.Helper()
	b := &replayBench{tracer: newTracer(t), ndk: testutil.MakeNDK(t, hostABI(t)), cache: t.TempDir()}
	b.liblog = testutil.NDKLiblog(b.ndk, hostABI(t))
	compilers, err := filepath.Glob(filepath.Join(b.ndk, "toolchains", "*", "*", "*", "bin", "*-clang"))
	if err != nil || len(compilers) != 1 {
		t.Fatal(compilers, err)
	}
	if err := os.Rename(compilers[0], compilers[0]+".optimizing"); err != nil {
		t.Fatal(err)
	}
	testutil.WriteFile(t, compilers[0], "#!/bin/sh\nexec \"$0.optimizing\" \"$@\" -O0\n", 0o755) // takes a fifth of the time
	if out, messages, code := b.run("trace", "record", "--frame-images", "--errors", "--out", "a.gltrace", "--", b.frames(), "12", "20", "0"); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	return b
}

// rig returns a device that runs players, and the program with the NDK.
func (b *replayBench) rig(t *testing.T, o device.Options) *rig {
	t.Helper()
	o.Bare = true
	o.Environ = []string{"LD_LIBRARY_PATH=" + filepath.Dir(b.liblog), "LP_NUM_THREADS=0"}
	r := newRig(t, o)
	r.env = []string{"ANDROID_NDK_HOME=" + b.ndk, "XDG_CACHE_HOME=" + b.cache}
	return r
}

// recording returns the path of a recording of the bench.
func (b *replayBench) recording(name string) string { return filepath.Join(b.home, name) }

// inTmp returns what the device has in the directory of the player.
func inTmp(t *testing.T, d *device.Device) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(d.Host("/data/local/tmp"), "gleslayergen-replay-*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// checkClean checks that the device has no files of a replay.
func checkClean(t *testing.T, d *device.Device) {
	t.Helper()
	if left, err := os.ReadDir(d.Host("/data/local/tmp")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestDeviceReplay replays a recording on a device, compares it, and leaves nothing behind.
func TestDeviceReplay(t *testing.T) {
	b := newReplayBench(t)
	changeImage(t, b.recording("a.gltrace"), b.recording("changed.gltrace"))

	t.Run("equal and different", func(t *testing.T) {
		r := b.rig(t, device.Options{Android: "14"})
		// The recorder in the player ignores the properties of recorders in apps.
		r.on("setprop debug.gltrace.process com.example.other")
		on := []string{"--device", r.devices[0].Serial()}
		replay := func(file string, args ...string) []string {
			return append(append([]string{"trace", "replay", b.recording(file)}, on...), args...)
		}
		r.checkRun(0, replay("a.gltrace", "--json", "--out", "b.gltrace"), `"equal": true`, `"serial": "`+r.devices[0].Serial(), "building the player of recordings for "+hostABI(t))
		if n, whole := b.calls(filepath.Join(r.home, "b.gltrace")); n == 0 || !whole {
			t.Errorf("%d calls, whole: %v", n, whole)
		}
		r.checkRun(8, replay("changed.gltrace"), "different", "!building")
		r.checkRun(0, replay("changed.gltrace", "--check", "tolerant"), "equal")
		r.checkRun(0, replay("a.gltrace", "--frames", "4-6", "--loop", "2", "--check", "off", "--surface", "pbuffer"), "6 frames")
		checkClean(t, r.devices[0])
	})

	t.Run("app", func(t *testing.T) {
		r := b.rig(t, device.Options{Android: "14"})
		replay := func(file string, args ...string) []string { return append(b.replay(r, file, "--apk"), args...) }
		r.checkRun(0, replay("a.gltrace", "--json", "--out", "b.gltrace"), `"equal": true`, "building the player of recordings for "+hostABI(t))
		if n, whole := b.calls(filepath.Join(r.home, "b.gltrace")); n == 0 || !whole {
			t.Errorf("%d calls, whole: %v", n, whole)
		}
		r.checkRun(8, replay("changed.gltrace"), "different", "!building")
		r.checkRun(0, replay("a.gltrace", "--frames", "4-6", "--loop", "2", "--check", "off"), "6 frames")
		if out := r.on("pm list packages " + "gleslayers"); strings.TrimSpace(out) != "" {
			t.Errorf("left behind: %s", out)
		}
		checkClean(t, r.devices[0])
	})

	t.Run("usage", func(t *testing.T) {
		r := b.rig(t, device.Options{})
		r.checkRun(2, []string{"trace", "replay", b.recording("a.gltrace"), "--apk"}, "--apk: requires --device")
		r.checkRun(2, b.replay(r, "a.gltrace", "--driver", "/opt/angle"), "cannot be combined with --driver")
		r.checkRun(2, b.replay(r, "a.gltrace", "--surface", "window"), "cannot be combined with --device")
	})

	t.Run("full", func(t *testing.T) {
		r := b.rig(t, device.Options{Faults: device.Faults{Full: 1 << 20}})
		r.checkRun(5, b.replay(r, "a.gltrace"), "the device has no free storage")
		checkClean(t, r.devices[0])
	})

	t.Run("offline", func(t *testing.T) {
		r := b.rig(t, device.Options{Faults: device.Faults{Offline: true}})
		r.checkRun(5, b.replay(r, "a.gltrace"), "the device is offline")
		r.checkRun(5, []string{"trace", "replay", b.recording("a.gltrace"), "--device", "gone"}, "gone")
	})

	t.Run("ABIs", func(t *testing.T) {
		r := b.rig(t, device.Options{ABIs: []string{"mips"}})
		r.checkRun(5, b.replay(r, "a.gltrace"), `the player does not support the ABIs of the device: "mips"`)
		r = b.rig(t, device.Options{ABIs: []string{"armeabi-v7a"}})
		r.checkRun(1, b.replay(r, "a.gltrace"), "the player for armeabi-v7a: ", "armv7a-linux-androideabi29-clang is missing")
		checkClean(t, r.devices[0])
	})

	t.Run("interrupted", func(t *testing.T) {
		r := b.rig(t, device.Options{})
		replay := b.playing(t, r)
		_ = replay.Process.Signal(syscall.SIGINT)
		_ = replay.Wait()
		if code := replay.ProcessState.ExitCode(); code != 1 {
			t.Errorf("exit code %d\n%s", code, replay.printed.String())
		}
		checkClean(t, r.devices[0])
	})

	t.Run("unplugged", func(t *testing.T) {
		r := b.rig(t, device.Options{})
		replay := b.playing(t, r)
		r.devices[0].Unplug()
		_ = replay.Wait()
		printed := replay.printed.String()
		if code := replay.ProcessState.ExitCode(); code != 5 || strings.Contains(printed, "the player ended") || !strings.Contains(printed, "could not be removed from the device") || !strings.Contains(printed, " shell rm -rf /data/local/tmp/gleslayergen-replay-") {
			t.Errorf("exit code %d\n%s", code, printed)
		}
	})
}

// replay returns the arguments that replay a recording on the device of a rig.
func (b *replayBench) replay(r *rig, file string, args ...string) []string {
	return append([]string{"trace", "replay", b.recording(file), "--device", r.devices[0].Serial()}, args...)
}

// playing starts a replay that does not end, and returns when the player records.
func (b *replayBench) playing(t *testing.T, r *rig) *begun {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), runLimit)
	t.Cleanup(stop)
	cmd := r.command(ctx, b.replay(r, "a.gltrace", "--loop", "1000000")...)
	cmd.SysProcAttr = apart()
	replay := b.begin(cmd)
	b.until(func() bool { return len(inTmp(t, r.devices[0])) > 1 }, replay.printed.String)
	return replay
}
