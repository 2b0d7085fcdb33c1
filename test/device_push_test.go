package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

const game = "com.example.game"

// layer builds a layer for this machine that needs no library, so it passes all checks.
func (r *rig) layer(name, more string) string {
	r.Helper()
	testutil.WriteFiles(r.T, r.home, map[string]string{name + ".c": `
__attribute__((visibility("default"))) void AndroidGLESLayer_Initialize(void *layer, void *next) {}
__attribute__((visibility("default"))) void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) { return next; }
` + more})
	out := filepath.Join(r.home, name)
	cmd := exec.Command("gcc", "-shared", "-nostdlib", "-fPIC", "-fvisibility=hidden", "-Wl,-z,max-page-size=16384", "-Wl,-soname,"+name, "-o", out, out+".c")
	if output, err := cmd.CombinedOutput(); err != nil {
		r.Fatalf("gcc (make deps installs it): %v\n%s", err, output)
	}
	return out
}

// on runs a script on the first device, as adb does.
func (r *rig) on(script string) string {
	r.Helper()
	out, err := r.server.Adb(r.Context(), r.devices[0], "shell", script).Output()
	if err != nil {
		r.Fatalf("%s: %v\n%s", script, err, out)
	}
	return strings.TrimSpace(string(out))
}

// clean checks that none of our files is left in the directories that a push uses, or in the app's.
func (r *rig) clean() {
	r.Helper()
	if left := r.on("ls -A /data/local/tmp; run-as " + game + " ls -A"); strings.Contains(left, "gleslayergen") {
		r.Errorf("left over: %s", left)
	}
}

func TestDevicePushToApp(t *testing.T) {
	t.Parallel()
	for _, android := range []string{"10", ""} {
		r := newRig(t, device.Options{Android: android, Faults: device.Faults{Noise: true}})
		layer := r.layer("libmine.so", "")
		push := []string{"device", "push", layer, "--to", "app", "--app", game}
		r.checkRun(0, push, "/com.example.game/libmine.so: ", "next: gleslayergen device enable --app com.example.game libmine.so")
		if got := r.on("run-as " + game + " stat -c '%a %s' libmine.so"); got != "700 "+size(t, layer) {
			t.Errorf("%q", got)
		}
		r.clean()
		r.checkRun(0, push, ", unchanged")
		r.layer("libmine.so", "int other = 1;") // a newer build
		r.checkRun(0, push, "!as it was")
		r.checkRun(0, []string{"device", "restore"}, "libmine.so")
		if got := r.on("run-as " + game + " ls -A"); strings.Contains(got, "libmine") {
			t.Errorf("restore left %q", got)
		}
	}
}

// The number of pushed builds does not change what restore does. A journal with many changes is restored too.
func TestDevicePushAgainAndAgain(t *testing.T) {
	r := newRig(t, device.Options{})
	t.Setenv("XDG_CONFIG_HOME", r.home)
	serial := r.devices[0].Serial()
	before := r.devices[0].Snapshot()
	for build := range 3 {
		r.checkRun(0, []string{"device", "push", r.layer("libmine.so", fmt.Sprintf("int build = %d;", build)), "--to", "app", "--app", game})
		made, err := deploy.ReadJournal(serial)
		if err != nil || len(made) != 1 {
			t.Errorf("build %d: the journal has %+v %v", build, made, err)
		}
	}
	j, err := deploy.OpenJournal(serial)
	if err != nil {
		t.Fatal(err)
	}
	many := make([]deploy.Change, 200)
	for i := range many {
		many[i] = deploy.Change{Kind: deploy.KindFile, Name: fmt.Sprintf("/data/local/tmp/gleslayergen-%d", i), AfterSet: true}
	}
	if err := errors.Join(j.Begin(many...), j.Close()); err != nil {
		t.Fatal(err)
	}
	r.checkRun(0, []string{"device", "restore"}, "libmine.so")
	if diff := before.Diff(r.devices[0].Snapshot()); len(diff) > 0 {
		t.Errorf("not as it was: %q", diff)
	}
}

func size(t *testing.T, name string) string {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(info.Size())
	return string(data)
}

// A file of another tool is restored.
func TestDevicePushGoesAside(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	layer := r.layer("libmine.so", "")
	r.on("echo theirs | run-as " + game + " sh -c 'cat > libmine.so'")
	r.checkRun(0, []string{"device", "push", layer, "--to", "app", "--app", game})
	r.checkRun(0, []string{"device", "restore"})
	if got := r.on("run-as " + game + " cat libmine.so"); got != "theirs" {
		t.Errorf("%q", got)
	}
	r.clean()
}

func TestDevicePushRefuses(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Bare: true, ABIs: []string{"arm64-v8a", "armeabi-v7a"}})
	for _, a := range []device.App{{Name: game, MinSDK: 24, Target: 34, Debuggable: true}, {Name: "com.example.shop", MinSDK: 24, Target: 34}} {
		if _, err := r.devices[0].InstallApp(a); err != nil {
			t.Fatal(err)
		}
	}
	layer := r.layer("libmine.so", "")
	bare := filepath.Join(r.home, "text.so")
	testutil.WriteFiles(t, r.home, map[string]string{"text.so": "no ELF"})
	app := []string{"--to", "app", "--app", game}
	push := func(args ...string) []string { return append([]string{"device", "push"}, args...) }
	before := r.devices[0].Snapshot()
	r.checkRun(4, push(append([]string{layer}, app...)...), "libmine.so: the layer is built for x86_64, but com.example.game runs as arm64-v8a", "[rule-1.8]", "gleslayergen build --abi arm64-v8a", "--force")
	r.checkRun(4, push(append([]string{bare}, app...)...), "text.so: ", "gleslayergen check", "[damaged]", "!--force")
	r.checkRun(2, push(append([]string{"none.so"}, app...)...), "none.so: ", "gleslayergen build", "!gleslayergen check")
	r.checkRun(6, push(layer, "--to", "app", "--app", "com.example.shop", "--abi", "x86_64"), "com.example.shop: the app is not debuggable", "apk add APP.apk LAYER --debuggable", "!--to apk")
	r.checkRun(5, push(layer, "--to", "app", "--app", "com.example.none"), "com.example.none: the app is not installed for user 0")
	r.checkRun(5, push(layer, "--to", "system", "--abi", "x86_64"), "the device runs a user build")
	r.checkRun(6, push(layer, "--to", "in-app", "--app", game, "--abi", "x86_64"), "com.example.game has no library with this name")
	r.checkRun(4, push(layer, "--to", "in-app", "--app", game, "--abi", "arm64-v8a"), "--abi is arm64-v8a", "!runs as")
	r.checkRun(2, push(layer), "--to is missing")
	r.checkRun(2, push(layer, "--to", "data"), "unknown place")
	r.checkRun(2, push(layer, "--to", "app"), "--app is missing")
	r.checkRun(2, push(layer, "--to", "apk", "--setenforce"), "requires --to system")
	r.checkRun(2, push(layer, "--to", "apk", "--abi", "arm"), `ABI "arm": unknown`)
	if diff := before.Diff(r.devices[0].Snapshot()); len(diff) > 0 {
		t.Errorf("refused, and changed: %q", diff)
	}
	r.checkRun(0, push(append([]string{layer, "--force"}, app...)...), "so the loader will reject the layer")
}

func TestDevicePushToSystem(t *testing.T) {
	t.Parallel()
	for _, o := range []device.Options{{Build: device.BuildUserdebug}, {Build: device.BuildUserdebug, SU: "none"}, {SU: "magisk"}} {
		r := newRig(t, o)
		before := r.devices[0].Snapshot()
		layer := r.layer("libmine.so", "")
		r.checkRun(0, []string{"device", "push", layer, "--to", "system"}, "/data/local/debug/gles/libmine.so", "SELinux is in enforcing mode", "--setenforce")
		as := "su"
		if o.SU == "none" {
			as = "sh"
		}
		if got := r.on("echo \"stat -c '%a %n' /data/local/debug/gles /data/local/debug/gles/*; getenforce\" | " + as); got != "755 /data/local/debug/gles\n644 /data/local/debug/gles/libmine.so\nEnforcing" {
			t.Errorf("%+v: %q", o, got)
		}
		r.checkRun(0, []string{"device", "push", layer, "--to", "system", "--setenforce"}, ", unchanged", "SELinux is Permissive")
		r.checkRun(0, []string{"device", "restore"})
		if diff := before.Diff(r.devices[0].Snapshot()); len(diff) > 0 {
			t.Errorf("%+v: not as it was: %q", o, diff)
		}
		if o.SU == "none" {
			continue
		}
		if got := r.on("echo 'ls -d /data/local/debug 2>/dev/null; getenforce' | " + as); got != "Enforcing" {
			t.Errorf("%+v: restore left %q", o, got)
		}
	}
}

func TestDevicePushToPackage(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Android: "14"})
	layer := r.layer("libmine.so", "")
	r.devices[0].SetFaults(device.Faults{Noise: true})
	r.checkRun(0, []string{"device", "push", layer, "--to", "apk", "--app", game, "--all"}, "base.apk", "--layer-app gleslayers.mine")
	r.checkRun(0, []string{"device", "push", layer, "--to", "apk", "--app", game})
	if status := r.checkRun(0, []string{"device", "status"}, "changes that gleslayergen made from this machine", "!from gleslayergen:"); strings.Count(status, "gleslayers.mine") != 1 {
		t.Errorf("ours is listed twice, or as another's:\n%s", status)
	}
	r.devices[0].SetFaults(device.Faults{})
	if got := r.on("pm path gleslayers.mine"); !strings.Contains(got, "base.apk") {
		t.Errorf("%q", got)
	}
	r.checkRun(0, []string{"device", "enable", "--app", game, "libmine.so", "--layer-app", "gleslayers.mine", "-s", r.devices[0].Serial()})
	r.checkRun(0, []string{"device", "restore", "--all"})
	if got := r.on("pm list packages gleslayers"); got != "" {
		t.Errorf("restore left %q", got)
	}
}

// A package is removed for the user it was installed for, and stays installed for another user.
func TestDevicePushToPackageOfUser(t *testing.T) {
	r := newRig(t, device.Options{Users: []int{10}})
	t.Setenv("XDG_CONFIG_HOME", r.home)
	d := r.devices[0]
	before := d.Snapshot()
	push := func(user, more string) []string {
		return []string{"device", "push", r.layer("libmine.so", more), "--to", "apk", "--user", user}
	}
	r.checkRun(0, push("10", ""))
	if got := r.on("pm path --user 0 gleslayers.mine; pm path --user 10 gleslayers.mine | wc -l"); got != "1" {
		t.Errorf("%q", got)
	}
	r.checkRun(0, push("0", "int second = 1;"))
	r.checkRun(0, push("10", "int third = 1;"))
	if made, err := deploy.ReadJournal(d.Serial()); err != nil || len(made) != 2 {
		t.Errorf("%+v %v", made, err)
	}
	r.checkRun(0, []string{"device", "restore"}, "gleslayers.mine")
	if diff := before.Diff(d.Snapshot()); len(diff) > 0 {
		t.Errorf("not as it was: %q", diff)
	}
	if _, err := d.InstallApp(device.App{Name: "gleslayers.mine", MinSDK: 24, Target: 34, NoCode: true}, "--user", "0"); err != nil {
		t.Fatal(err)
	}
	r.checkRun(0, push("10", ""))
	r.checkRun(0, []string{"device", "restore"}, "the package was installed before gleslayergen replaced it")
	if got := r.on("pm path --user 0 gleslayers.mine"); !strings.Contains(got, "base.apk") {
		t.Errorf("user 0 has lost it: %q", got)
	}
}

// A package that the device did not install is not in the journal.
func TestDevicePushToPackageFails(t *testing.T) {
	r := newRig(t, device.Options{})
	t.Setenv("XDG_CONFIG_HOME", r.home)
	r.devices[0].SetFaults(device.Faults{Full: -1})
	r.checkRun(5, []string{"device", "push", r.layer("libmine.so", ""), "--to", "apk"}, "the device has no free storage")
	if made, err := deploy.ReadJournal(r.devices[0].Serial()); err != nil || len(made) > 0 {
		t.Errorf("the journal has %+v %v", made, err)
	}
}

// A name with a backslash works like any other.
func TestDevicePushBackslash(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{SU: "magisk"})
	before := r.devices[0].Snapshot()
	r.checkRun(0, []string{"device", "push", r.layer(`lib\new.so`, ""), "--to", "system"}, `lib\new.so`)
	if _, there := r.devices[0].Snapshot()[`file /data/local/debug/gles/lib\new.so`]; !there {
		t.Error("it has another name there")
	}
	r.checkRun(0, []string{"device", "restore"}, `lib\new.so: removed`)
	if diff := before.Diff(r.devices[0].Snapshot()); len(diff) > 0 {
		t.Errorf("not as it was: %q", diff)
	}
}

func TestDevicePushPrint(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	layer := r.layer("libmine.so", "")
	serial := r.devices[0].Serial()
	for to, words := range map[string][]string{
		"app": {"adb -s " + serial + " push " + layer + " /data/local/tmp/libmine.so",
			"adb -s " + serial + ` shell 'cat /data/local/tmp/libmine.so | run-as com.example.game sh -c '\''cat > libmine.so; chmod 700 libmine.so'\'''`},
		"apk":    {"gleslayergen apk build --out layers.apk " + layer, "install -r -g --force-queryable --abi x86_64 --user 0 layers.apk"},
		"in-app": {"ls -l /data/app/"},
	} {
		out := r.checkRun(0, []string{"device", "push", layer, "--to", to, "--app", game, "--print"}, words...)
		if to != "app" {
			continue
		}
		script := exec.Command("sh", "-ec", out)
		script.Env = r.command(t.Context()).Env
		if output, err := script.CombinedOutput(); err != nil || !strings.Contains(r.on("run-as "+game+" ls"), "libmine.so") {
			t.Errorf("what was printed does not work: %v\n%s", err, output)
		}
	}
}

// The commands printed for the system directory work on a device where a push is possible, and fail where it
// is not.
func TestDevicePushPrintSystem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o     device.Options
		words []string // nil: rejected
	}{
		{device.Options{Bare: true}, nil},
		{device.Options{Bare: true, Build: device.BuildUserdebug}, []string{" root", " wait-for-device", "chmod 0644"}},
		{device.Options{Bare: true, SU: "magisk"}, []string{"su -c", "chmod 0644", "! root\n", "!wait-for-device"}},
	} {
		r := newRig(t, c.o)
		layer := r.layer("libmine.so", "")
		print := []string{"device", "push", layer, "--to", "system", "--print"}
		if c.words == nil {
			r.checkRun(5, print, "the device runs a user build", "!mkdir")
			continue
		}
		printed := r.checkRun(0, print, c.words...)
		run := func() ([]byte, error) {
			script := exec.Command("sh", "-ec", printed)
			script.Env = r.command(t.Context()).Env
			return script.CombinedOutput()
		}
		output, err := run()
		if err != nil && bytes.Contains(output, []byte("daemon not running")) { // adb's server crashed: it does at times when a device disconnects
			output, err = run()
		}
		if err != nil {
			t.Fatalf("%+v: what was printed does not work: %v\n%s", c.o, err, output)
		}
		if got := r.on("echo \"stat -c '%a %s' /data/local/debug/gles/libmine.so\" | su"); got != "644 "+size(t, layer) {
			t.Errorf("%+v: %q", c.o, got)
		}
	}
}

// A second user of the device: each proposed command names the user, and each command acts only for that
// user.
func TestDeviceSecondUser(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{Users: []int{10}})
	layer := r.layer("libmine.so", "")
	of10 := func(verb string, args ...string) []string {
		return append([]string{"device", "--user", "10", verb}, args...)
	}
	r.checkRun(6, of10("enable", "--app", game, layer), "hint: copy the layer to the device: gleslayergen device --user 10 push ")
	out, output, code := r.run(of10("push", layer, "--to", "app", "--app", game)...)
	_, next, ok := strings.Cut(output, "next: gleslayergen ")
	if code != 0 || !ok || !strings.Contains(out, "/data/user/10/") {
		t.Fatalf("%d %s%s", code, out, output)
	}
	if got := r.on("run-as " + game + " ls"); strings.Contains(got, "libmine") {
		t.Errorf("user 0 has it: %q", got)
	}
	r.checkRun(0, strings.Fields(next), game+" will load these layers at its next start", "/data/user/10/")
	serial, server := r.devices[0].Serial(), r.server.Address()
	r.checkRun(6, []string{"device", "enable", "--app", game, "libnone.so", "-s", serial, "--server", server}, "gleslayergen device --server "+server+" -s "+serial+" push libnone.so")
	r.checkRun(0, of10("restore"), "libmine.so", "gpu_debug_layers_gles")
	if got := r.on("run-as " + game + " --user 10 ls -A"); strings.Contains(got, "libmine") {
		t.Errorf("restore left %q", got)
	}
}

// A full disk leaves nothing behind and is reported.
func TestDevicePushFull(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	layer := r.layer("libmine.so", "")
	r.devices[0].SetFaults(device.Faults{Full: -1})
	r.checkRun(5, []string{"device", "push", layer, "--to", "app", "--app", game}, "the device has no free storage", "delete files on the device")
	r.devices[0].SetFaults(device.Faults{})
	r.clean()
	r.checkRun(0, []string{"device", "push", layer, "--to", "app", "--app", game})
}

// The cable is pulled at every fourth step of a push; the heavy test pulls it at each.
func TestDevicePushPulledCable(t *testing.T) { pullCable(t, 4) }

// pullCable pulls the cable at steps of a push: the layer has its final name only when it is complete, and
// restore leaves nothing behind.
func pullCable(t *testing.T, stride int) {
	t.Helper()
	r := newRig(t, device.Options{})
	layer := r.layer("libmine.so", "")
	d := r.devices[0]
	push := []string{"device", "push", layer, "--to", "app", "--app", game}
	for step := 1; ; step += stride {
		d.SetFaults(device.Faults{CutAt: step, Gone: true})
		_, output, code := r.run(push...)
		r.plug(d)
		if got := r.on("run-as " + game + " sh -c 'stat -c %s libmine.so 2>/dev/null || echo none'"); got != "none" && got != size(t, layer) {
			t.Errorf("step %d: half of the layer is there: %s", step, got)
		}
		r.checkRun(0, []string{"device", "restore"})
		r.clean()
		if code == 0 {
			if step < 3*stride {
				t.Errorf("only %d steps", step)
			}
			break
		}
		if code != 5 || !strings.Contains(output, "hint: ") {
			t.Errorf("step %d: exit code %d\n%s", step, code, output)
		}
	}
}

// Ctrl-C during a push removes what it can.
func TestDevicePushInterrupted(t *testing.T) {
	t.Parallel()
	r := newRig(t, device.Options{})
	layer := r.layer("libmine.so", "char big[400000] = {1};")
	r.devices[0].SetFaults(device.Faults{Rate: 1 << 18})
	ctx, stop := context.WithTimeout(t.Context(), runLimit)
	defer stop()
	cmd := r.command(ctx, "device", "push", layer, "--to", "app", "--app", game)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := func() bool { // read outside of adb, because a query over the connection waits for the transfer
		found, _ := filepath.Glob(filepath.Join(r.devices[0].Host("/data/local/tmp"), "gleslayergen-*"))
		return len(found) > 0
	}
	testutil.Eventually(t, "the push creates its file on the device", begun)
	_ = cmd.Process.Signal(os.Interrupt)
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Error(err)
	}
	r.devices[0].SetFaults(device.Faults{})
	r.checkRun(0, []string{"device", "restore"})
	r.clean()
}
