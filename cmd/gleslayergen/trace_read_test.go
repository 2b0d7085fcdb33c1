package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestTraceGaps checks that stats and dump list the gaps of a recording, up to a limit.
func TestTraceGaps(t *testing.T) {
	var data bytes.Buffer
	w := tracetest.NewWriter(&data, tracetest.Options{})
	one := w.Thread(1)
	for n := range uint64(7) {
		one.Call("glFlush").Drop(n + 1)
	}
	one.Call("glFlush")
	w.Close()
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"stats", "dump"} {
		var out, messages bytes.Buffer
		if code := run(t.Context(), []string{"trace", verb, path}, strings.NewReader(""), &out, &messages); code != ui.ExitOK {
			t.Fatalf("exit code %d\n%s", code, &messages)
		}
		const want = `gleslayergen: warning: the recording is incomplete: 28 calls dropped because a buffer of the trace layer was full
note: missing before call 1: 1 call of thread 1
note: missing before call 2: 2 calls of thread 1
note: missing before call 3: 3 calls of thread 1
note: missing before call 4: 4 calls of thread 1
note: missing before call 5: 5 calls of thread 1
note: calls are missing in 2 other places
`
		if output := messages.String(); !strings.HasPrefix(output, want) {
			t.Errorf("%s:\n%s", verb, output)
		}
	}
}

// TestTraceOutOfRange checks that a call, frame or draw that the recording does not have is an error of the command line.
func TestTraceOutOfRange(t *testing.T) {
	var data bytes.Buffer
	w := tracetest.NewWriter(&data, tracetest.Options{})
	w.Thread(1).Call("glDrawArrays", 4, 0, 3).Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	w.Close()
	dir := t.TempDir()
	path, out := filepath.Join(dir, "a.gltrace"), filepath.Join(dir, "out")
	if err := os.WriteFile(path, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"stats", path, "--frames", "60-70"},
		{"stats", path, "--calls", "9"},
		{"diff", path, path, "--frames", "9"},
		{"trim", path, "--frames", "60-70", "--out", out},
		{"trim", path, "--draws", "10000", "--out", out},
		{"replay", path, "--frames", "60-70"},
		{"time", path, "--frames", "9"},
		{"images", path, "--frames", "9", "--out", out},
		{"extract", path, "--at", "frame:9", "--out", out},
	} {
		var messages bytes.Buffer
		code := run(t.Context(), append([]string{"trace"}, args...), strings.NewReader(""), io.Discard, &messages)
		if text := messages.String(); code != ui.ExitUsage || !strings.Contains(text, "numbered from 0") || !strings.Contains(text, "hint: ") {
			t.Errorf("trace %v: exit code %d\n%s", args, code, text)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("trace %v: %s was created", args, out)
		}
	}
}

// An interrupt while a recording is read ends the program immediately.
func TestTraceReadInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, tracetest.Sample(3), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, verb := range []string{"stats", "dump", "view"} {
		var out, messages bytes.Buffer
		if code := run(ctx, []string{"trace", verb, path}, strings.NewReader(""), &out, &messages); code != ui.ExitFailed || out.Len() > 0 || !strings.Contains(messages.String(), "interrupted") {
			t.Errorf("%s: exit code %d\n%s%s", verb, code, &out, &messages)
		}
	}
}
