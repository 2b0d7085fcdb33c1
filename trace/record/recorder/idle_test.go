//go:build linux

package recorder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// threads returns the kernel's status of each thread: its name in parentheses, its state, and counters.
func (a *app) threads() (all []string) {
	a.t.Helper()
	paths, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", a.cmd.Process.Pid))
	if err != nil {
		a.t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			a.t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// states returns the state letters of all threads: T for a stopped one.
func (a *app) states() (letters string) {
	a.t.Helper()
	for _, text := range a.threads() {
		_, rest, _ := strings.Cut(text, ") ")
		letters += rest[:1]
	}
	return letters
}

// ticks returns the processor time of the recorder's own thread in hundredths of a second.
func (a *app) ticks() int {
	a.t.Helper()
	all := a.threads()
	for _, text := range all {
		if _, rest, ours := strings.Cut(text, "(gltrace) "); ours {
			fields := strings.Fields(rest)
			var user, system int
			fmt.Sscan(fields[11], &user)
			fmt.Sscan(fields[12], &system)
			return user + system
		}
	}
	a.t.Fatalf("no recorder thread: %q", all)
	return 0
}

// A recorder without a receiver is idle: it does not read a closed connection repeatedly.
func TestIdleWithoutReceiver(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	for _, cut := range []bool{false, true} {
		h := a.receiver()
		h.record(&tracepb.Options{})
		h.receive(3)
		if cut {
			if err := h.conn.CloseWrite(); err != nil { // the recorder can read, but receives nothing more
				t.Fatal(err)
			}
		}
		h.conn.Close()
		a.awaitHello()
	}
	before, begin := a.ticks(), time.Now()
	time.Sleep(2 * time.Second) // the processor time of an idle recorder is measured over this time
	if used, of := a.ticks()-before, int(time.Since(begin)/(10*time.Millisecond)); used > of/20 {
		t.Errorf("%d clock ticks of processor time in %d", used, of)
	}
	a.finish()
}
