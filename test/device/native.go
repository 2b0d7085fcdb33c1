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

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// runProgram starts a program that is made for this machine, where the device has such a processor. Others are refused in
// the device's words.
func (p *process) runProgram(name string) int {
	real, err := p.device.tree.reach(p.who, p.abs(name), true)
	if err != nil {
		return p.refuse(126, name, words(err))
	}
	host := p.device.tree.host(real)
	if !p.runsHere(host) {
		return p.refuse(126, name, "not executable: 64-bit ELF file")
	}
	if err := os.Chmod(host, 0o700); err != nil {
		return p.refuse(126, name, words(err))
	}
	cmd, done, err := p.started(host)
	if err != nil {
		return p.refuse(126, name, words(err))
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

// started starts it with the EGL of this machine. It is tried again where the file is still open for writing in a process
// that another goroutine is about to start.
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
		cmd.Dir = p.device.tree.dir
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}, append(layers, p.device.options.Environ...)...)
		cmd.WaitDelay, cmd.SysProcAttr = 10*time.Second, endsWithUs()
		if err = cmd.Start(); !errors.Is(err, syscall.ETXTBSY) {
			break
		}
		time.Sleep(50 * time.Millisecond) // a process forked meanwhile still has the file open for writing
	}
	return cmd, done, err
}

// runsHere tells a program of this machine's processor.
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

// nativeLayers puts a program under the layer loader when the property asks for layers: it does so for programs without Java
// too (rule 7.9). Otherwise the loader would change nothing.
func (d *Device) nativeLayers() (env []string, done func(), err error) {
	if d.Prop(rules.PropertyLayers) == "" {
		return nil, func() {}, nil
	}
	host, err := theHost()
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
