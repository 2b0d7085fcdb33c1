package device

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"mvdan.cc/sh/v3/expand"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// runProgram runs a program built for this machine if the device has this CPU. Other programs fail with the
// device's message.
func (p *process) runProgram(name string) int {
	real, err := p.device.tree.reach(p.who, p.abs(name), true)
	if err != nil {
		return p.refuse(126, name, errorText(err))
	}
	host := p.device.tree.host(real)
	if !p.runsHere(host) {
		return p.refuse(126, name, "not executable: 64-bit ELF file")
	}
	if err := os.Chmod(host, 0o700); err != nil {
		return p.refuse(126, name, errorText(err))
	}
	cmd, done, err := p.started(host)
	if err != nil {
		return p.refuse(126, name, errorText(err))
	}
	err = cmd.Wait()
	done()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return 128 + int(status.Signal())
		}
		return exit.ExitCode()
	}
	return 0
}

// started starts the program with this machine's EGL. It tries again while a process that another goroutine
// is forking has the file open for writing (ETXTBSY).
func (p *process) started(host string) (cmd *exec.Cmd, done func(), err error) {
	layers, done, err := p.device.nativeLayers()
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			done()
		}
	}()
	for range 20 {
		cmd = exec.CommandContext(p.ctx, host, p.args[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = p.in, p.out, p.err
		cmd.Dir = p.device.tree.host(p.dir)
		cmd.Env = slices.Concat([]string{"PATH=/usr/bin:/bin", "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}, layers, p.device.options.Environ, p.exported())
		cmd.WaitDelay, cmd.SysProcAttr = 10*time.Second, killWithParent()
		if err = cmd.Start(); !errors.Is(err, syscall.ETXTBSY) {
			break
		}
		time.Sleep(50 * time.Millisecond) // another forked process still has the file open for writing
	}
	return cmd, done, err
}

// exported returns the variables that scripts exported, without those of the device, which have paths of the device.
func (p *process) exported() (env []string) {
	own := p.device.environment(p.who)
	p.env.Each(func(name string, v expand.Variable) bool {
		if v.Exported && !own.Get(name).IsSet() {
			env = append(env, name+"="+v.String())
		}
		return true
	})
	return env
}

// runsHere reports whether a program is built for this machine's CPU.
func (p *process) runsHere(host string) bool {
	file, err := elf.Open(host)
	if err != nil {
		return false
	}
	defer file.Close()
	own, err := elf.Open("/proc/self/exe")
	if err != nil {
		return false
	}
	defer own.Close()
	return file.Machine == own.Machine && slices.Contains(p.device.options.ABIs, hostABI())
}

func (p *process) refuse(status int, name, why string) int {
	fmt.Fprintf(p.err, "%s: %s: %s\n", shellName, name, why)
	return status
}

// nativeLayers runs a program with the layer loader if the property lists layers: the property applies also
// to programs without Java (rule 7.9).
func (d *Device) nativeLayers() (env []string, done func(), err error) {
	if d.Prop(rules.PropertyLayers) == "" {
		return nil, func() {}, nil
	}
	host, err := layerLoader()
	if err != nil {
		return nil, nil, err
	}
	setup := loader.Setup{Release: d.release.rules}
	a := loader.Android{Device: rules.Device{Later: d.options.Later, Build: d.options.Build}, App: rules.App{Native: true, ABI: hostABI()},
		Properties: map[string]string{rules.PropertyLayers: d.Prop(rules.PropertyLayers)}, System: d.tree.host("/data/local/debug/gles")}
	a.Fill(&setup)
	run, err := host.NewRun(filepath.Dir(d.tree.dir), setup)
	if err != nil {
		return nil, nil, err
	}
	return run.Env(), func() { run.Close() }, nil
}
