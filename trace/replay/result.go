package replay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var errClosedPipe = syscall.EPIPE

// ErrUnrecorded is the error of a replay whose recorder ended before the last call, for example because the disk is full.
var ErrUnrecorded = errors.New("the recording of the replay ended before the last call")

// Result is what the player reports.
type Result struct {
	Missing    []string      // functions that the driver does not have
	Unconfined []string      // what the system let the player do that it does not need, as text
	Ends       []FrameEnd    // in the order of the frames
	Calls      int           // that were made
	Processor  time.Duration // of all threads of the player, from the first operation

	refused error
	done    bool
	onDone  func() // called after the last line; may be nil
}

// FrameEnd is the time at which a frame ended.
type FrameEnd struct {
	Frame int
	At    time.Duration // since the first operation
}

// RefusedError is the error of a replay that the player ended.
type RefusedError struct {
	Call     int    // index in the recording; -1 if none is the cause
	Function string // "" if the player does not make the call itself
	Reason   string
	Driver   bool // the libraries of the driver cannot be loaded
}

// DriverHint says what to do if the libraries of the driver cannot be loaded.
const DriverHint = "--driver DIR expects a directory with libEGL.so or libEGL.so.1, and libGLESv2.so or libGLESv2.so.2, for the processor of this machine"

func (e *RefusedError) Error() string {
	if e.Call < 0 {
		return "cannot replay: " + e.Reason
	}
	if e.Function == "" {
		return fmt.Sprintf("cannot replay call %d: %s", e.Call, e.Reason)
	}
	return fmt.Sprintf("cannot replay call %d, %s: %s", e.Call, e.Function, e.Reason)
}

// CrashError is the error of a player that did not end as it should. After a crash, frames that ended within 10 ms of the last
// report can be missing in Frames.
type CrashError struct {
	State  string // of the process
	Frames int    // that it reported as played
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("the player ended after %d frames: %s", e.Frames, e.State)
}

// unconfined has what a player can do on a system that does not confine it, by the word that it reports.
var unconfined = map[string]string{
	"files": "it can write to files that exist",
	"calls": "it can make all system calls",
}

// line reads a line of the player. Other lines, and those after the report, are ignored.
func (r *Result) line(text string) {
	if r.done {
		return
	}
	words := strings.SplitN(text, " ", 4)
	number := func(i int) int {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.Atoi(words[i])
		return n
	}
	switch {
	case words[0] == "missing" && len(words) == 2:
		r.Missing = append(r.Missing, words[1])
	case words[0] == "unconfined" && len(words) == 2 && unconfined[words[1]] != "":
		r.Unconfined = append(r.Unconfined, unconfined[words[1]])
	case words[0] == "refused" && len(words) == 4:
		r.refused = &RefusedError{Call: number(1), Function: strings.TrimPrefix(words[2], "operation"), Reason: words[3]}
	case words[0] == "unloaded":
		r.refused = &RefusedError{Call: -1, Reason: strings.TrimPrefix(text, "unloaded "), Driver: true}
	case text == "unrecorded":
		r.refused = ErrUnrecorded
	case words[0] == "failed":
		r.refused = &RefusedError{Call: -1, Reason: strings.TrimPrefix(text, "failed ")}
	case words[0] == "frame" && len(words) == 3:
		r.Ends = append(r.Ends, FrameEnd{number(1), time.Duration(number(2))})
	case words[0] == "done" && len(words) == 3:
		r.Calls, r.Processor, r.done = number(1), time.Duration(number(2)), true
		if r.onDone != nil {
			r.onDone()
		}
	}
}
