package device

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
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
	cmd, err := p.started(host)
	if err != nil {
		return p.refuse(126, name, words(err))
	}
	err = cmd.Wait()
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
func (p *process) started(host string) (cmd *exec.Cmd, err error) {
	for range 20 {
		cmd = exec.CommandContext(p.ctx, host, p.args[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = p.in, p.out, p.err
		cmd.Dir = p.device.tree.dir
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}, p.device.options.Environ...)
		cmd.WaitDelay, cmd.SysProcAttr = time.Second, endsWithUs()
		if err = cmd.Start(); !errors.Is(err, syscall.ETXTBSY) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return cmd, err
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
