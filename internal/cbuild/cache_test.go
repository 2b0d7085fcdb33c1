package cbuild

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// buildNote builds one file.
func buildNote(_ context.Context, dir string) error {
	return os.WriteFile(filepath.Join(dir, "note"), []byte("made"), 0o600)
}

// Concurrent calls build once, and each gets the complete result.
func TestConcurrentGet(t *testing.T) {
	cache := t.TempDir()
	var builds atomic.Int32
	slow := func(ctx context.Context, dir string) error {
		builds.Add(1)
		time.Sleep(100 * time.Millisecond) // long enough for all callers to call while the build runs
		return buildNote(ctx, dir)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			dir, err := Get(t.Context(), cache, "digest", slow)
			if text, err2 := os.ReadFile(filepath.Join(dir, "note")); errors.Join(err, err2) != nil || string(text) != "made" {
				t.Errorf("%q, %v, %v", text, err, err2)
			}
		})
	}
	group.Wait()
	if n := builds.Load(); n != 1 {
		t.Errorf("%d builds, want 1", n)
	}
}

// A call that waits for another build can be canceled. After a failed build, the next call builds.
func TestGetWaits(t *testing.T) {
	cache, fail := t.TempDir(), errors.New("no compiler")
	begun, end, first := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		_, err := Get(t.Context(), cache, "digest", func(context.Context, string) error {
			close(begun)
			<-end
			return fail
		})
		first <- err
	}()
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Get(ctx, cache, "digest", buildNote); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("canceled call: %v", err)
	}
	close(end)
	if err := <-first; err != fail {
		t.Errorf("failed build: %v", err)
	}
	if _, err := Get(t.Context(), cache, "digest", buildNote); err != nil {
		t.Errorf("next build: %v", err)
	}
}
