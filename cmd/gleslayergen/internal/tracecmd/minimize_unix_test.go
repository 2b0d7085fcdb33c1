//go:build unix

package tracecmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/minimize"
)

func TestArgsWith(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"check", "check a.gltrace"},
		{"check {} --file={}", "check a.gltrace --file=a.gltrace"},
	} {
		if got := argsWith(strings.Fields(c.command), "a.gltrace"); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v", c.command, got)
		}
	}
}

// TestOutcomes checks how runs of commands end, and which of them fail in the same way.
func TestOutcomes(t *testing.T) {
	run := func(match, script string) outcome {
		m := &minimizing{flags: &minimizeFlags{}, command: []string{"sh", "-c", script, "{}"}}
		if match != "" {
			m.flags.pattern = regexp.MustCompile(match)
		}
		is, err := m.runCommand(t.Context(), "a.gltrace")
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	three := run("", "exit 3")
	for _, c := range []struct {
		match, script, text string
		same                bool
	}{
		{"", "exit 3", "exit code 3", true},
		{"", "exit 4", "exit code 4", false},
		{"", "kill -SEGV $$", "signal segmentation fault", false},
		{"^green", "echo green; exit 3", "exit code 3", true},
		{"^green", "echo green >&2; exit 3", "exit code 3", true},
		{"^green", "echo red; exit 3", "exit code 3", false},
	} {
		if is := run(c.match, c.script); is.String() != c.text || is.same(three) != c.same {
			t.Errorf("%q: %s, same: %v", c.script, is, is.same(three))
		}
	}
	if segv := run("", "kill -SEGV $$"); !segv.same(run("", "kill -SEGV $$")) || segv.same(run("", "kill -ABRT $$")) {
		t.Error("signals are not compared")
	}
	if (outcome{late: true}).same(outcome{}) || (outcome{skipped: errors.New("a replay")}).same(outcome{}) {
		t.Error("runs that did not end fail in the same way")
	}
}

// TestTimeLimit checks the time limits of candidates.
func TestTimeLimit(t *testing.T) {
	for _, c := range []struct {
		seconds    uint
		took, want time.Duration // 0: no limit
	}{{0, 0, 0}, {7, 0, 7 * time.Second}, {7, time.Minute, 7 * time.Second}, {0, time.Millisecond, shortest}, {0, time.Minute, 10 * time.Minute}} {
		m := &minimizing{flags: &minimizeFlags{seconds: c.seconds}, wanted: outcome{took: c.took}}
		before := time.Now()
		ctx, stop := m.limit(context.Background())
		deadline, limited := ctx.Deadline()
		stop()
		if limited != (c.want > 0) || limited && (deadline.Before(before.Add(c.want)) || deadline.After(time.Now().Add(c.want))) {
			t.Errorf("%d s, %s: the limit is %s", c.seconds, c.took, deadline.Sub(before))
		}
	}
}

// Known results belong to the failure that they are about.
func TestLogOfFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.gltrace")
	if err := os.WriteFile(path, []byte("a recording"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		wanted outcome
		want   error
	}{
		{outcome{code: 3, took: time.Second}, nil},
		{outcome{code: 3, took: time.Minute, output: "text"}, nil},
		{outcome{code: 4}, minimize.ErrOtherProblem},
		{outcome{code: -1, signal: syscall.SIGSEGV}, minimize.ErrOtherProblem},
	} {
		m := &minimizing{flags: &minimizeFlags{}, command: []string{"check"}, wanted: c.wanted}
		log, err := m.openLog(dir, path)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v; want %v", c.wanted, err, c.want)
		}
		if err == nil {
			log.Close()
		}
	}
}

// The smallest recording so far is the one for which the command failed, not one of a candidate that did not fail or was not taken.
func TestFailingRecording(t *testing.T) {
	temp, err := newTemporary()
	if err != nil {
		t.Fatal(err)
	}
	defer temp.remove()
	best := filepath.Join(t.TempDir(), "best.gltrace")
	fails := func(s file.Set, text string) {
		dir, err := temp.make()
		path := filepath.Join(dir, "replay.gltrace")
		if err := errors.Join(err, os.WriteFile(path, []byte(text), 0o600), temp.measure(dir), temp.keepFailing(s, path), os.RemoveAll(dir)); err != nil {
			t.Fatal(err)
		}
	}
	moved := func(s file.Set, want string) {
		t.Helper()
		if err := temp.moveFailing(s, best); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(best); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
		if left, err := os.ReadDir(temp.dir); err != nil || len(left) > 0 {
			t.Errorf("%v are left, %v", left, err)
		}
	}
	fails(file.Set{3}, "a")
	fails(file.Set{5}, "not taken")
	moved(file.Set{3}, "a")
	moved(file.Set{1}, "a") // a known result
	fails(file.Set{1, 1}, "smaller")
	moved(file.Set{1, 1}, "smaller")
	if temp.largest != int64(len("not taken")) {
		t.Errorf("a candidate has %d bytes", temp.largest)
	}
}

// The number of jobs is limited by the space for their files.
func TestJobs(t *testing.T) {
	temp, err := newTemporary()
	if err != nil {
		t.Fatal(err)
	}
	defer temp.remove()
	free, err := fsx.FreeSpace(temp.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		jobs    uint
		largest int64
		want    int
	}{{1, 1 << 20, 1}, {8, 1, 8}, {8, free, 1}, {8, free / 5, 2}, {0xFFFFFFFF, free / 5, 2}} {
		var messages bytes.Buffer
		m := &minimizing{e: ui.NewEnv(nil, io.Discard, &messages), flags: &minimizeFlags{jobs: c.jobs}, temp: temp}
		temp.largest = c.largest
		got := m.jobs()
		m.e.Err.Flush()
		if got != c.want || strings.Contains(messages.String(), "has space for") != (got < int(c.jobs)) {
			t.Errorf("%d jobs with %d bytes: %d, %q", c.jobs, c.largest, got, messages.String())
		}
	}
	if err := temp.withHint(syscall.ENOSPC); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(ui.HintOf(err), "TMPDIR") {
		t.Errorf("%v", err)
	}
}

// A recording that cannot be replayed is an error before the first replay, unless --force is given.
func TestMinimizeReasons(t *testing.T) {
	var recording, messages bytes.Buffer
	w := tracetest.NewWriter(&recording, tracetest.Options{})
	w.Thread(1).Call("glFlush").Drop(5).Call("glFlush")
	w.Close()
	f, err := file.Read(bytes.NewReader(recording.Bytes()), int64(recording.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := ui.NewEnv(nil, io.Discard, &messages)
	_, err = newMinimizeReplay(t.Context(), e, f, "a.gltrace", &minimizeFlags{replay: true})
	if err == nil || !strings.Contains(err.Error(), "a.gltrace cannot be replayed") || !strings.Contains(ui.HintOf(err), "--force") {
		t.Errorf("%v", err)
	}
}
