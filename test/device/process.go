package device

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
)

// A process is a program of the device, run in this process.
type process struct {
	device   *Device
	ctx      context.Context
	who      user
	args     []string
	in       io.Reader
	out, err io.Writer
	dir      string
	env      expand.Environ
}

// A command implements a program of the device and returns its exit status.
type command func(*process) int

// run finds the program of the first argument and runs it.
func (p *process) run() int {
	name := p.args[0]
	if slash := strings.LastIndex(name, "/"); slash >= 0 {
		if !slices.Contains([]string{"/system/bin", "/bin", "/system/xbin", "/vendor/bin"}, name[:slash]) {
			return p.runFile(name)
		}
		name = name[slash+1:]
	}
	c := programs[name]
	if c == nil || slices.Contains(p.device.faults.get().Lacks, name) || !p.device.release.has(name) || !p.installed(name) {
		fmt.Fprintf(p.err, "%s: %s: inaccessible or not found\n", shellName, p.args[0])
		return 127
	}
	return c(p)
}

// runFile runs a script or a program in the device's file system.
func (p *process) runFile(name string) int {
	text, err := p.read(name)
	if err != nil {
		fmt.Fprintf(p.err, "%s: %s: %s\n", shellName, name, errorText(err))
		return 127
	}
	if err := p.device.tree.access(p.who, p.abs(name), maySearch); err != nil {
		fmt.Fprintf(p.err, "%s: %s: can't execute: %s\n", shellName, name, errorText(err))
		return 126
	}
	if strings.HasPrefix(string(text), "\x7fELF") {
		return p.runProgram(name)
	}
	return p.script(string(text), name, p.args[1:])
}

// installed reports whether the device has a program that exists only on some devices.
func (p *process) installed(name string) bool {
	return name != "su" || p.device.su() != ""
}

func (p *process) abs(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(p.dir, name)
}

// fail prints an error after the program's name.
func (p *process) fail(format string, args ...any) int {
	fmt.Fprintf(p.err, "%s: %s\n", path.Base(p.args[0]), fmt.Sprintf(format, args...))
	return 1
}

func (p *process) usage(text string) int {
	fmt.Fprintln(p.err, text)
	return 255
}
