package buildcache

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

// note is a build of one file.
func note(_ context.Context, dir string) error {
	return os.WriteFile(filepath.Join(dir, "note"), []byte("made"), 0o600)
}

// What several want at once is built once, and each of them gets it whole.
func TestWantedAtOnce(t *testing.T) {
	cache := t.TempDir()
	var builds atomic.Int32
	slow := func(ctx context.Context, dir string) error {
		builds.Add(1)
		time.Sleep(100 * time.Millisecond) // long enough for all callers to ask while the build runs
		return note(ctx, dir)
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
		t.Errorf("it was built %d times", n)
	}
}

// Who waits for another's build can be interrupted; when that build fails, the next one builds.
func TestWaits(t *testing.T) {
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
	if _, err := Get(ctx, cache, "digest", note); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("interrupted: %v", err)
	}
	close(end)
	if err := <-first; err != fail {
		t.Errorf("the build that fails: %v", err)
	}
	if _, err := Get(t.Context(), cache, "digest", note); err != nil {
		t.Errorf("the next one: %v", err)
	}
}
