package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/device"
)

const property = "debug.gles.layers"

// layerFile builds a layer from one C file. If golang is set, it has the note that the Go linker writes.
func layerFile(t *testing.T, name string, golang bool) string {
	t.Helper()
	dir := t.TempDir()
	text := "void AndroidGLESLayer_Initialize(void *id, void *next) { (void)id; (void)next; }\n" +
		"void *AndroidGLESLayer_GetProcAddress(const char *name, void *next) { (void)name; return next; }\n"
	if golang { // the note with the Go build ID
		text += "__attribute__((section(\".note.go.buildid\"), used)) static const struct { unsigned n, d, t; char name[4], id[4]; } note = {4, 4, 4, \"Go\", \"abc\"};\n"
	}
	testutil.WriteFiles(t, dir, map[string]string{"l.c": text})
	out := filepath.Join(dir, name)
	cmd := exec.Command("gcc", "-shared", "-fPIC", "-nostdlib", "-Wl,-z,max-page-size=16384", "-Wl,-soname,"+name, "-o", out, filepath.Join(dir, "l.c"))
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v (make deps)\n%s", err, output)
	}
	return out
}

func TestDeviceGlobalRefuses(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	c, golang := layerFile(t, "libc_layer.so", false), layerFile(t, "libgo_layer.so", true)
	for args, words := range map[string][]string{
		c:                              {"every app and program on the device", "--yes-all-apps", "device enable --app"},
		golang + " --yes-all-apps":     {"the layer contains a Go runtime", "--force"},
		"libunknown.so --yes-all-apps": {"unknown whether the layer contains a Go runtime", "--force"},
		strings.Repeat("l", 89) + ".so --yes-all-apps":    {"92 bytes, but a property holds at most 91"},
		c + ": --yes-all-apps":                            {"rule 1.10"},
		filepath.Dir(c) + "/none_layer.so --yes-all-apps": {"none_layer.so", "gleslayergen check"},
	} {
		p.fails(t, 2, words, append([]string{"device", "global", "enable"}, strings.Fields(args)...)...)
	}
	if got := p.Prop(property); got != "" {
		t.Errorf("%s is %q", property, got)
	}
}

// TestDeviceGlobal sets the property and removes it in each way that is available.
func TestDeviceGlobal(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	layer := layerFile(t, "libc_layer.so", false)
	want := func(how, value string) {
		t.Helper()
		if got := p.Prop(property); got != value {
			t.Errorf("%s: %s is %q, not %q", how, property, got, value)
		}
	}
	enable := func(more ...string) {
		t.Helper()
		p.ok(t, []string{"every process that starts ", " searches for libc_layer.so"}, append([]string{"device", "global", "enable", layer, "--yes-all-apps"}, more...)...)
		want("enabled", "libc_layer.so")
	}
	p.SetProp(property, "before.so")
	enable("--keep")
	p.ok(t, []string{"for every process until the next reboot; to clear it now: gleslayergen device", "global disable"}, "device", "status")
	p.ok(t, []string{`"libc_layer.so", now "before.so"`}, "device", "global", "disable")
	want("disabled", "before.so")
	p.ok(t, []string{`"before.so", now not set`}, "device", "global", "disable")
	want("disabled, though it was not ours", "")

	enable()
	p.ok(t, nil, "device", "disable")
	want("disable without global", "")

	enable("--keep")
	p.Reboot()
	if err := p.server.Connect(p.Device); err != nil {
		t.Fatal(err)
	}
	want("reboot", "")
	p.ok(t, []string{"nothing to restore"}, "device", "restore")

	enable("--keep")
	p.SetProp(property, "theirs.so")
	p.ok(t, []string{`(now "theirs.so"`}, "device", "restore")
	want("changed since", "theirs.so")
}

// TestDeviceGlobalUndoesItself lets ten minutes pass on the device while the cable is pulled.
func TestDeviceGlobalUndoesItself(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Sleep: 150}) // ten minutes take four seconds
	p.SetProp(property, "before.so")
	p.ok(t, []string{"in the next 10 minutes"}, "device", "global", "enable", layerFile(t, "libc_layer.so", false), "--yes-all-apps")
	p.Unplug()
	testutil.Eventually(t, property+" is before.so again", func() bool { return p.Prop(property) == "before.so" })
}

// TestDeviceGlobalClockMeanwhile: the timer of an older run ends while a newer run writes the same value,
// which must stay.
func TestDeviceGlobalClockMeanwhile(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{})
	layer := layerFile(t, "libc_layer.so", false)
	p.ok(t, nil, "device", "global", "enable", layer, "--yes-all-apps")
	var once sync.Once
	p.SetFaults(device.Faults{Meanwhile: func() {
		if _, err := os.Lstat(p.Host("/data/local/tmp/.gleslayergen-turn")); err == nil {
			once.Do(func() { p.SetProp(property, ""); p.SetProp("debug.gleslayergen.undo", "") })
		}
	}})
	p.ok(t, nil, "device", "global", "enable", layer, "--yes-all-apps", "--keep")
	once.Do(func() { t.Error("nothing was written") })
	if got := p.Prop(property); got != "libc_layer.so" {
		t.Errorf("%s is %q", property, got)
	}
}

// TestDeviceGlobalClockOfAnother: the timer of an older run does not remove a newer setting that stays.
func TestDeviceGlobalClockOfAnother(t *testing.T) {
	t.Parallel()
	p := newPhone(t, device.Options{Sleep: 150})
	layer := layerFile(t, "libc_layer.so", false)
	p.ok(t, nil, "device", "global", "enable", layer, "--yes-all-apps")
	p.ok(t, nil, "device", "global", "enable", layer, "--yes-all-apps", "--keep")
	time.Sleep(6 * time.Second) // if the device removes the older setting, it does so after four seconds
	if got := p.Prop(property); got != "libc_layer.so" {
		t.Errorf("%s is %q", property, got)
	}
}
