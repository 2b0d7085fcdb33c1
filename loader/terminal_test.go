//go:build linux

package loader

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// launcher makes the test program a launcher of its arguments, so that it can be one process of a terminal.
const launcher = "LOADER_TEST_LAUNCH"

func init() {
	if os.Getenv(launcher) == "" {
		return
	}
	os.Unsetenv(launcher)
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	fmt.Printf("launcher %d\n", os.Getpid())
	ended, err := Launch(cmd)
	if err != nil {
		panic(err)
	}
	fmt.Printf("ended %d\n", ended.Code)
	os.Exit(ended.Code)
}

// counter builds the program of testdata/counter.c.
func counter(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("testdata/counter.c")
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, filepath.Join(t.TempDir(), "counter"), string(source), "-D_GNU_SOURCE")
}

// ioctl does not set the file to blocking mode, so that it can be closed during a read.
func ioctl(t *testing.T, file *os.File, request uintptr, value *int32) {
	t.Helper()
	var failed syscall.Errno
	raw, err := file.SyscallConn()
	if err == nil {
		err = raw.Control(func(fd uintptr) {
			_, _, failed = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(value)))
		})
	}
	if err != nil || failed != 0 {
		t.Fatalf("ioctl %#x: %v, %v", request, err, failed)
	}
}

// terminal has both ends of a new terminal, and collects its output.
type terminal struct {
	t     *testing.T
	keys  *os.File
	lines chan string
}

// onTerminal starts a session on a new terminal, with the launcher inside a shell script.
func onTerminal(t *testing.T, script string) (*terminal, *exec.Cmd) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	var number, unlocked int32
	ioctl(t, master, syscall.TIOCSPTLCK, &unlocked)
	ioctl(t, master, syscall.TIOCGPTN, &number)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	cmd := exec.Command("bash", "-c", script)
	cmd.Env = append(os.Environ(), "LAUNCH=env "+launcher+"=1 "+os.Args[0], "COUNTER="+counter(t))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	start(t, cmd)
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	term := &terminal{t, master, make(chan string, 1000)}
	go term.gather()
	return term, cmd
}

// start resets ignored signals: a test in the background may ignore some.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT, syscall.SIGHUP)
	defer signal.Stop(caught)
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (run make deps?)", err)
	}
}

func (term *terminal) gather() {
	defer close(term.lines)
	var line strings.Builder
	buffer := make([]byte, 1)
	for {
		if _, err := io.ReadFull(term.keys, buffer); err != nil {
			return
		}
		if buffer[0] != '\n' {
			line.WriteByte(buffer[0])
			continue
		}
		term.lines <- strings.TrimSpace(line.String())
		line.Reset()
	}
}

func (term *terminal) press(keys string) {
	term.t.Helper()
	if _, err := term.keys.WriteString(keys); err != nil {
		term.t.Fatal(err)
	}
}

// until returns the lines up to one that contains the words.
func (term *terminal) until(words string) []string {
	term.t.Helper()
	var seen []string
	for late := time.After(2 * time.Minute); ; {
		select {
		case line, ok := <-term.lines:
			if seen = append(seen, line); strings.Contains(line, words) {
				return seen
			}
			if !ok {
				term.t.Fatalf("no %q, but the end, after %q", words, seen)
			}
		case <-late:
			term.t.Fatalf("no %q in %q", words, seen)
		}
	}
}

func count(lines []string, words string) (n int) {
	for _, line := range lines {
		if strings.Contains(line, words) {
			n++
		}
	}
	return n
}

// Ctrl-C and Ctrl-\ reach the program once, and the program decides whether it continues.
func TestKeys(t *testing.T) {
	term, _ := onTerminal(t, `$LAUNCH "$COUNTER"; echo "status $?"`)
	term.until("ready")
	term.press("\x03")
	seen := term.until("got INT")
	term.press("\x1c")
	seen = append(seen, term.until("got QUIT")...)
	term.press("word\n")
	seen = append(seen, term.until("status 7")...)
	if count(seen, "got INT") != 1 || count(seen, "got QUIT") != 1 || count(seen, "read word") != 1 || count(seen, "ended 7") != 1 {
		t.Errorf("%q", seen)
	}
}

// A signal sent to the launcher alone is forwarded to the program, once.
func TestSignalsFromOutside(t *testing.T) {
	term, _ := onTerminal(t, `$LAUNCH "$COUNTER"; echo "status $?"`)
	seen := term.until("ready")
	pid, err := strconv.Atoi(strings.TrimPrefix(seen[0], "launcher "))
	if err != nil {
		t.Fatal(err)
	}
	for s, name := range map[syscall.Signal]string{syscall.SIGTERM: "TERM", syscall.SIGHUP: "HUP", syscall.SIGUSR1: "USR1"} {
		if err := syscall.Kill(pid, s); err != nil {
			t.Fatal(err)
		}
		seen = append(seen, term.until("got "+name)...)
	}
	term.press("word\n")
	seen = append(seen, term.until("status 7")...)
	if count(seen, "got ") != 3 {
		t.Errorf("%q", seen)
	}
}

// withoutTerminal starts a launcher without a terminal, so that keys of the tests' own terminal do not reach
// it.
func withoutTerminal(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(stop)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), launcher+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// A stop that does not come from a terminal does not stop the launcher, because nothing would continue it.
func TestStopWithoutTerminal(t *testing.T) {
	const words = `(until grep -q "^State:.T" /proc/$$/status; do sleep 0.05; done; kill -CONT $$) & kill -STOP $$; wait; echo on`
	out, err := withoutTerminal(t, "sh", "-c", words).Output()
	if err != nil || !strings.HasSuffix(string(out), "\non\nended 0\n") {
		t.Errorf("%v, %q", err, out)
	}
}

// Without a terminal, an interrupt can only have been sent to the launcher.
func TestInterruptWithoutTerminal(t *testing.T) {
	cmd := withoutTerminal(t, counter(t))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	late := time.AfterFunc(2*time.Minute, func() { out.Close() })
	defer late.Stop()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		switch lines.Text() {
		case "ready":
			_ = cmd.Process.Signal(syscall.SIGINT)
		case "got INT":
			_, _ = in.Write([]byte("word\n"))
		case "ended 7":
			return
		}
	}
	t.Error("no end, or another")
}

// When the terminal closes, the program gets one SIGHUP: forwarded by the launcher if it leads the session,
// else with the whole group when the shell ends.
func TestHangup(t *testing.T) {
	for name, rest := range map[string]string{"first of the session": "", "below a shell": "; true"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			heard := filepath.Join(t.TempDir(), "heard")
			script := strings.ReplaceAll(`trap 'echo got HUP >>HEARD' HUP; echo ready
tries=; until [ -e HEARD ] || [ \${#tries} -eq 60 ]; do sleep 1; tries=x\$tries; done; sleep 1; echo end >>HEARD`, "HEARD", heard)
			term, _ := onTerminal(t, `$LAUNCH sh -c "`+script+`"`+rest)
			term.until("ready")
			if err := term.keys.Close(); err != nil {
				t.Fatal(err)
			}
			if words := whole(t, heard); words != "got HUP\nend\n" {
				t.Errorf("%q", words)
			}
		})
	}
}

// whole waits for a file that has its last line.
func whole(t *testing.T, path string) string {
	t.Helper()
	var text []byte
	testutil.Eventually(t, path+" has its last line", func() bool {
		text, _ = os.ReadFile(path)
		return strings.HasSuffix(string(text), "end\n")
	})
	return string(text)
}

// Ctrl-Z stops one job: the shell continues, and fg brings the program back to the foreground.
func TestJobControl(t *testing.T) {
	term, _ := onTerminal(t, `set -m; $LAUNCH "$COUNTER"; echo "stopped $?"; jobs; fg; echo "status $?"`)
	term.until("ready")
	term.press("\x1a")
	term.until("stopped 14")
	term.press("word\n")
	if seen := term.until("status 7"); count(seen, "read word") != 1 {
		t.Errorf("%q", seen)
	}
}

// If the program ignores the stop key, neither it nor the launcher stops.
func TestKeyRefused(t *testing.T) {
	term, _ := onTerminal(t, `set -m; $LAUNCH sh -c "trap '' TSTP; exec \"\$COUNTER\""; echo "status $?"`)
	term.until("ready")
	term.press("\x1a")
	time.Sleep(100 * time.Millisecond) // time for the job to stop, which it must not do
	term.press("word\n")
	if seen := term.until("status "); count(seen, "read word") != 1 || count(seen, "status 7") != 1 {
		t.Errorf("%q", seen)
	}
}
