//go:build heavy && linux

package soak_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// receiver is a process that records the program once.
type receiver struct {
	*testing.T
	tool, dir, out string
	pid            int
	random         *rand.Rand

	cmd           *exec.Cmd
	stderr        bytes.Buffer
	progress      record.Progress // last reported progress
	killed        bool
	cut           bool // has a limit of frames
	switched      int
	calls, frames int // counts in its file
	dropped       int
}

// switches are the options that can be changed during a recording.
var switches = []string{"untimed", "block", "frame-images", "draw-images", "no-textures", "no-buffers", "no-arrays", "errors"}

// record records for a while, changes options, ends the recording in a random way, and checks the file.
func (h *receiver) record() {
	args := []string{"trace", "start", "--pid", fmt.Sprint(h.pid), "--out", h.out, "--json"}
	if h.random.IntN(4) == 0 {
		args, h.cut = append(args, "--frames", fmt.Sprint(50+h.random.IntN(400))), true
	}
	for _, name := range switches {
		if h.random.IntN(4) == 0 {
			args = append(args, "--"+name)
		}
	}
	h.cmd = exec.CommandContext(h.Context(), h.tool, args...)
	h.cmd.Env = append(os.Environ(), "GLTRACE_FOLDER="+h.dir)
	h.cmd.Stderr = &h.stderr
	if err := h.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.waitForStart()
	for range h.random.IntN(4) {
		time.Sleep(time.Duration(h.random.IntN(300)) * time.Millisecond) // changes come at random moments
		h.change()
	}
	h.finish()
	h.checkFile()
	if err := os.Remove(h.out); err != nil {
		h.Error(err)
	}
}

// waitForStart waits until the process records.
func (h *receiver) waitForStart() {
	recording := false
	if !testutil.Poll(func() bool { recording = h.query(record.Request{Command: "status"}); return recording || h.hasExited() }) {
		h.Fatalf("timed out: the command does not record: %s", h.stderr.String())
	}
	if recording {
		return
	}
	if _, err := os.Stat(h.out); err != nil { // a recording of few frames may be complete already
		_ = h.cmd.Wait()
		h.Fatalf("the command ended without a recording: %s", h.stderr.String())
	}
}

// hasExited reports whether the process is a zombie, or does not exist.
func (h *receiver) hasExited() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.cmd.Process.Pid))
	return err != nil || bytes.Contains(stat, []byte(") Z "))
}

// query sends a request to the receiver and stores the reported progress.
func (h *receiver) query(q record.Request) bool {
	q.PID = h.pid
	for _, a := range record.QueryReceivers(h.Context(), h.dir, q) {
		if len(a.Recordings) == 0 {
			continue
		}
		r := a.Recordings[0]
		if r.Error != "" {
			h.Errorf("%s: %s", q.Command, r.Error)
		}
		h.progress = r.Progress
		return true
	}
	return false
}

func (h *receiver) change() {
	changes := record.Changes{switches[h.random.IntN(len(switches))]: h.random.IntN(2) == 0}
	if h.query(record.Request{Command: "change", Changes: changes}) {
		h.switched++
	}
}

// finish ends the recording: with SIGKILL, with SIGINT, or with a request to stop.
func (h *receiver) finish() {
	switch h.random.IntN(3) {
	case 0:
		h.query(record.Request{Command: "status"})
		h.killed = !h.hasExited()
		_ = h.cmd.Process.Signal(syscall.SIGKILL)
	case 1:
		_ = h.cmd.Process.Signal(syscall.SIGINT)
	default:
		h.query(record.Request{Command: "stop"})
	}
	if err := h.cmd.Wait(); err != nil && !h.killed {
		h.Logf("host: %v: %s", err, h.stderr.String())
	}
}
