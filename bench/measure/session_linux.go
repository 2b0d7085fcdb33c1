package measure

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ownSession starts a command in its own session. The session also contains children in other process groups,
// so all of them can be killed and sampled together.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error {
		eachOf(cmd.Process.Pid, func(pid, _ int) { _ = syscall.Kill(pid, syscall.SIGKILL) })
		return nil
	}
}

// The time between two samples of a session. It grows with the length of /proc so that sampling takes at most
// a twentieth of one core, but stays short enough to catch a peak.
const (
	lookEvery   = 20 * time.Millisecond
	lookAtLeast = 150 * time.Millisecond
)

// watch samples a session until the returned function is called, which returns the peak memory in MB.
func watch(session int) (stop func() float64) {
	done, peak := make(chan struct{}), make(chan float64)
	go func() {
		highest := 0.0
		for {
			start := time.Now()
			pages := 0
			eachOf(session, func(_, resident int) { pages += resident })
			highest = max(highest, float64(pages*os.Getpagesize())/megabyte)
			select {
			case <-done:
				peak <- highest
				return
			case <-time.After(min(max(lookEvery, 20*time.Since(start)), lookAtLeast)):
			}
		}
	}()
	return func() float64 {
		close(done)
		return <-peak
	}
}

// eachOf calls f for each process of a session with its resident pages.
func eachOf(session int, f func(pid, pages int)) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		line, err := os.ReadFile(path)
		if err != nil {
			continue // the process ended
		}
		if s, pages := readStat(line); s == session {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			f(pid, pages)
		}
	}
}

// readStat parses the session and the resident pages from a line of /proc/PID/stat: fields 6 and 24. Field 2,
// the name in parentheses, may itself contain blanks and parentheses.
func readStat(line []byte) (session, pages int) {
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) < 22 {
		return 0, 0
	}
	session, _ = strconv.Atoi(string(fields[3]))
	pages, _ = strconv.Atoi(string(fields[21]))
	return session, pages
}
