package doctor

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Machine is the system that Check examines. Tests provide their own.
type Machine struct {
	System   string // as runtime.GOOS
	Getenv   func(name string) string
	LookPath func(program string) (string, error)
	Run      func(ctx context.Context, program string, args ...string) (output string, err error)
	LibDirs  []string // where the system keeps libraries
}

// This returns the machine that the program runs on.
func This() *Machine {
	return &Machine{System: runtime.GOOS, Getenv: os.Getenv, LookPath: exec.LookPath, Run: runTool, LibDirs: libDirs()}
}

// runTool runs a program for at most ten seconds and returns its output.
func runTool(ctx context.Context, program string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = 10 * time.Second // a wrapper script may leave a child that holds the pipe
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// libDirs lists the usual library directories for the program's architecture.
func libDirs() []string {
	triplet := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu",
		"386": "i386-linux-gnu", "arm": "arm-linux-gnueabihf"}[runtime.GOARCH]
	return []string{"/usr/local/lib", "/usr/lib/" + triplet, "/lib/" + triplet, "/usr/lib64", "/lib64", "/usr/lib",
		"/lib", "/run/opengl-driver/lib"}
}

// program finds the first of "a|b|$VAR".
func (m *Machine) program(find string) (path, problem string) {
	for name := range strings.SplitSeq(find, "|") {
		if variable, ok := strings.CutPrefix(name, "$"); ok {
			words := strings.Fields(m.Getenv(variable)) // CC may contain arguments after the name
			if len(words) == 0 {
				continue
			}
			path, err := m.LookPath(words[0])
			if err != nil {
				return "", fmt.Sprintf("%s=%s: not found", variable, words[0])
			}
			return path, ""
		}
		if path, err := m.LookPath(name); err == nil {
			return path, ""
		}
	}
	return "", "not found"
}

// version returns the first number with a dot in a program's version output.
func (m *Machine) version(ctx context.Context, path string, args []string) (version, problem string) {
	out, err := m.Run(ctx, path, args...)
	version = regexp.MustCompile(`\d+(\.\d+)+`).FindString(out)
	if version == "" && err != nil {
		return "", "does not run: " + err.Error()
	}
	return version, ""
}

// library finds files: "a+b" means both, "b|c" either, in any of the directories. It returns the path of the
// first.
func (m *Machine) library(find string) (path, problem string) {
	for part := range strings.SplitSeq(find, "+") {
		found := ""
		for name := range strings.SplitSeq(part, "|") {
			found = cmp.Or(found, m.file(name))
		}
		if found == "" {
			return "", "no " + strings.ReplaceAll(part, "|", " or ")
		}
		path = cmp.Or(path, found)
	}
	return path, ""
}

// file finds a name, which may be a glob, in the library directories.
func (m *Machine) file(name string) string {
	dirs := filepath.SplitList(m.Getenv("LD_LIBRARY_PATH"))
	for _, dir := range append(dirs, m.LibDirs...) {
		if found, _ := filepath.Glob(filepath.Join(dir, name)); dir != "" && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// older compares versions number by number. An unknown version is never too old.
func older(version, least string) bool {
	if version == "" {
		return false
	}
	have, want := strings.Split(version, "."), strings.Split(least, ".")
	for i, w := range want {
		if i == len(have) {
			return true
		}
		h, _ := strconv.Atoi(have[i])
		n, _ := strconv.Atoi(w)
		if h != n {
			return h < n
		}
	}
	return false
}
