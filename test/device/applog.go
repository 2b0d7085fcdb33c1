package device

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
)

// endOfLog is the last line that is written to the pipe.
const endOfLog = "\x00end"

// logVerbose is the value of ANDROID_LOG_VERBOSE in C, the lowest priority.
const logVerbose = 2

// maxLogLine is the maximum length of a log line on Android, in bytes.
const maxLogLine = 4000

func (r *running) read(pipe io.Reader) {
	in := bufio.NewReaderSize(pipe, 64<<10)
	for {
		line, err := in.ReadString('\n')
		line, last := strings.CutSuffix(strings.TrimSuffix(line, "\n"), endOfLog)
		if err == nil && (!last || line != "") { // a killed app may have written a partial line
			r.line(line[:min(len(line), maxLogLine)])
		}
		if err != nil || last {
			return
		}
	}
}

// line parses a line of the pipe: "P TAG: TEXT" of the loader, "log N/TAG: TEXT" of liblog, or "TAG: TEXT" of
// the app and its layers.
func (r *running) line(text string) {
	text = strings.ReplaceAll(strings.NewReplacer(r.screened...).Replace(text), r.device.tree.dir, "")
	priority := byte('I')
	if len(text) > 2 && text[1] == ' ' && strings.IndexByte(priorities, text[0]) >= 0 {
		priority, text = text[0], text[2:]
	}
	var n int
	if _, err := fmt.Sscanf(text, "log %d/", &n); err == nil && n >= logVerbose && n < logVerbose+len(priorities) {
		priority, text = priorities[n-logVerbose], text[len("log n/"):]
	}
	tag, text, ok := strings.Cut(text, ": ")
	switch {
	case !ok:
		tag, text = r.app.Tag, tag
	case tag == "app":
		tag = r.app.Tag
	case tag == "libEGL":
		text = r.androidError(text)
	case tag == "loader":
		return // it concerns only this machine
	}
	r.device.WriteLog(r.job.pid, r.job.who.uid, priority, tag, text)
	if strings.HasSuffix(text, "activity complete") || text == "activity created" {
		r.once.Do(func() { close(r.shown) })
	}
}

// crash logs an uncaught exception in the format of the Android runtime.
func (r *running) crash(exception string) {
	d := r.device
	for _, line := range []string{"FATAL EXCEPTION: main", fmt.Sprintf("Process: %s, PID: %d", r.app.Name, r.job.pid), exception,
		"\tat android.os.GraphicsEnvironment.getDebugLayerAppPaths(GraphicsEnvironment.java:312)"} {
		d.WriteLog(r.job.pid, r.job.who.uid, 'E', "AndroidRuntime", line)
	}
}

// died logs a process that ended by itself, in the format of Android's crash reporter.
func (r *running) died(err error) {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return
	}
	status, _ := exit.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() == syscall.SIGKILL {
		return
	}
	d, pid := r.device, r.job.pid
	d.WriteLog(pid, r.job.who.uid, 'F', "libc", fmt.Sprintf("Fatal signal %d (%s), code 1 (SEGV_MAPERR), fault addr 0x0 in tid %d (%s), pid %d (%s)",
		int(status.Signal()), signalName(status.Signal()), pid, r.app.Name, pid, r.app.Name))
	d.WriteLog(pid, r.job.who.uid, 'F', "DEBUG", "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***")
	d.WriteLog(pid, r.job.who.uid, 'F', "DEBUG", fmt.Sprintf("pid: %d, tid: %d, name: %s  >>> %s <<<", pid, pid, r.app.Name, r.app.Name))
}

func signalName(s syscall.Signal) string {
	names := map[syscall.Signal]string{syscall.SIGSEGV: "SIGSEGV", syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGILL: "SIGILL", syscall.SIGFPE: "SIGFPE", syscall.SIGTRAP: "SIGTRAP"}
	return names[s]
}
