package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A lock and a journal over the limits are refused, also those that do not fit in memory.
func TestTooLargeLockAndJournal(t *testing.T) {
	for _, size := range []int64{maxLock + 1, 1 << 40} {
		dir := t.TempDir()
		for _, name := range []string{LockName, JournalName} {
			testutil.WriteFiles(t, dir, map[string]string{name: "{"})
			if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := LoadLock(dir); err == nil || !strings.Contains(err.Error(), "larger than") {
			t.Errorf("a lock of %d bytes: %v", size, err)
		}
		if _, err := Recover(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "too large") {
			t.Errorf("a journal of %d bytes: %v", size, err)
		}
	}
}
