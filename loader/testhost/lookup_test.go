//go:build linux

package testhost

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A fake is a host over a driver that hardly knows a function, and a program that asks for them.
type fake struct {
	host  *Host
	probe string
	cc    string
}

func newFake(t *testing.T, cc string) fake {
	t.Helper()
	d := driver{compileLayer(t, cc, "fake_egl.c", "fake_egl"), compileLayer(t, cc, "fake_gles.c", "fake_gles")}
	dir := filepath.Join(t.TempDir(), "host")
	h, err := buildOver(t.Context(), dir, namesOf(release(t, "15")), d, []string{cc, "-Werror"})
	if err != nil {
		t.Fatal(err)
	}
	return fake{h, compileProgram(t, cc, dir, "probe.c"), cc}
}

// command runs the probe, by an emulator if there is one: then the stand-ins are for the emulated program alone.
func (f fake) command(emulator, layers []string, names ...string) *exec.Cmd {
	if len(emulator) == 0 {
		return f.host.Command(layers, f.probe, names...)
	}
	args := append(emulator[1:], "-E", "LD_LIBRARY_PATH="+f.host.Dir, f.probe)
	cmd := f.host.Command(layers, emulator[0], append(args, names...)...)
	cmd.Env = append(cmd.Env, "LD_LIBRARY_PATH=")
	return cmd
}

// compileProgram links a program of testdata to the stand-ins by their common names.
func compileProgram(t *testing.T, cc, dir, source string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "program")
	mustRun(t, exec.Command(cc, "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", out, filepath.Join("testdata", source),
		"-L"+dir, "-lEGL", "-lGLESv2"))
	return out
}

// The driver's own name is exported, but layers are not asked for it; OES twins stand for each other; what is missing
// answers and is said; an unknown name costs a slot only if the driver has it (rules 2.10, 3.1).
func TestLookup(t *testing.T) {
	checkLookup(t, newFake(t, "cc"), nil)
}

func checkLookup(t *testing.T, f fake, emulator []string) {
	t.Helper()
	layers := []string{compileLayer(t, f.cc, "trace_layer.c", "A"), compileLayer(t, f.cc, "trace_layer.c", "B")}
	stdout, stderr := mustRun(t, f.command(emulator, layers, "glBindVertexArrayOES", "glAlphaFuncx", "glVendorThing",
		"glInsertEventMarkerEXT", "glCullFace", "glTestOne", "glOther", "eglOther", "eglSetSwapRectangleANDROID",
		"eglSetBlobCacheFuncsANDROID"))
	want := []string{
		"driver eglGetDisplay", "driver glBindVertexArray", "driver glAlphaFuncxOES", "driver glVendorThing",
		"B glTestOne", "A glTestOne", "B glTestOne", "A glTestOne", "driver glTest",
		"glOther NULL", "eglOther NULL", "eglSetSwapRectangleANDROID NULL", "eglSetBlobCacheFuncsANDROID NULL", "",
	}
	if stdout != strings.Join(want, "\n") {
		t.Errorf("the probe said:\n%s", stdout)
	}
	if strings.Count(stderr, "E libEGL: ") != 1 || !strings.Contains(stderr, "E libEGL: called unimplemented OpenGL ES API\n") {
		t.Errorf("the loader said:\n%s", stderr)
	}
}

// There are 256 slots (rule 3.4).
func TestSlots(t *testing.T) {
	f := newFake(t, "cc")
	var names []string
	for i := range slots + 1 {
		names = append(names, fmt.Sprintf("=glTest%d", i))
	}
	stdout, stderr := mustRun(t, f.command(nil, nil, names...))
	if stdout != "driver eglGetDisplay\nglTest256 NULL\n" {
		t.Errorf("the probe said:\n%s", stdout)
	}
	if !strings.Contains(stderr, `no more slots for eglGetProcAddress("glTest256")`) {
		t.Errorf("the loader said:\n%s", stderr)
	}
}

// A driver function that no list has comes after all others, and Report gives it its place.
func TestDriverExport(t *testing.T) {
	f := newFake(t, "cc")
	path := filepath.Join(t.TempDir(), "report.json")
	cmd := f.command(nil, nil, "glVendorThing", "glTestOne")
	cmd.Env = append(cmd.Env, EnvReport+"="+path)
	mustRun(t, cmd)
	report, err := ReadReport(path)
	if err != nil {
		t.Fatal(err)
	}
	tail := report.Functions[len(report.Functions)-2:]
	if want := []Function{{"glVendorThing", 1, true}, {"glTestOne", 1, true}}; !slices.Equal(tail, want) {
		t.Errorf("the report ends with %v, not %v", tail, want)
	}
}
