package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A process is a process that a run has started.
type process struct {
	pid, parent int
	name        string
	ended       bool // only its parent does not know yet
	stopped     bool // by a signal
}

// adoptOrphans makes this process the parent of processes whose parent ends, so that none of a run gets lost: programs start
// processes with sessions of their own.
func adoptOrphans() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// processes returns all processes of the machine.
func processes() (all []process) {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		before, after, found := bytes.Cut(text, []byte(" ("))
		at := bytes.LastIndex(after, []byte(") "))
		if err != nil || !found || at < 0 {
			continue // it has just ended
		}
		p := process{name: string(after[:at])}
		p.pid, _ = strconv.Atoi(string(before))
		var state string
		if _, err := fmt.Sscan(string(after[at+2:]), &state, &p.parent); err == nil {
			p.ended, p.stopped = state == "Z" || state == "X", state == "T"
			all = append(all, p)
		}
	}
	return all
}

// below returns the processes that a process has started, and those that they have started.
func below(pid int) (found []process) {
	all := processes()
	for parents := []int{pid}; len(parents) > 0; {
		var next []int
		for _, p := range all {
			if slices.Contains(parents, p.parent) {
				found, next = append(found, p), append(next, p.pid)
			}
		}
		parents = next
	}
	return found
}

// isStopped reports whether a process, or one that it has started, is stopped.
func isStopped(pid int) bool {
	return slices.ContainsFunc(processes(), func(p process) bool { return p.pid == pid && p.stopped }) ||
		slices.ContainsFunc(below(pid), func(p process) bool { return p.stopped })
}

// killTree kills a child of this process and the processes below it, and returns their names with their IDs.
func killTree(pid int) string {
	var names []string
	left := below(pid)
	for _, p := range below(os.Getpid()) {
		if p.pid == pid {
			left = append([]process{p}, left...)
		}
	}
	for _, p := range left {
		names = append(names, kill(p)...)
	}
	return strings.Join(names, ", ")
}

func kill(p process) []string {
	if p.ended || syscall.Kill(p.pid, syscall.SIGKILL) != nil {
		return nil
	}
	return []string{fmt.Sprintf("%s (%d)", p.name, p.pid)}
}

// orphanLimit is the time in which the processes that a run left behind must end after they were killed.
const orphanLimit = 10 * time.Second

// killOrphans ends the processes that a run left behind, after all others of this process have ended. A killed process can stay for
// long only if the kernel waits for a device; the error names it.
func killOrphans() error {
	end := time.Now().Add(orphanLimit)
	for left := below(os.Getpid()); len(left) > 0; left = below(os.Getpid()) {
		for _, p := range left {
			_ = syscall.Kill(p.pid, syscall.SIGKILL) // also if its first thread ended before the others
		}
		for _, p := range left {
			if !awaitEnd(p.pid, time.Until(end)) || time.Now().After(end) {
				return fmt.Errorf("%s (%d) does not end within %v after it was killed", p.name, p.pid, orphanLimit)
			}
			_, _ = syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil) // fails for a child of another process, which is killed too
		}
	}
	return nil
}

// awaitEnd reports whether a process ends within the time.
func awaitEnd(pid int, limit time.Duration) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return errors.Is(err, unix.ESRCH)
	}
	defer unix.Close(fd)
	for until := time.Now().Add(limit); ; {
		ms := max(0, int(time.Until(until).Milliseconds()))
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, ms)
		if !errors.Is(err, unix.EINTR) {
			return n > 0
		}
	}
}
