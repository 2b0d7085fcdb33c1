package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// limit is the time until a program must have drawn, and until it must have ended, on a busy machine.
const limit = 5 * time.Minute

// A way is a way to run a program.
type way struct {
	name     string
	recorded bool // with gleslayergen trace record
	apitrace bool // and with apitrace as its driver
	modules  bool // with the layer of all modules
	options  []string
}

// An outcome is what was observed in a run.
type outcome struct {
	dir      string
	pixels   []byte
	exit     string // exit code or signal
	messages string // standard error of the program
	tool     string // output of gleslayergen
}

// text returns the messages without the directory of the run.
func (o outcome) text() string { return strings.ReplaceAll(o.messages, o.dir, "DIR") }

// run runs the program on a new X server.
func (s *stage) run(ctx context.Context, p program, w way) (o outcome, err error) {
	o.dir = filepath.Join(s.dir, p.name, w.name)
	home := filepath.Join(o.dir, "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return o, err
	}
	if err := os.CopyFS(o.dir, os.DirFS(s.files)); err != nil {
		return o, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*limit+p.wait)
	defer cancel()
	x, err := openScreen(ctx, o.dir)
	if err != nil {
		return o, err
	}
	cmd := s.command(ctx, p, w, o.dir, x.server.Display)
	var tool strings.Builder
	cmd.Stderr = &tool
	if err := cmd.Start(); err != nil {
		x.server.Close()
		return o, err
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	o.pixels, err = x.picture(p, cmd.Process.Pid, ended)
	if err == nil {
		err = end(p, w, cmd.Process.Pid, x.server.Display, ended)
	}
	if err != nil {
		err = killRun(err, cmd.Process.Pid, ended)
	}
	<-ended
	x.server.Close()
	if left := killOrphans(); err == nil {
		err = left
	}
	messages, _ := os.ReadFile(filepath.Join(o.dir, "messages.txt"))
	o.exit, o.messages, o.tool = status(cmd.ProcessState), string(messages), tool.String()
	return o, err
}

// command returns the command of a run. The program's standard error goes to a file, because the tool writes messages, too.
func (s *stage) command(ctx context.Context, p program, w way, dir, display string) *exec.Cmd {
	argv := slices.Concat([]string{"sh", "-c", `exec "$@" 2>messages.txt`, "sh", "env", "XDG_CACHE_HOME=" + filepath.Join(dir, "home", ".cache")}, p.env, p.argv)
	env := append(os.Environ(), s.environment(dir, display)...)
	if w.recorded {
		record := append([]string{s.tool, "trace", "record", "--out", filepath.Join(dir, "our.gltrace")}, w.options...)
		if w.apitrace {
			record = append(record, "--driver", filepath.Join(s.apitrace, "driver"))
			env = append(env, "LD_LIBRARY_PATH="+s.apitrace)
		}
		argv = slices.Concat(record, []string{"--"}, argv)
	}
	if w.modules {
		argv = slices.Concat(s.modules.run(s.tool, dir), []string{"--"}, argv)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, 5*time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// environment returns the variables of all runs.
func (s *stage) environment(dir, display string) []string {
	home := filepath.Join(dir, "home")
	return []string{"DISPLAY=" + display, "WAYLAND_DISPLAY=", "HOME=" + home, "XDG_RUNTIME_DIR=" + home, "XDG_CACHE_HOME=" + s.cache,
		"DBUS_SESSION_BUS_ADDRESS=disabled:", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_SHADER_CACHE_DISABLE=true", "SDL_VIDEO_X11_FORCE_EGL=1",
		"SDL_AUDIODRIVER=dummy", "NO_AT_BRIDGE=1"}
}

// end makes the program end, and waits until it has. It repeats the request.
func end(p program, w way, pid int, display string, ended <-chan struct{}) error {
	if err := stop(p, w, pid, display); err != nil {
		return err
	}
	if wait(ended, int(limit/patience), patience, func() { _ = stop(p, w, pid, display) }) {
		return nil
	}
	return fmt.Errorf("it did not end within %v (%s), although the request was repeated every %v", limit, p.stop, patience)
}

// killRun kills the processes of a run that failed, if it has not ended, and adds their names to the error.
func killRun(failed error, pid int, ended <-chan struct{}) error {
	select {
	case <-ended:
		return failed
	default:
		return fmt.Errorf("%w; its processes were killed: %s", failed, killTree(pid))
	}
}

// wait waits until the process has ended, and repeats the request to end. It reports whether the process has ended.
func wait(ended <-chan struct{}, times int, pause time.Duration, repeat func()) bool {
	for range times {
		select {
		case <-ended:
			return true
		case <-time.After(pause):
			repeat()
		}
	}
	return false
}

// patience is the time after which a request to end is repeated.
const patience = 20 * time.Second

// status returns how a process ended. The exit code of a shell and of gleslayergen is 128 plus the signal.
func status(s *os.ProcessState) string {
	if wait, ok := s.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		return fmt.Sprint(128 + int(wait.Signal()))
	}
	return fmt.Sprint(s.ExitCode())
}

// signals are the signals that end programs. SIGCONT ends one that clock.so has stopped.
var signals = map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "CONT": syscall.SIGCONT}

// stop makes the program end.
func stop(p program, w way, pid int, display string) error {
	signal, known := signals[p.stop]
	switch key, isKey := strings.CutPrefix(p.stop, pressKey); {
	case p.stop == endsItself:
		return nil
	case signal == syscall.SIGCONT:
		return syscall.Kill(-pid, signal)
	case isKey:
		cmd := exec.Command("sh", "-c", `xdotool search --onlyvisible --name . windowfocus; xdotool key "$1"`, "sh", key)
		cmd.Env = append(os.Environ(), "DISPLAY="+display)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("xdotool: %w\n%s", err, out)
		}
		return nil
	case !known:
		return fmt.Errorf("unknown way to stop a program: %q", p.stop)
	case w.recorded:
		if pid = childOf(pid); pid == 0 {
			return fmt.Errorf("the program has ended")
		}
	}
	return syscall.Kill(pid, signal)
}

// childOf returns the first child of a process, or 0.
func childOf(pid int) (child int) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range threads {
		text, _ := os.ReadFile(path)
		if n, _ := fmt.Sscan(string(text), &child); n == 1 {
			return child
		}
	}
	return 0
}

// openScreen starts an X server whose picture is a file in the directory.
func openScreen(ctx context.Context, dir string) (screen, error) {
	server, err := testutil.StartXServer(ctx, "-fbdir", dir, "-screen", "0", "1024x768x24")
	return screen{server, filepath.Join(dir, "Xvfb_screen0")}, err
}
