package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Ctrl-C ends a program: the exit code is that of the program, and the file has all received calls.
func TestTraceInterrupted(t *testing.T) {
	r := newTracer(t)
	cmd := r.command("", "trace", "record", "--out", "x.gltrace", "--", r.frames(), "0", "3", "1000")
	cmd.SysProcAttr = apart()
	receiver := r.begin(cmd)
	r.enough(50)
	_ = receiver.Process.Signal(syscall.SIGINT)
	_ = receiver.Wait()
	if printed := receiver.printed.String(); receiver.ProcessState.ExitCode() != 130 || !strings.Contains(printed, "ended by signal 2") || !strings.Contains(printed, "x.gltrace: ") {
		t.Errorf("exit code %d\n%s", receiver.ProcessState.ExitCode(), printed)
	}
	if n, whole := r.calls(filepath.Join(r.home, "x.gltrace")); n < 50*5 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
}

// goesOn is a program that records each Ctrl-C in a file and draws until it is ended in another way.
const goesOn = `trap 'echo ^C >>interrupts' INT; trap 'kill $drawing' TERM
"$0" 0 3 1000 & drawing=$!
while kill -0 $drawing 2>/dev/null; do wait $drawing; done
exit 5`

// On a terminal each Ctrl-C reaches a program once. The first also ends the recording; the program continues,
// and its exit code counts.
func TestTraceInterruptedOnTerminal(t *testing.T) {
	r := newTracer(t)
	keyboard, tty := terminal(t)
	cmd := r.command("", "trace", "record", "--out", "x.gltrace", "--json", "--", "sh", "-c", goesOn, r.frames())
	cmd.Stdin, cmd.SysProcAttr = tty, &syscall.SysProcAttr{Setsid: true, Setctty: true}
	receiver := r.begin(cmd)
	for pressed := 1; pressed <= 2; pressed++ {
		if pressed == 1 {
			r.enough(50)
		}
		if _, err := keyboard.Write([]byte{3}); err != nil {
			t.Fatal(err)
		}
		r.until(func() bool { return len(r.interrupts()) >= pressed }, receiver.printed.String)
		r.until(func() bool { n, whole := r.calls(filepath.Join(r.home, "x.gltrace")); return n > 0 && whole }, receiver.printed.String)
	}
	_ = receiver.Process.Signal(syscall.SIGTERM)
	_ = receiver.Wait()
	printed := receiver.printed.String()
	if at := r.interrupts(); receiver.ProcessState.ExitCode() != 5 || len(at) != 2 || !strings.Contains(printed, `"reason": "stopped"`) || !strings.Contains(printed, "frames ") {
		t.Errorf("exit code %d, interrupted %d times\n%s", receiver.ProcessState.ExitCode(), len(at), printed)
	}
}

// interrupts returns the number of interrupts that goesOn has recorded.
func (r *tracer) interrupts() []string {
	noted, _ := os.ReadFile(filepath.Join(r.home, "interrupts"))
	return strings.Fields(string(noted))
}

// terminal is a terminal of the test: its keyboard, and the file that a program gets.
func terminal(t *testing.T) (keyboard, tty *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keyboard.Close() })
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return keyboard, tty
}

// The first Ctrl-C of trace start waits for the remaining data of the recorder; the second does not wait. The
// file has what was received.
func TestTraceStartInterruptedTwice(t *testing.T) {
	r := newTracer(t)
	program := r.drawing("5", "1000")
	pid := r.recorder().PID
	receiver := r.begin(r.command("", "trace", "start", "--pid", fmt.Sprint(pid), "--out", "x.gltrace"))
	r.enough(50)
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil { // the recorder does not answer
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
	r.until(func() bool { // the second may arrive before the first is handled
		_ = receiver.Process.Signal(syscall.SIGINT)
		select {
		case <-receiver.ended:
			return true
		case <-time.After(100 * time.Millisecond):
			return false
		}
	}, receiver.printed.String)
	if status := receiver.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("%v\n%s", receiver.ProcessState, receiver.printed.String())
	}
	if n, _ := r.calls(filepath.Join(r.home, "x.gltrace")); n < 50*5 {
		t.Errorf("%d calls", n)
	}
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	r.ends(program)
}
