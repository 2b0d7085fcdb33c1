package test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/test/device"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// drawer is an app that draws. layer is the trace layer, built for this machine because the device has the
// same processor.
type drawer struct {
	*phone
	tracer *tracer
	layer  string
}

const drawerApp = "org.example.drawer"

// newDrawer starts a device with an app that draws until it is ended.
func newDrawer(t *testing.T, o device.Options) *drawer {
	t.Helper()
	return newDrawerOver(t, o)
}

// newDrawerOver does so with an app that needs more libraries.
func newDrawerOver(t *testing.T, o device.Options, libraries ...string) *drawer {
	t.Helper()
	p := newPhone(t, o)
	r := newTracer(t)
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(t.TempDir(), "libdrawer.so")
	args := []string{"-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-DACTIVITY", "-I../internal/testutil/testdata/standin", "-o", library, "testdata/trace/frames.c"}
	for _, needed := range libraries {
		args = append(args, "-Wl,--no-as-needed", needed, "-Wl,-rpath,"+filepath.Dir(needed))
	}
	if printed, err := exec.Command("gcc", append(args, "-lEGL", "-lGLESv2")...).CombinedOutput(); err != nil {
		t.Fatalf("gcc (make deps installs it): %v\n%s", err, printed)
	}
	app := device.App{Name: drawerApp, Activity: "android.app.NativeActivity", Native: "drawer", VersionCode: 1, MinSDK: 29, Target: 34, Debuggable: true,
		Libs: map[string]string{hostABI(t) + "/libdrawer.so": library}}
	if _, err := p.InstallApp(app); err != nil {
		t.Fatal(err)
	}
	p.env = append(p.env, "HOME="+r.home, "XDG_CACHE_HOME="+r.cache)
	return &drawer{p, r, layer}
}

// hostABI is Android's name for this machine's ABI.
func hostABI(t *testing.T) string {
	t.Helper()
	for _, abi := range android.ABIs() {
		if abi.GOARCH == runtime.GOARCH {
			return abi.Name
		}
	}
	t.Fatalf("Android has no ABI for %s", runtime.GOARCH)
	return ""
}

// path is a file of the recording.
func (d *drawer) path(name string) string { return filepath.Join(d.tracer.home, name) }

// forwards checks that adb has no forwards left.
func (d *drawer) forwards(t *testing.T) {
	t.Helper()
	out, err := d.server.Adb(t.Context(), d.Device, "forward", "--list").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "" {
		t.Errorf("%v: %s", err, out)
	}
}

// asBefore checks that the device is as it was, except for what this tool cannot remove: the directory in
// which the app's own recorder registers while the app runs, and properties, which can only be cleared.
func (d *drawer) asBefore(t *testing.T, before device.Snapshot) {
	t.Helper()
	for _, line := range before.Diff(d.Snapshot()) {
		if !strings.Contains(line, drawerApp+"/gltrace") && !(strings.HasPrefix(line, "property debug.gl") && strings.HasSuffix(line, `new: ""`)) {
			t.Error(line)
		}
	}
}

// TestDeviceTraceRecord records an app from its first call, and leaves the device as it was.
func TestDeviceTraceRecord(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, device.Options{})
	before := d.Snapshot()
	out, messages, code := d.call(t, "trace", "record", "--app", drawerApp, "--trace-layer", d.layer, "--force", "--frames", "20", "--json", "--out", d.path("x.gltrace"))
	if code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	list := d.tracer.report(out)
	if !strings.Contains(messages, "the directory gltrace in the data directory of the app ") {
		t.Errorf("that the app's folder stays is not said:\n%s", messages)
	}
	if len(list) != 1 || list[0].Frames != 20 || list[0].Reason != "stopped" {
		t.Fatalf("%s", out)
	}
	f, err := file.Open(d.path("x.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if first, err := f.Call(0); err != nil || !f.Hello().FromStart || f.Len() != list[0].Calls || f.End() == nil {
		t.Errorf("%v %v, %d calls", first, err, f.Len())
	}
	d.asBefore(t, before)
	d.ok(t, []string{"nothing to restore"}, "device", "restore")
	d.forwards(t)
}

// TestDeviceTraceTidy removes the recorder's directory if the app has ended or was killed, with its
// recording.
func TestDeviceTraceTidy(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, device.Options{})
	before := d.Snapshot()
	receiver := d.tracer.begin(d.command(t.Context(), "trace", "record", "--app", drawerApp, "--trace-layer", d.layer, "--force", "--out", d.path("x.gltrace")))
	d.tracer.says(receiver, ": recording to ")
	d.tracer.until(func() bool { n, _ := d.tracer.calls(d.path("x.gltrace")); return n > 100 }, receiver.printed.String)
	if out, err := d.server.Adb(t.Context(), d.Device, "shell", "am force-stop "+drawerApp).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	err := receiver.Wait() // some of the last calls are missing, or by chance none
	if code := receiver.ProcessState.ExitCode(); code != 0 && code != 7 || strings.Contains(receiver.printed.String(), "keeps the directory") {
		t.Errorf("%v\n%s", err, receiver.printed.String())
	}
	if _, messages, code := d.call(t, "trace", "stats", d.path("x.gltrace")); code != 0 || !endIsCounted(messages) {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	for _, line := range before.Diff(d.Snapshot()) {
		if strings.Contains(line, "gltrace") && !strings.HasPrefix(line, "property ") {
			t.Error(line)
		}
	}
}

// TestDeviceTraceRunning starts and stops the recording of an app that was started with the layer. For
// another app it says what to do.
func TestDeviceTraceRunning(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, device.Options{})
	d.fails(t, 6, []string{"the app is not running", "--restart"}, "trace", "start", "--app", drawerApp)
	if out, err := d.server.Adb(t.Context(), d.Device, "shell", "am start -n "+drawerApp+"/android.app.NativeActivity").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	d.fails(t, 6, []string{"started without the trace layer", "--restart"}, "trace", "start", "--app", drawerApp)
	before := d.Snapshot()
	_, messages, code := d.call(t, "trace", "start", "--app", drawerApp, "--restart", "--trace-layer", d.layer, "--force", "--frames", "5", "--keep", "--out", d.path("a.gltrace"))
	if code != 0 || !strings.Contains(messages, "stay on the device (--keep)") {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	d.ok(t, []string{drawerApp}, "trace", "status", "--app", drawerApp)

	// The app continues and is recorded again until another process stops the recording.
	cmd := d.command(t.Context(), "trace", "start", "--app", drawerApp, "--frame-images", "--out", d.path("b.gltrace"))
	receiver := d.tracer.begin(cmd)
	d.tracer.says(receiver, ": recording to ")
	d.fails(t, 1, []string{"already being recorded"}, "trace", "start", "--app", drawerApp)
	d.tracer.until(func() bool {
		var report recorderReport
		out, _, _ := d.call(t, "trace", "status", "--json")
		return json.Unmarshal([]byte(out), &report) == nil && len(report.Recorders) == 1 && report.Recorders[0].App == drawerApp && report.Recorders[0].Recording.Frames > 10
	}, receiver.printed.String)
	d.ok(t, nil, "trace", "stop", "--app", drawerApp)
	if err := receiver.Wait(); err != nil {
		t.Errorf("%v\n%s", err, receiver.printed.String())
	}
	if n, whole := d.tracer.calls(d.path("b.gltrace")); n < 30 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
	d.ok(t, []string{"libgltrace.so: removed"}, "device", "restore")
	d.asBefore(t, before)
	d.forwards(t)
}

// TestDeviceTraceLate loads the layer into a running app, with root, and leaves it available to no other
// process.
func TestDeviceTraceLate(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, device.Options{Build: device.BuildUserdebug})
	if out, err := d.server.Adb(t.Context(), d.Device, "shell", "am start -n "+drawerApp+"/android.app.NativeActivity").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, messages, code := d.call(t, "trace", "start", "--app", drawerApp, "--late", "--trace-layer", d.layer, "--force", "--frames", "5", "--out", d.path("x.gltrace"))
	if code != 0 || !strings.Contains(messages, "every process on the device ") {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	if n, whole := d.tracer.calls(d.path("x.gltrace")); n < 20 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
	if is := d.Prop("debug.gles.layers"); is != "" {
		t.Errorf("debug.gles.layers is still %s", is)
	}
	d.ok(t, []string{"nothing to restore"}, "device", "restore")
	d.forwards(t)
}

// If the cable is pulled, the recording ends and its file is complete. When the device is connected again, it
// is restored.
func TestDeviceTraceUnplugged(t *testing.T) {
	t.Parallel()
	d := newDrawer(t, device.Options{})
	cmd := d.command(t.Context(), "trace", "record", "--app", drawerApp, "--trace-layer", d.layer, "--force", "--out", d.path("x.gltrace"))
	receiver := d.tracer.begin(cmd)
	d.tracer.says(receiver, ": recording to ")
	d.tracer.until(func() bool { n, _ := d.tracer.calls(d.path("x.gltrace")); return n > 100 }, receiver.printed.String)
	d.Unplug()
	_ = receiver.Wait()
	if printed := receiver.printed.String(); receiver.ProcessState.ExitCode() == 0 || !strings.Contains(printed, "device restore") {
		t.Errorf("exit code %d\n%s", receiver.ProcessState.ExitCode(), printed)
	}
	if n, whole := d.tracer.calls(d.path("x.gltrace")); n < 100 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
	if err := d.server.Reconnect(d.Device); err != nil {
		t.Fatal(err)
	}
	d.ok(t, []string{"libgltrace.so: removed"}, "device", "restore")
}
