package test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// A program that records itself into a file named by a setting is listed, cannot be recorded a second time,
// and can be stopped.
func TestTraceItself(t *testing.T) {
	r := newTracer(t)
	path := filepath.Join(r.home, "own.gltrace")
	program := r.drawingWith([]string{"GLTRACE_FILE=" + path}, "5", "500")
	pid := fmt.Sprint(r.recorder().PID)
	var out string
	r.until(func() bool {
		out, _, _ = r.run("trace", "status")
		return strings.Contains(out, "trace layer") && strings.Contains(out, path)
	}, func() string { return out })
	_, messages, code := r.run("trace", "start", "--pid", pid)
	if code != 1 || !strings.Contains(messages, "is already recording to "+path) || !strings.Contains(messages, "trace stop --pid "+pid) {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	if _, messages, code := r.run("trace", "stop", "--pid", pid); code != 0 || !strings.Contains(messages, "recording stopped") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Len() == 0 || f.Cut() != 0 || f.End().GetReason() != "stopped" {
		t.Errorf("%d calls, %v", f.Len(), f.End())
	}
	// Now other processes can record it.
	if _, messages, code := r.run("trace", "start", "--pid", pid, "--frames", "3", "--out", "x.gltrace"); code != 0 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	r.ends(program)
}

// If the file cannot be created, the program continues and the tool reports why there is no recording.
func TestTraceNoFile(t *testing.T) {
	r := newTracer(t)
	long := strings.Repeat("x", 300) + ".gltrace"
	out, messages, code := r.run("trace", "record", "--out", long, "--", r.frames(), "20", "3", "20000")
	if code != 6 || !strings.Contains(out, "frames 20 ") || !strings.Contains(messages, "nothing was recorded: ") || !strings.Contains(messages, ": file name too long") ||
		!strings.Contains(messages, "hint: choose a writable location with free space: --out FILE") {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
}

// If the recorder of a program was not found in time, the message says how to record it anyway; that way
// works.
func TestTraceNotFound(t *testing.T) {
	r := newTracer(t)
	for _, program := range [][]string{{r.frames(), "20", "3", "0"}, {"sh", "-c", r.frames() + " 20 3 0; exit 3"}} {
		_, messages, code := r.run(append([]string{"trace", "record", "--", "env", "GLTRACE_FOLDER=" + t.TempDir()}, program...)...)
		if code != 6 && code != 3 || !strings.Contains(messages, "nothing was recorded: the trace layer of the program did not register in the directory ") ||
			!strings.Contains(messages, "hint: if the program ended immediately, let the trace layer write the file itself: GLTRACE_FILE=FILE gleslayergen run --layer gltrace -- env ") {
			t.Errorf("%s: exit code %d\n%s", program[0], code, messages)
		}
	}
	path := filepath.Join(r.home, "own.gltrace")
	if _, messages, code := r.run("run", "--layer", "gltrace", "--", "env", "GLTRACE_FILE="+path, r.frames(), "20", "3", "0"); code != 0 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	if n, whole := r.calls(path); n == 0 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
}

// A program that fails at once is recorded: its calls are kept until it is found.
func TestTraceShortLived(t *testing.T) {
	r := newTracer(t)
	program := r.compiled("wrong", "wrong.c", "-lEGL", "-lGLESv2")
	for i := range 5 {
		path := filepath.Join(r.home, fmt.Sprintf("short%d.gltrace", i))
		_, messages, code := r.run("trace", "record", "--out", path, "--", "env", "-u", "DISPLAY", "EGL_PLATFORM=x11", program)
		out, _, dumped := r.run("trace", "dump", path)
		if code != 3 || dumped != 0 || !strings.Contains(out, "eglInitialize(") || !strings.Contains(out, "= EGL_FALSE") {
			t.Fatalf("exit code %d\n%s\n%s", code, messages, out)
		}
	}
}
