package loader

import (
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"
	"unsafe"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// The program stays in this process's group, so that it has the terminal when this process has it, also in a
// pipeline. Signals from the terminal reach the whole group; signals sent to this process alone are
// forwarded.
var (
	keys   = []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP}
	others = []os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM}
	groups = []os.Signal{syscall.SIGTTIN, syscall.SIGTTOU} // always sent to groups
)

func launch(cmd *exec.Cmd, stop <-chan struct{}) (Ended, error) {
	signals := make(chan os.Signal, 64)
	// A signal that this process ignored at its start, as under nohup, must be ignored in the program too.
	caught := slices.DeleteFunc(slices.Concat(keys, others, groups), signal.Ignored)
	signal.Notify(signals, caught...)
	defer close(signals)
	defer signal.Stop(signals)
	terminal := isForeground()
	if err := cmd.Start(); err != nil {
		return Ended{}, err
	}
	recovery.Go(func() {
		for s := range signals {
			if forMe(s, terminal) {
				_ = cmd.Process.Signal(s) // it may have ended already
			}
		}
	})
	ended := make(chan struct{})
	var ending recovery.Group
	ending.Go(func() { stopProcess(cmd.Process, stop, ended) })
	defer ending.Wait()
	defer close(ended)
	return waitWithStops(cmd.Process)
}

// stopProcess ends a process when stop is closed. It returns when the process has ended.
func stopProcess(p *os.Process, stop, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-stop:
	}
	_ = p.Signal(syscall.SIGTERM)
	_ = p.Signal(syscall.SIGCONT) // a stopped process handles no signal
	select {
	case <-ended:
	case <-time.After(stopGrace):
		_ = p.Kill()
	}
}

// forMe reports whether a signal was sent to this process alone; terminal says whether there was a terminal
// at the start.
func forMe(s os.Signal, terminal bool) bool {
	switch {
	case slices.Contains(keys, s):
		return !isForeground()
	case s == syscall.SIGHUP:
		return !terminal || hasTerminal() || isLeader()
	}
	return slices.Contains(others, s)
}

// waitWithStops waits for the end of the program, and stops and continues with it, so that the shell sees one job.
func waitWithStops(p *os.Process) (Ended, error) {
	for {
		var status syscall.WaitStatus
		_, err := syscall.Wait4(p.Pid, &status, syscall.WUNTRACED, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return Ended{}, os.NewSyscallError("wait4", err)
		case status.Signaled():
			return Ended{Code: 128 + int(status.Signal()), Signal: int(status.Signal())}, p.Release()
		case status.Exited():
			return Ended{Code: status.ExitStatus()}, p.Release()
		case byTerminal(status.StopSignal()):
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP)
			_ = p.Signal(syscall.SIGCONT) // in case SIGCONT reached this process alone
		}
	}
}

// byTerminal reports whether a stop concerns the job, and not the program alone, as one by a debugger or kill
// does.
func byTerminal(s syscall.Signal) bool { return s != syscall.SIGSTOP || isForeground() }

// isForeground reports whether this process's group is the terminal's foreground group.
func isForeground() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	var group int32
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, tty.Fd(), syscall.TIOCGPGRP, uintptr(unsafe.Pointer(&group)))
	return failed == 0 && int(group) == syscall.Getpgrp()
}

// isLeader reports whether this process leads its session, so that a hangup is sent to it alone.
func isLeader() bool {
	session, _, _ := syscall.Syscall(syscall.SYS_GETSID, 0, 0, 0)
	return int(session) == syscall.Getpid()
}

// hasTerminal reports whether there is a controlling terminal; there is none after a hangup.
func hasTerminal() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	return tty.Close() == nil
}
