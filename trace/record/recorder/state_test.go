//go:build linux

package recorder_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// recordingState is the state of the recording in the program's registration.
func (a *app) recordingState() link.State {
	a.t.Helper()
	found, refused, err := link.Find(a.dir)
	if err != nil || len(refused) > 0 || len(found) != 1 {
		a.t.Fatalf("%v: %+v %+v", err, found, refused)
	}
	return found[0].State
}

// The registration shows whether a process is being recorded, by which kind of receiver, and the progress.
func TestState(t *testing.T) {
	path := program(t)
	name := filepath.Join(t.TempDir(), "a.gltrace")
	for setting, want := range map[string]string{"GLTRACE_UNTIMED=1": "no", "GLTRACE_START=1": "buffers", "GLTRACE_FILE=" + name: "file"} {
		a := start(t, path, []string{setting}, "serve", "0")
		a.await(want, func() bool {
			s := a.recordingState()
			return s.Recording == want && (want != "file" || s.Calls > 0 && s.File == name)
		})
		a.finish()
	}
	a := start(t, path, nil, "serve", "0")
	h := a.receiver()
	h.record(&tracepb.Options{})
	h.receive(3)
	a.await("host", func() bool { s := a.recordingState(); return s.Recording == "host" && s.Calls > 0 })
	h.conn.Close()
	a.await("no", func() bool { s := a.recordingState(); return s == link.State{Recording: "no"} })
	a.finish()
}

// A removed registration is written again.
func TestStateComesBack(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	if err := os.Remove(a.file()); err != nil {
		t.Fatal(err)
	}
	a.await("a file in the folder, again", func() bool { _, err := os.Stat(a.file()); return err == nil })
	if s := a.recordingState(); s.Recording != "no" {
		t.Errorf("%+v", s)
	}
	a.finish()
}

// A recording to a file is ended by a receiver that sends stop, and not by one that requests calls.
func TestFileIsEnded(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.gltrace")
	a := start(t, program(t), []string{"GLTRACE_FILE=" + name}, "serve", "0")
	a.await("calls", func() bool { return a.recordingState().Calls > 0 })
	for _, stop := range []bool{false, true} {
		h := a.receiver()
		h.send(&tracepb.Command{Nonce: h.proof(), Options: &tracepb.Options{Recording: true, Untimed: true}, Stop: stop})
		if _, err := h.in.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("stop %v: %v", stop, err)
		}
		h.conn.Close()
		if recording := a.recordingState().Recording == "file"; recording == stop {
			t.Errorf("stop %v: %+v", stop, a.recordingState())
		}
		a.awaitHello()
	}
	f := open(t, name)
	checkEnd(t, f, "stopped")
	h := a.receiver()
	h.record(&tracepb.Options{})
	h.receive(3)
	h.conn.Close()
	a.finish()
}
