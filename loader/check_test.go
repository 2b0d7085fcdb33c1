//go:build linux

package loader

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// checked returns the faults of a layer list.
func checked(t *testing.T, list, path string) []*Fault {
	t.Helper()
	var s Setup
	if f := s.SetLayers(list, path); f != nil {
		t.Fatal(f)
	}
	return host(t).CheckLayers(t.Context(), &s)
}

// cut is a layer without its end, as after an interrupted copy.
func cut(t *testing.T, path string) string {
	whole, err := os.ReadFile(library(t, path+".whole", goodLayer))
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, path, string(whole[:len(whole)/2]), 0o600)
}

// stripped is a layer without section headers, as sstrip leaves it. The linker of this machine opens it.
func stripped(t *testing.T, path string) string {
	data, err := os.ReadFile(library(t, path, goodLayer))
	if err != nil {
		t.Fatal(err)
	}
	clear(data[40:48])
	clear(data[60:64])
	return writeFile(t, path, string(data), 0o600)
}

// Each reason why a file is not a layer has its own message, which names the rule and what a device does.
func TestBadLayers(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	misspelt := strings.Replace(goodLayer, "GetProcAddress", "GetProcAddres", 1)
	for name, c := range map[string]struct{ path, why, device, remedy string }{
		"missing": {in("gone.so"), "file not found", "Searching / for GLES layers", "build the layer"},
		"folder":  {dir, "it is a directory", "Failed to load layer " + dir + " with error: dlopen failed: can't read file \"" + dir + "\": Is a directory", "a library in this directory"},
		"text":    {writeFile(t, in("text.so"), "no\x1blibrary", 0o600), "not an ELF file", "is too small to be an ELF executable: only found 10 bytes", "lib<NAME>.so"},
		"cut":     {cut(t, in("cut.so")), "truncated or damaged", `cut.so" has invalid shdr offset/size: `, "copy it again"},
		"sstrip": {stripped(t, in("sstrip.so")), "Android's linker does not open it: the names of its sections are missing",
			`dlopen failed: "` + in("sstrip.so") + `" has invalid e_shstrndx`, "sstrip"},
		"program": {compile(t, in("program"), "int main(void) { return 0; }"), "it is not a shared object", "Failed to load layer ", "-shared"},
		"misspelt": {library(t, in("misspelt.so"), misspelt), "defines AndroidGLESLayer_GetProcAddres, but not AndroidGLESLayer_GetProcAddress ",
			"Failed to dlsym AndroidGLESLayer_GetProcAddress for layer ", "rename the function to AndroidGLESLayer_GetProcAddress;"},
		"neither": {library(t, in("neither.so"), "int nothing;"), "not define AndroidGLESLayer_Initialize (rule 1.9)",
			"Failed to dlsym AndroidGLESLayer_Initialize for layer ", "export AndroidGLESLayer_Initialize and"},
		"hidden": {library(t, in("hidden.so"), goodLayer, "-fvisibility=hidden"), "does not export AndroidGLESLayer_Initialize",
			"Failed to dlsym ", "visibility"},
		"C++": {library(t, in("plus.so"), strings.ReplaceAll(goodLayer, "AndroidGLESLayer_", "_Z0AndroidGLESLayer_")),
			"only with a C++ mangled name", "Failed to dlsym ", `extern "C"`},
		"undefined": {library(t, in("undefined.so"), goodLayer+"extern int far_away; int here(void) { return far_away; }"),
			"undefined symbol: far_away", `dlopen failed: cannot locate symbol "far_away" referenced by "` + in("undefined.so") + `"...`, "-z,defs"},
		"needs": {needing(t, dir), "needs libgone.so, which the dynamic linker does not find", `dlopen failed: library "libgone.so" not found: needed by ` + in("needs.so") + " in namespace ", "LD_LIBRARY_PATH"},
		"ends": {library(t, in("ends.so"), "#include <stdlib.h>\n__attribute__((constructor)) static void end(void) { _Exit(0); }"),
			"loading it in a test process failed: the process ended with exit status 0", "in the app", "constructors"},
		"crashes": {library(t, in("crashes.so"), "#include <stdlib.h>\n__attribute__((constructor)) static void end(void) { abort(); }"),
			"loading it in a test process failed: signal: aborted", "in the app", "constructors"},
	} {
		t.Run(name, func(t *testing.T) {
			faults := checked(t, c.path, "")
			if len(faults) != 1 {
				t.Fatalf("%d faults: %v", len(faults), faults)
			}
			f := faults[0]
			if !f.Layer || f.ID == "" || f.What != "layer "+c.path || !strings.Contains(f.Why, c.why) ||
				!strings.Contains(f.Device, c.device) || !strings.Contains(f.Hint(), c.remedy) {
				t.Errorf("%v\nhint: %s", f, f.Hint())
			}
		})
	}
}

// needing is a layer whose library is missing.
func needing(t *testing.T, dir string) string {
	gone := library(t, filepath.Join(dir, "libgone.so"), "int far_away;", "-Wl,-soname,libgone.so")
	layer := library(t, filepath.Join(dir, "needs.so"), goodLayer+"extern int far_away; int here(void) { return far_away; }",
		"-L"+dir, "-lgone")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	return layer
}

// A pipe is not opened, because that would wait for a writer.
func TestPipeAsLayer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.so")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if faults := checked(t, path, ""); len(faults) != 1 || !strings.Contains(faults[0].Why, "not a regular file") {
		t.Errorf("%v", faults)
	}
}

// The message about a layer for another machine uses Android's names of both machines.
func TestOtherMachine(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(library(t, filepath.Join(dir, "here.so"), goodLayer))
	if err != nil {
		t.Fatal(err)
	}
	for machine, words := range map[elf.Machine]string{elf.EM_ARM: "armeabi-v7a (32-bit ARM)", elf.EM_RISCV: "RISCV"} {
		binary.NativeEndian.PutUint16(data[18:], uint16(machine))
		path := writeFile(t, filepath.Join(dir, words+".so"), string(data), 0o600)
		want := "it is built for " + words + ", but programs on this machine are for " + abiOf(host(t).Probe)
		if faults := checked(t, path, ""); len(faults) != 1 || faults[0].Why != want || !strings.Contains(faults[0].Device, fmt.Sprintf("is for %v (%d) instead of EM_", machine, machine)) || !strings.Contains(faults[0].Hint(), "gleslayergen build") {
			t.Errorf("%v, want %s", faults, want)
		}
	}
}

// Paths that the dynamic linker accepts are no fault: blanks, quotes, any letters. Output of a constructor is
// ignored.
func TestGoodLayers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), `a 'b' "ü"; $x`)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	loud := goodLayer + `#include <stdio.h>
__attribute__((constructor)) static void shout(void) { printf("open: nothing\n"); }`
	a := library(t, filepath.Join(dir, "a.so"), goodLayer)
	b := library(t, filepath.Join(dir, "b.so"), loud)
	for _, f := range append(checked(t, a+":"+b, ""), checked(t, "b.so:a.so:b.so", t.TempDir()+":"+dir)...) {
		t.Error(f)
	}
}

// A layer that links libEGL gets the loader's libEGL, outside of any run.
func TestProbeIsNoRun(t *testing.T) {
	t.Setenv(EnvRun, t.TempDir())
	h := &Host{Dir: "/x", Probe: writeFile(t, filepath.Join(t.TempDir(), "probe"),
		"#!/bin/sh\necho \"open: ${GLESLAYERGEN_RUN-none} $LD_LIBRARY_PATH\"; exit 1", 0o700)}
	if v := h.probe(t.Context(), "/y"); v.kind != "open" || !strings.HasPrefix(v.words, "none /x") {
		t.Errorf("%+v", v)
	}
	linked := library(t, filepath.Join(t.TempDir(), "linked.so"), goodLayer, "-Wl,--no-as-needed", "-lEGL", "-lGLESv2")
	for _, f := range checked(t, linked, "") {
		t.Error(f)
	}
	if left, err := os.ReadDir(os.Getenv(EnvRun)); err != nil || len(left) > 0 {
		t.Errorf("left in a run: %v, %v", left, err)
	}
}

// Android reads the list from its end, and meets an empty name at its position.
func TestOrderOfFaults(t *testing.T) {
	dir := t.TempDir()
	library(t, filepath.Join(dir, "good.so"), goodLayer)
	writeFile(t, filepath.Join(dir, "text.so"), "", 0o600)
	var got []string
	for _, f := range checked(t, "gone.so::good.so:text.so", dir) {
		got = append(got, f.ID)
	}
	if words := strings.Join(got, " "); words != "rule-1.10 trap-trailing-colon rule-1.10" {
		t.Error(words)
	}
	faults := checked(t, "gone.so:godd.so", dir)
	if len(faults) != 2 || !strings.Contains(faults[0].Hint(), "did you mean good.so?") || strings.Contains(faults[1].Hint(), "did you") {
		t.Errorf("%v", faults)
	}
}
