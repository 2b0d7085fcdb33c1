//go:build linux && heavy

package live_test

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A program that is killed loses at most the calls of the last 100 ms; its recording has no end, and the number of those calls. On a busy
// machine the recorder's thread may have to wait for a processor longer than that.
func TestKilled(t *testing.T) {
	const kills, parts, bound = 100, 4, 100 * time.Millisecond
	path := program(t, "lives")
	first, step := testutil.Part(t, parts)
	late, all := 0, 0
	for i := first; i < kills; i += step {
		if missing := killedAfter(t, path, time.Duration(rand.IntN(300))*time.Millisecond); missing > bound {
			late++
			t.Logf("kill %d: the last %v are missing", i, missing)
		}
		all++
	}
	if late > all/10 {
		t.Errorf("%d of %d recordings lack more than %v", late, all, bound)
	}
}

// killedAfter kills a program some time after its first frame. It returns the time between the last swap in
// the recording, or its beginning, and the last swap of the program.
func killedAfter(t *testing.T, path string, after time.Duration) time.Duration {
	t.Helper()
	dir := t.TempDir()
	ticks, recording := filepath.Join(dir, "ticks"), filepath.Join(dir, "a.gltrace")
	if err := os.WriteFile(ticks, make([]byte, 8), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := under(t, []string{"GLTRACE_START=1", "GLTRACE_FILE=" + recording, "TICKS=" + ticks}, path, "ticks")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lastSwap := func() uint64 {
		data, err := os.ReadFile(ticks)
		if err != nil {
			t.Fatal(err)
		}
		return binary.NativeEndian.Uint64(data)
	}
	testutil.Eventually(t, "a frame, and the beginning of the recording", func() bool {
		info, err := os.Stat(recording)
		return lastSwap() > 0 && err == nil && info.Size() > 0
	})
	time.Sleep(after) // the moment of the kill is random
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the signal is its status
	f := recorded(t, recording)
	if f.End() != nil {
		t.Errorf("the recording ends: %v", f.End())
	}
	if _, known := f.Unaccounted(); !known {
		t.Error("the number of missing calls is unknown")
	}
	all := time.Duration(lastSwap() - f.Hello().GetClock().GetMonotonicNs())
	for i := f.Len() - 1; i >= 0; i-- {
		c, err := f.Call(i)
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "eglSwapBuffers" {
			return all - (c.Start + c.Duration)
		}
	}
	return all
}
