//go:build linux

package loader

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const nothing = "int main(void) { return 0; }"

func TestBadPrograms(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("PATH", os.Getenv("PATH")+":.:"+dir)
	plain := compile(t, "plain", nothing)
	data, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, "setuid", string(data), 0o755|os.ModeSetuid)
	writeFile(t, "setgid", string(data), 0o755|os.ModeSetgid)
	writeFile(t, "refused", string(data), 0o644)
	writeFile(t, "words", "echo words\n", 0o755)
	binary.NativeEndian.PutUint16(data[18:], 243)
	writeFile(t, "riscv", string(data), 0o755)
	compile(t, "static", nothing, "-static")
	compile(t, "static-pie", nothing, "-static-pie")
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		why, remedy string
		layer       bool
	}{
		"./gone": {"program not found", "install it", false}, "gone": {"program not found", "install it", false},
		"./folder": {"it is a directory", "a program in it", false}, "./refused": {"not executable", "chmod +x ./refused", false},
		"./words": {"neither an ELF program nor a script", "sh " + dir + "/words", false},
		"./riscv": {"built for RISCV, but", "build the program", false}, "plain": {"is in a directory that PATH lists as a relative path", "./plain", false},
		"./setuid": {"setuid or setgid", "a copy", false}, "./setgid": {"setuid or setgid", "a copy", false},
		"./static": {"statically linked", "--keep-going", true}, "./static-pie": {"statically linked", "--keep-going", true},
	} {
		path, f := host(t).FindProgram(name)
		if f == nil || f.What != name || !strings.Contains(f.Why, c.why) || !strings.Contains(f.Hint(), c.remedy) || f.Layer != c.layer {
			t.Errorf("%s: %q, %+v", name, path, f)
		}
	}
}

func TestGoodPrograms(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	compile(t, filepath.Join(dir, "plain"), nothing)
	writeFile(t, filepath.Join(dir, "script"), "#!/bin/sh\n", 0o755)
	t.Setenv("PATH", dir)
	for _, name := range []string{"plain", "script", dir + "/plain"} {
		if path, f := host(t).FindProgram(name); f != nil || path != filepath.Join(dir, filepath.Base(name)) {
			t.Errorf("%s: %q, %v", name, path, f)
		}
	}
}

// A program with capabilities is recognized by its file. Without the right to set capabilities, the test only
// checks that none are found.
func TestCapabilities(t *testing.T) {
	path := compile(t, filepath.Join(t.TempDir(), "plain"), nothing)
	if hasCapabilities(path) {
		t.Error("capabilities of nothing")
	}
	const netRaw = "\x01\x00\x00\x02" + "\x00\x20\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"
	switch err := syscall.Setxattr(path, "security.capability", []byte(netRaw), 0); err {
	case nil:
		if !hasCapabilities(path) {
			t.Error("capabilities are not seen")
		}
	case syscall.EPERM, syscall.ENOTSUP:
	default:
		t.Error(err)
	}
}
