package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/test/device"
)

// The apps and layers of this tool as the device knows them.
const (
	ownApps   = "dev.gleslayergen.cts."
	ownLayers = ownApps + "gles_layers"
)

// appNDK creates an NDK whose compilers are those of this machine, with Android's log headers and library.
// Apps and layers built with it run on a test device. more is inserted before the compiler's arguments.
func appNDK(root, more string) error {
	log, err := device.LogLibrary()
	if err != nil {
		return err
	}
	headers, err := filepath.Abs("../internal/testutil/testdata/standin")
	if err != nil {
		return err
	}
	bin := filepath.Join(root, "toolchains", "llvm", "prebuilt", "linux-x86_64", "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	if err := os.Symlink(log, filepath.Join(bin, "liblog.so")); err != nil {
		return err
	}
	script := fmt.Sprintf("#!/bin/sh\nexec cc -D__ANDROID__ '-I%s' '-L%s' %s \"$@\"\n", headers, bin, more)
	return os.WriteFile(filepath.Join(bin, "x86_64-linux-android29-clang"), []byte(script), 0o755)
}

// goodNDK is shared by all tests, so that its results are built once.
var goodNDK = sync.OnceValues(func() (string, error) {
	root := filepath.Join(bin, "cts-ndk")
	return root, appNDK(root, "")
})

// withNDK lets the program find an NDK, and keeps its results and key for other tests.
func (p *phone) withNDK(root string) *phone {
	p.config = filepath.Join(bin, "config")
	p.env = []string{"ANDROID_NDK_HOME=" + root, "XDG_CACHE_HOME=" + filepath.Join(bin, "cache")}
	return p
}

func (p *phone) withGoodNDK(t *testing.T) *phone {
	t.Helper()
	root, err := goodNDK()
	if err != nil {
		t.Fatal(err)
	}
	return p.withNDK(root)
}

// ctsSleep gives the apps of the cases twice the time that phones need, because the machine may be busy.
const ctsSleep = 0.5

// All cases pass with apps and layers of this tool, which are built, installed, started and removed.
func TestDeviceCTS(t *testing.T) {
	t.Parallel()
	p := connect(t, device.Server(t), device.Options{Bare: true, Sleep: ctsSleep}).withGoodNDK(t)
	p.passes(t, "10 passed, 0 failed")
	log := p.sh(t, "logcat -d")
	for _, word := range []string{"debug", "release", "inject"} {
		if !strings.Contains(log, ownApps+word+"/android.app.NativeActivity") {
			t.Errorf("%s was not started:\n%s", word, log)
		}
	}
}

// passes checks that the cases pass and leave the device as it was.
func (p *phone) passes(t *testing.T, passed string) {
	t.Helper()
	p.sh(t, "settings put global gpu_debug_app com.example.other; setprop debug.gles.layers libmine.so")
	before := p.Snapshot()
	out := p.ok(t, []string{"testDebugLayerLoadGLES", passed, "atest CtsGpuToolsHostTestCases"}, "device", "cts")
	if strings.Contains(out, "not restored") || strings.Contains(out, "FAIL") {
		t.Error(out)
	}
	if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
		t.Errorf("left behind: %q", diff)
	}
	p.ok(t, []string{"nothing to restore"}, "device", "restore")
}

// Without an NDK, Android's own apps are used, and the output reports it.
func TestDeviceCTSWithAndroids(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Sleep: ctsSleep})
	p.passes(t, "10 passed, 0 failed")
	p.ok(t, []string{`"with": "android"`, `"lacks": "cannot build the test apps: no Android NDK: `}, "device", "cts", "--json")
}

// Missing tools and conflicts are reported before anything is changed.
func TestDeviceCTSRefuses(t *testing.T) {
	t.Parallel()
	server := device.Server(t)
	bare := connect(t, server, device.Options{Bare: true})
	bare.fails(t, 1, []string{"no Android NDK: ", "install NDK r26 or newer", "CtsGpuToolsHostTestCases"}, "device", "cts")
	bare.env = []string{"PATH=" + noTools(t)}
	bare.fails(t, 1, []string{"no Android NDK: ", "aapt2 or aapt, apksigner, java, keytool: not found", "apt-get install aapt apksigner default-jre-headless", "gleslayergen doctor apk"}, "device", "cts")
	changed := connect(t, server, device.Options{})
	changed.ok(t, nil, "device", "enable", "--app", ctsApp, layerA, "--layer-app", ctsLayers)
	changed.fails(t, 5, []string{"gleslayergen changed this device earlier and has not restored it", "gleslayergen device restore"}, "device", "cts")
	full := connect(t, server, device.Options{})
	full.sh(t, "run-as "+ctsApp+" sh -c 'echo > "+layerA+"'")
	full.fails(t, 5, []string{"is already in the data directory", "run-as"}, "device", "cts")
	taken := connect(t, server, device.Options{Bare: true}).withGoodNDK(t)
	if _, err := taken.InstallApp(device.App{Name: ownLayers, VersionCode: 1, MinSDK: 29, Target: 34, NoCode: true}); err != nil {
		t.Fatal(err)
	}
	taken.fails(t, 5, []string{ownLayers + " is already installed", "adb uninstall " + ownLayers}, "device", "cts")
	noSpace := connect(t, server, device.Options{Bare: true, Faults: device.Faults{Full: -1}}).withGoodNDK(t)
	noSpace.fails(t, 5, []string{"the device has no free storage"}, "device", "cts")
	noSpace.ok(t, []string{"nothing to restore"}, "device", "restore")
}

// noTools returns a directory with adb and no tool of the SDK.
func noTools(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	adb, err := exec.LookPath("adb")
	if err == nil {
		err = os.Symlink(adb, filepath.Join(dir, "adb"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// An interrupted run restores the device, and none of its scripts continues there.
func TestDeviceCTSInterrupted(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Sleep: ctsSleep})
	p.SetFaults(device.Faults{})
	p.passes(t, "10 passed, 0 failed")
	before, steps, broken := p.Snapshot(), p.Steps(), 0
	for i := range 6 {
		if p.interruptedAt(t, steps*(2*i+3)/20, "device", "cts") {
			broken++
		}
		time.Sleep(200 * time.Millisecond) // gives a script that survived the interrupt time to write
		if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
			t.Errorf("broken off at step %d of %d: %q", p.Steps(), steps, diff)
		}
		p.ok(t, []string{"nothing to restore"}, "device", "restore")
	}
	if broken < 3 { // the number of steps depends on how busy the machine is, because the run polls the log: it may have ended before the later steps
		t.Errorf("broken off %d times", broken)
	}
}

// interruptedAt interrupts the program at a step of the device and reports whether the run reached it.
func (p *phone) interruptedAt(t *testing.T, step int, args ...string) bool {
	t.Helper()
	came, _, _ := p.interrupted(t, func() bool { return p.Steps() >= step }, args...)
	return came
}

// interrupted runs the program and interrupts it at the first step for which the condition holds; the device
// blocks at that step. It reports whether that step was reached, and returns the messages and the exit code.
func (p *phone) interrupted(t *testing.T, isTime func() bool, args ...string) (came bool, messages string, err error) {
	t.Helper()
	var once sync.Once
	reached, sent := make(chan bool), make(chan bool)
	p.SetFaults(device.Faults{Meanwhile: func() {
		if isTime() {
			once.Do(func() { close(reached); <-sent })
		}
	}})
	defer p.SetFaults(device.Faults{})
	defer close(sent)
	cmd := p.command(t.Context(), args...)
	var printed strings.Builder
	cmd.Stderr = &printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		return false, printed.String(), err
	case <-reached:
	}
	_ = cmd.Process.Signal(os.Interrupt)
	sent <- true
	err = <-ended
	return true, printed.String(), err
}

// A case stops when later scripts take the lock. So does a case that a killed run has left, for
// example when restore runs next.
func TestDeviceCTSOvertaken(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	before := p.Snapshot()
	taken := sync.OnceValue(func() error {
		return os.WriteFile(p.Host("/data/local/tmp/.gleslayergen-turn"), []byte("later\n"), 0o600)
	})
	p.SetFaults(device.Faults{Meanwhile: func() {
		if len(p.settings()) > 0 && taken() != nil {
			t.Error(taken())
		}
	}})
	if err := p.command(t.Context(), "device", "cts").Run(); err == nil {
		t.Error("the cases went on")
	}
	p.SetFaults(device.Faults{})
	if diff := before.Diff(p.Snapshot()); len(diff) > 0 {
		t.Errorf("left behind: %q", diff)
	}
}
