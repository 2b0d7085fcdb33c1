package tracecmd

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// The recording of a replay must have its end, and all calls.
func TestOpenReplay(t *testing.T) {
	written := func(calls func(*tracetest.Thread)) []byte {
		var out bytes.Buffer
		w := tracetest.NewWriter(&out, tracetest.Options{})
		calls(w.Thread(1))
		w.Close()
		return out.Bytes()
	}
	whole := written(func(c *tracetest.Thread) { c.Call("glFlush") })
	dropped := written(func(c *tracetest.Thread) { c.Call("glFlush").Drop(1).Call("glFlush") })
	for name, data := range map[string][]byte{"whole": whole, "cut": whole[:len(whole)-1], "more": append(bytes.Clone(whole), 0), "dropped": dropped} {
		path := filepath.Join(t.TempDir(), "b.gltrace")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := openReplay(t.Context(), path)
		if (err == nil) != (name == "whole") || err != nil && !strings.Contains(err.Error(), "not complete") {
			t.Errorf("%s: %v", name, err)
		}
		if f != nil {
			f.Close()
		}
	}
}

// A full directory is the error of a replay whose recording ended, with a hint, and of no other failure.
func TestRecordingError(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		err        error
		want, hint string
	}{
		{&fs.PathError{Op: "mkdir", Path: dir, Err: syscall.ENOSPC}, dir + ": no space left", hintTemporary},
		{fmt.Errorf("%w: it has 3 calls", errIncomplete), "not complete: it has 3 calls", "check that " + dir},
		{replay.ErrUnrecorded, "ended before the last call", "check that " + dir},
		{&replay.CrashError{State: "signal"}, "signal", ""},
	} {
		err := recordingError(c.err, dir, hintTemporary)
		if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(ui.HintOf(err), c.hint) || (c.hint == "") != (ui.HintOf(err) == "") {
			t.Errorf("%v: %v, hint %q", c.err, err, ui.HintOf(err))
		}
	}
	if err := recordingError(nil, dir, ""); err != nil {
		t.Error(err)
	}
}

// The report says why the exit code of a replay with equal answers is not 0.
func TestIncompleteReport(t *testing.T) {
	for _, c := range []struct {
		incomplete int
		missing    []string
		want       string
	}{
		{0, nil, ""},
		{3, nil, "incomplete: 3 calls of the frames not played, so the exit code is 8\n"},
		{0, []string{"glFlush"}, "incomplete: the driver lacks 1 function, so the exit code is 8\n"},
	} {
		var out bytes.Buffer
		r := replayRun{playback: playback{e: ui.NewEnv(nil, &out, io.Discard)}, flags: &replayFlags{}, result: &replay.Result{}}
		r.report.Incomplete, r.report.Missing = c.incomplete, c.missing
		code := ui.ExitCode(r.show())
		r.e.Out.Flush()
		_, got, _ := strings.Cut(out.String(), "processor time 0s\n")
		if got != c.want || (code != 8) != (c.want == "") {
			t.Errorf("%+v: exit code %d, %q", c, code, out.String())
		}
	}
}

// A file that exists is never replaced.
func TestMoveNew(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := checkNew(to); err != nil {
		t.Error(err)
	}
	if err := moveNew(from, to); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
	for name, err := range map[string]error{"move": moveNew(to, to), "check": checkNew(to)} {
		if err == nil || !strings.Contains(err.Error(), "already exists") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := checkNew(filepath.Join(to, "under")); err == nil || strings.Contains(err.Error(), "exists") {
		t.Error(err)
	}
}

// The directory of a replay's recording is made before anything is played.
func TestReplayDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "of %p")
	if _, err := makeReplayDir(filepath.Join(dir, "b.gltrace")); err == nil || !strings.Contains(err.Error(), "%p") {
		t.Error(err)
	}
	missing := filepath.Join(t.TempDir(), "missing", "b.gltrace")
	if _, err := makeReplayDir(missing); err == nil || !strings.Contains(err.Error(), "cannot write to the directory") {
		t.Error(err)
	}
	if _, err := makeReplayDir(filepath.Join(t.TempDir(), "%p.gltrace")); err != nil {
		t.Error(err)
	}
}

// All differences are counted, and those of --most are described.
func TestMostDescribed(t *testing.T) {
	for most, want := range map[uint]int{0: -1, 7: 7, 1 << 40: 1<<31 - 1} {
		if got := (&differenceFlags{most: most}).mostDescribed(); got != want {
			t.Errorf("--most %d: %d", most, got)
		}
	}
}
