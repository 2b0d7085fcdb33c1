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

// host is a process that records the program once.
type host struct {
	*testing.T
	tool, folder, out string
	pid               int
	random            *rand.Rand

	cmd           *exec.Cmd
	said          bytes.Buffer
	told          record.Progress // of what it has in its file
	killed        bool
	cut           bool // by a number of frames
	switched      int
	calls, frames int // in its file
	dropped       int
}

// switches are the options that can be switched while a recording runs.
var switches = []string{"untimed", "block", "frame-images", "draw-images", "no-textures", "no-buffers", "no-arrays", "errors"}

// record records for a while, switches options to and fro, ends in one way or another, and looks at the file.
func (h *host) record() {
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
	h.cmd.Env = append(os.Environ(), "GLTRACE_FOLDER="+h.folder)
	h.cmd.Stderr = &h.said
	if err := h.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.begun()
	for range h.random.IntN(4) {
		time.Sleep(time.Duration(h.random.IntN(300)) * time.Millisecond) // changes come at random moments
		h.change()
	}
	h.finish()
	h.look()
	if err := os.Remove(h.out); err != nil {
		h.Error(err)
	}
}

// begun waits until it is at work.
func (h *host) begun() {
	recording := false
	if !testutil.Poll(func() bool { recording = h.ask(record.Request{Command: "status"}); return recording || h.over() }) {
		h.Fatalf("timed out: the command does not record: %s", h.said.String())
	}
	if recording {
		return
	}
	if _, err := os.Stat(h.out); err != nil { // a recording of few frames may be complete already
		_ = h.cmd.Wait()
		h.Fatalf("the command ended without a recording: %s", h.said.String())
	}
}

// over reports whether the process is a zombie, or gone.
func (h *host) over() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.cmd.Process.Pid))
	return err != nil || bytes.Contains(stat, []byte(") Z "))
}

// ask asks the host, and remembers what it tells.
func (h *host) ask(q record.Request) bool {
	q.PID = h.pid
	for _, a := range record.QueryReceivers(h.Context(), h.folder, q) {
		if len(a.Recordings) == 0 {
			continue
		}
		r := a.Recordings[0]
		if r.Error != "" {
			h.Errorf("%s: %s", q.Command, r.Error)
		}
		h.told = r.Progress
		return true
	}
	return false
}

func (h *host) change() {
	changes := record.Changes{switches[h.random.IntN(len(switches))]: h.random.IntN(2) == 0}
	if h.ask(record.Request{Command: "change", Changes: changes}) {
		h.switched++
	}
}

// finish ends it: by a signal that it minds, by being asked, or by one that nobody can mind.
func (h *host) finish() {
	switch h.random.IntN(3) {
	case 0:
		h.ask(record.Request{Command: "status"})
		h.killed = !h.over()
		_ = h.cmd.Process.Signal(syscall.SIGKILL)
	case 1:
		_ = h.cmd.Process.Signal(syscall.SIGINT)
	default:
		h.ask(record.Request{Command: "stop"})
	}
	if err := h.cmd.Wait(); err != nil && !h.killed {
		h.Logf("host: %v: %s", err, h.said.String())
	}
}
