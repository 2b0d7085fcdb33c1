package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// On a terminal, compress shows its progress and removes it at the end. Otherwise it prints only the result.
func TestTracePackProgress(t *testing.T) {
	r := newTracer(t)
	path := filepath.Join(r.home, "a.gltrace")
	for _, size := range []int{0, -50} { // a complete recording, and a truncated one
		data := tracetest.Sample(300)
		if err := os.WriteFile(path, data[:len(data)+size], 0o600); err != nil {
			t.Fatal(err)
		}
		s := progressShown(t, r.command("", "trace", "pack", path, "--force", "-o", filepath.Join(r.home, "b.gltrace")))
		if !strings.Contains(s, "\rcompressed ") || !strings.Contains(s, " of ") || !strings.Contains(s[strings.LastIndex(s, "compressed"):], "\r\x1b[K") {
			t.Errorf("%q", s)
		}
	}
	if _, messages, code := r.run("trace", "pack", path, "--force"); code != 0 || strings.Contains(messages, "compressed ") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}
