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

// ownGroup puts a command in a process group, to be ended and looked at as one.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// lookEvery is the time between two looks at a process group. Where /proc is long it grows, to take no more than a
// twentieth of one core from what is measured.
const lookEvery = 20 * time.Millisecond

// watch looks at a process group until the function it gives is called, which tells the peak memory in MB.
func watch(group int) (stop func() float64) {
	done, peak := make(chan struct{}), make(chan float64)
	go func() {
		highest := 0.0
		for {
			start := time.Now()
			highest = max(highest, groupMemory(group)/megabyte)
			select {
			case <-done:
				peak <- highest
				return
			case <-time.After(max(lookEvery, 20*time.Since(start))):
			}
		}
	}()
	return func() float64 {
		close(done)
		return <-peak
	}
}

// groupMemory sums the resident sets of a process group, in bytes.
func groupMemory(group int) float64 {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	pages := 0
	for _, path := range stats {
		line, err := os.ReadFile(path)
		if err != nil {
			continue // it ended
		}
		if g, rss := readStat(line); g == group {
			pages += rss
		}
	}
	return float64(pages * os.Getpagesize())
}

// readStat takes the process group and the resident pages from a line of /proc/PID/stat: fields 5 and 24. Field 2, the
// name in parentheses, may hold blanks and parentheses itself.
func readStat(line []byte) (group, pages int) {
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) < 22 {
		return 0, 0
	}
	group, _ = strconv.Atoi(string(fields[2]))
	pages, _ = strconv.Atoi(string(fields[21]))
	return group, pages
}
