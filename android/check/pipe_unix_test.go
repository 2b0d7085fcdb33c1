//go:build unix

package check

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe is not opened: that would wait for a writer.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "libpipe.so")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Path(t.Context(), path, Options{}); err == nil || !strings.Contains(err.Error(), "a named pipe, not a regular file") {
		t.Error(err)
	}
}
