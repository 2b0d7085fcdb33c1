package loader

import (
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"unsafe"
)

// The program stays in our process group, so that it has the terminal when we have it, also in a pipeline. What the
// terminal sends reaches the whole group; what is sent to us alone is handed on.
var (
	keys   = []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP}
	others = []os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM}
	groups = []os.Signal{syscall.SIGTTIN, syscall.SIGTTOU} // only ever sent to groups
)

func launch(cmd *exec.Cmd) (Ended, error) {
	signals := make(chan os.Signal, 64)
	// One that we were started with ignored, as nohup does, is to be ignored in the program as well.
	caught := slices.DeleteFunc(slices.Concat(keys, others, groups), signal.Ignored)
	signal.Notify(signals, caught...)
	defer close(signals)
	defer signal.Stop(signals)
	terminal := isForeground()
	if err := cmd.Start(); err != nil {
		return Ended{}, err
	}
	go func() {
		for s := range signals {
			if forMe(s, terminal) {
				_ = cmd.Process.Signal(s) // it may have ended
			}
		}
	}()
	return follow(cmd.Process)
}

// forMe says whether a signal did not come by the group; terminal: we began with one.
func forMe(s os.Signal, terminal bool) bool {
	switch {
	case slices.Contains(keys, s):
		return !isForeground()
	case s == syscall.SIGHUP:
		return !terminal || hasTerminal() || isLeader()
	}
	return slices.Contains(others, s)
}

// follow waits for the end, and stops and goes on with the program, so that the shell sees one job.
func follow(p *os.Process) (Ended, error) {
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
			_ = p.Signal(syscall.SIGCONT) // if only we were told to go on
		}
	}
}

// byTerminal tells a stop of the job from one of the program alone, which a debugger or kill made.
func byTerminal(s syscall.Signal) bool { return s != syscall.SIGSTOP || isForeground() }

// isForeground says whether this process's group is the one that the terminal's keys act on.
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

// isLeader says whether a hangup is told to this process alone, as first of its session.
func isLeader() bool {
	session, _, _ := syscall.Syscall(syscall.SYS_GETSID, 0, 0, 0)
	return int(session) == syscall.Getpid()
}

// hasTerminal is false after the terminal was hung up.
func hasTerminal() bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	return tty.Close() == nil
}
