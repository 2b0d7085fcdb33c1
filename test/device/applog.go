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

// endOfLog is what the pipe carries last.
const endOfLog = "\x00end"

// logVerbose is what C calls the first of priorities.
const logVerbose = 2

// maxLogLine is as long as Android's log takes one.
const maxLogLine = 4000

func (r *running) read(pipe io.Reader) {
	in := bufio.NewReaderSize(pipe, 64<<10)
	for {
		line, err := in.ReadString('\n')
		line, last := strings.CutSuffix(strings.TrimSuffix(line, "\n"), endOfLog)
		if err == nil && (!last || line != "") { // an app that was killed may have left half a line
			r.line(line[:min(len(line), maxLogLine)])
		}
		if err != nil || last {
			return
		}
	}
}

// line is "P TAG: TEXT" of the loader, "log N/TAG: TEXT" of Android's library of the log, or "TAG: TEXT" of the app and its layers.
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
		text = r.androidWords(text)
	case tag == "loader":
		return // it speaks of what no device would
	}
	r.device.WriteLog(r.job.pid, r.job.who.uid, priority, tag, text)
	if strings.HasSuffix(text, "activity complete") || text == "activity created" {
		r.once.Do(func() { close(r.shown) })
	}
}

// crash logs an uncaught exception as the runtime does.
func (r *running) crash(exception string) {
	d := r.device
	for _, line := range []string{"FATAL EXCEPTION: main", fmt.Sprintf("Process: %s, PID: %d", r.app.Name, r.job.pid), exception,
		"\tat android.os.GraphicsEnvironment.getDebugLayerAppPaths(GraphicsEnvironment.java:312)"} {
		d.WriteLog(r.job.pid, r.job.who.uid, 'E', "AndroidRuntime", line)
	}
}

// died logs a process that ended by itself, as Android's crash reporter does.
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
