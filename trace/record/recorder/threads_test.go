//go:build linux

package recorder_test

import (
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// counted checks that each call is either recorded or counted as dropped.
func counted(t *testing.T, f *file.File, want int) {
	t.Helper()
	checkEnd(t, f, "exit")
	if got := uint64(f.Len()) + f.End().Dropped; got != uint64(want) {
		t.Errorf("%d calls recorded, %d dropped: total %d, expected %d", f.Len(), f.End().Dropped, got, want)
	}
}

// The calls of each thread are in order, and each mix is complete unless calls were dropped.
func inOrder(t *testing.T, f *file.File) {
	t.Helper()
	at := map[uint32]int{}
	for _, call := range all(t, f) {
		n := at[call.Thread]
		if want := mix(n / 5)[n%5]; text(call) != want {
			t.Fatalf("call %d of thread %d is %q, want %q", n, call.Thread, text(call), want)
		}
		at[call.Thread]++
	}
}

func TestThreads(t *testing.T) {
	f := play(t, []string{"GLTRACE_BLOCK=1"}, "threads", "500")
	counted(t, f, 64*500*5)
	inOrder(t, f)
	if len(f.Threads()) != 64 {
		t.Errorf("%d threads", len(f.Threads()))
	}
}

// With more threads than segments, excess calls are dropped and counted, and recorded calls are correct.
func TestCrowd(t *testing.T) {
	f := play(t, []string{"GLTRACE_MEMORY=4"}, "many", "1000")
	counted(t, f, 256*3*1000*5)
	if f.End().Dropped == 0 {
		t.Error("all 256 threads recorded calls with 4 MiB of memory")
	}
	if h := f.Hello(); h.Memory > 4<<20 {
		t.Errorf("%d bytes of memory", h.Memory)
	}
}

// With the option block and the usual memory, as many threads as there are slots lose nothing.
func TestCrowdWaits(t *testing.T) {
	f := play(t, []string{"GLTRACE_BLOCK=1"}, "many", "1000")
	counted(t, f, 256*3*1000*5)
	if f.End().Dropped != 0 {
		t.Errorf("%d calls are dropped", f.End().Dropped)
	}
}

// The segments of ended threads are reused, and their last calls are recorded.
func TestReusedThreadSlots(t *testing.T) {
	f := play(t, nil, "turns", "3")
	counted(t, f, 600*3*5)
	if f.End().Dropped != 0 || len(f.Threads()) != 600 {
		t.Errorf("%d dropped, %d threads", f.End().Dropped, len(f.Threads()))
	}
}

// A thread that continues to call does not delay the end of a file beyond ten seconds.
func TestLeave(t *testing.T) {
	began := time.Now()
	f := play(t, nil, "leave", "0")
	checkEnd(t, f, "exit")
	if took := time.Since(began); took > 8*time.Second || f.Len() == 0 {
		t.Errorf("%d calls, after %v", f.Len(), took)
	}
}

// Calls in thread destructors are recorded.
func TestThreadDestructors(t *testing.T) {
	f := play(t, nil, "destructor", "0")
	checkEnd(t, f, "exit")
	words := 0
	for _, call := range all(t, f) {
		if call.Function.Name == "wide" {
			words++
		}
	}
	if words != 4 {
		t.Errorf("%d of 4 calls in destructors", words)
	}
}

// A thread that never swaps checks its readable pages again after some thousand calls.
func TestForget(t *testing.T) {
	play(t, nil, "forget", "10000")
	err := command(t, program(t), []string{"GLTRACE_START=1"}, "forget", "1").Run()
	if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 4 {
		t.Errorf("a page was checked twice: %v", err)
	}
	play(t, []string{"GLTRACE_MEMORY=4"}, "forget", "10000")
}

// With the option block, threads wait for space and no call is lost.
func TestBlock(t *testing.T) {
	f := play(t, []string{"GLTRACE_MEMORY=4", "GLTRACE_BLOCK=1", "GLTRACE_UNTIMED=1"}, "two", "30000")
	counted(t, f, 2*30000*5)
	if f.End().Dropped != 0 {
		t.Errorf("%d calls are dropped", f.End().Dropped)
	}
	inOrder(t, f)
}

// Without a setting, and in a process with another name, nothing is recorded or logged.
func TestNothingIsAsked(t *testing.T) {
	cmd := command(t, program(t), nil, "mix", "1000")
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
	other := command(t, program(t), []string{"GLTRACE_START=1", "GLTRACE_PROCESS=another", "GLTRACE_FILE=/nowhere/a"}, "mix", "1000")
	if out, err := other.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}
