package elf

import (
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// libraries are shared objects of this machine, built by many compilers and linkers.
func libraries(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, dir := range []string{"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/aarch64-linux-gnu/lib",
		"/usr/arm-linux-gnueabihf/lib", "/usr/i686-linux-gnu/lib"} {
		found, err := filepath.Glob(dir + "/*.so*")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	if len(list) < 20 {
		t.Fatalf("only %d libraries on this machine: make deps installs some", len(list))
	}
	return list
}

// For each library of this machine, the result equals that of the standard library, which reads the sections
// instead.
func TestReal(t *testing.T) {
	compared := 0
	for _, path := range libraries(t) {
		got, err := Open(path)
		if errors.As(err, new(*Damaged)) && !isELF(path) {
			continue // a linker script
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		compare(t, path, got)
		compared++
	}
	if compared < 20 {
		t.Errorf("only %d libraries could be compared", compared)
	}
}

func isELF(path string) bool {
	data, err := os.ReadFile(path)
	return err != nil || strings.HasPrefix(string(data), elf.ELFMAG)
}

func compare(t *testing.T, path string, got *Object) {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	defer f.Close()
	needed, _ := f.ImportedLibraries()
	soname, _ := f.DynString(elf.DT_SONAME)
	if !slices.Equal(needed, got.Needed) || strings.Join(soname, "") != got.Soname || f.Machine != got.Machine || f.Class != got.Class {
		t.Errorf("%s: needed %q, soname %q, %v %v; wanted %q, %q", path, got.Needed, got.Soname, got.Machine, got.Class, needed, soname)
	}
	exports, undefined := symbolsOf(t, f)
	var names []string
	for _, s := range got.Exports {
		names = append(names, s.Name)
	}
	equal(t, path+": exports", names, exports)
	equal(t, path+": undefined", got.Undefined, undefined)
}

// symbolsOf returns the symbols of the section .dynsym.
func symbolsOf(t *testing.T, f *elf.File) (exports, undefined []string) {
	t.Helper()
	list, err := f.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		t.Fatal(err)
	}
	for _, s := range list {
		bind, vis := elf.ST_BIND(s.Info), elf.ST_VISIBILITY(s.Other)
		switch {
		case bind == elf.STB_LOCAL || vis == elf.STV_HIDDEN || vis == elf.STV_INTERNAL || s.Name == "":
		case s.Section == elf.SHN_ABS && elf.ST_TYPE(s.Info) == elf.STT_OBJECT:
		case s.Section != elf.SHN_UNDEF:
			exports = append(exports, s.Name)
		case bind != elf.STB_WEAK:
			undefined = append(undefined, s.Name)
		}
	}
	return exports, undefined
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d names, wanted %d", what, len(got), len(want))
	}
}
