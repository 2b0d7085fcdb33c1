//go:build unix

package replay

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// played plays a recording with a shell script as the player, which has exitTime to end; 0 is the default.
func played(t *testing.T, write func(*tracetest.Writer), shell string, exitTime time.Duration) (*Result, error) {
	t.Helper()
	s, err := New(t.Context(), recordingOf(t, write), functions(), Options{To: -1})
	if err != nil {
		t.Fatal(err)
	}
	p := Player{Path: "/bin/sh", Args: []string{"-c", shell}, exitTime: exitTime}
	return p.Play(t.Context(), s)
}

func flush(w *tracetest.Writer) { w.Thread(1).Call("glFlush") }

// Lines after the report are not of the player.
func TestLinesAfterReport(t *testing.T) {
	r, err := played(t, flush, "cat >/dev/null; exec printf 'done 1 2\\nfailed to load a plugin\\n'", 0)
	if err != nil || r.Calls != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A player that does not end after its report is killed.
func TestHangs(t *testing.T) {
	_, err := played(t, flush, "cat >/dev/null; echo done 1 2; exec sleep 1000", time.Millisecond)
	if !errors.As(err, new(*CrashError)) || !strings.Contains(err.Error(), "killed") {
		t.Error(err)
	}
}

// The error of a script is not hidden by what the player says about its end.
func TestScriptFails(t *testing.T) {
	const refuses = "cat >/dev/null; echo refused 0 - the script is not complete; exit 3"
	_, err := played(t, flush, refuses, 0)
	if !errors.As(err, new(*RefusedError)) {
		t.Error(err)
	}
	_, err = played(t, manyThreads, refuses, 0)
	if err == nil || !strings.Contains(err.Error(), "has thread 300") {
		t.Error(err)
	}
}

// A player that ends while the script waits for what follows ends the script.
func TestEndsDuringPause(t *testing.T) {
	s, err := New(t.Context(), recordingOf(t, flush), functions(), Options{To: -1})
	if err != nil {
		t.Fatal(err)
	}
	for shell, want := range map[string]string{"echo refused 0 1 no such function; exit 3": "no such function", "kill -SEGV $$": "signal"} {
		paused := filepath.Join(t.TempDir(), "paused") // the player waits until it is written
		if err := unix.Mkfifo(paused, 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{To: -1, Pause: func(ctx context.Context, _ int, send func(...Request) error) error {
			if err := os.WriteFile(paused, []byte("\n"), 0o600); err != nil {
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		}}
		p := Player{Path: "/bin/sh", Args: []string{"-c", `read -r line <"$0"; ` + shell, paused}}
		if _, err := p.Play(t.Context(), s.With(o)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", shell, err)
		}
	}
}

// A player whose directory is missing on the device did not start.
func TestDirectoryMissing(t *testing.T) {
	d := &Device{d: adb.New("adb", "").Device("s"), path: filepath.Join(t.TempDir(), "missing")}
	cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", d.script(nil, []string{"A=b"}))
	_ = cmd.Run()
	if err := d.explain(cmd.ProcessState.ExitCode(), 0); err == nil || !strings.Contains(err.Error(), "did not start") {
		t.Errorf("%v: %v", cmd.ProcessState, err)
	}
}
