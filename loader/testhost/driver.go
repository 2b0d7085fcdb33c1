package testhost

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A driver names the libraries that the stand-ins lie over, by absolute path: by name they would find themselves.
type driver struct {
	EGL, GLES string
}

func findDriver(ctx context.Context, cc []string) (driver, error) {
	egl, err := findLibrary(ctx, cc, "libEGL.so.1")
	if err != nil {
		return driver{}, err
	}
	gles, err := findLibrary(ctx, cc, "libGLESv2.so.2")
	return driver{egl, gles}, err
}

// findLibrary asks the compiler, which knows the system's folders, and then the dynamic linker's cache.
func findLibrary(ctx context.Context, cc []string, name string) (string, error) {
	out, err := exec.CommandContext(ctx, cc[0], append(cc[1:], "-print-file-name="+name)...).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(cc, " "), err)
	}
	if path := strings.TrimSpace(string(out)); filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	if path := findInCache(ctx, name); path != "" {
		return path, nil
	}
	return "", fmt.Errorf("%s is not on this machine (run make deps)", name)
}

// findInCache takes the path from a line such as "libEGL.so.1 (libc6,x86-64) => /lib/libEGL.so.1"; it is "" if there is
// none of the machine's own kind.
func findInCache(ctx context.Context, name string) string {
	out, _ := exec.CommandContext(ctx, ldconfig(), "-p").Output()
	for line := range bytes.Lines(out) {
		library, path, _ := strings.Cut(strings.TrimSpace(string(line)), " => ")
		if strings.HasPrefix(library, name+" ") && isNative(path) {
			return path
		}
	}
	return ""
}

// ldconfig is often outside a user's path.
func ldconfig() string {
	if path, err := exec.LookPath("ldconfig"); err == nil {
		return path
	}
	return "/sbin/ldconfig"
}

// isNative compares the library with the program that runs.
func isNative(path string) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	return machineOf(path) == machineOf(self) && machineOf(self) != elf.EM_NONE
}

func machineOf(path string) elf.Machine {
	file, err := elf.Open(path)
	if err != nil {
		return elf.EM_NONE
	}
	defer file.Close()
	return file.Machine
}

// exports lists the EGL and GL functions that the driver's libraries offer to a program that links them.
func (d driver) exports() ([]string, error) {
	var names []string
	for _, path := range []string{d.EGL, d.GLES} {
		found, err := exportedFunctions(path)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func exportedFunctions(path string) ([]string, error) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	var names []string
	for _, symbol := range symbols {
		if symbol.Section != elf.SHN_UNDEF && elf.ST_TYPE(symbol.Info) == elf.STT_FUNC && validName.MatchString(symbol.Name) {
			names = append(names, symbol.Name)
		}
	}
	return names, nil
}
