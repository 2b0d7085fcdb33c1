package device

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Fifty devices at one server reply at the same time.
func TestMany(t *testing.T) {
	s := Server(t)
	var devices []*Device
	for range 50 {
		devices = append(devices, Start(t, Options{Bare: true}))
	}
	if err := s.Connect(devices...); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, d := range devices {
		all.Go(func() {
			b := &bench{t, d, s}
			b.checkOutput("settings put global gpu_debug_app "+d.Serial()+"; settings get global gpu_debug_app", d.Serial())
		})
	}
	all.Wait()
}

// A closed device leaves no process, no goroutine and no open file.
func TestEnd(t *testing.T) {
	s := Server(t)
	files := func() int { entries, _ := os.ReadDir("/proc/self/fd"); return len(entries) }
	round := func() {
		d, err := New(t.TempDir(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if err := s.Connect(d); err != nil {
			t.Fatal(err)
		}
		b := &bench{t, d, s}
		b.sh("setsid sh -c 'sleep 600; echo' >/dev/null 2>&1 & (cat; sleep 600) </dev/null >/dev/null 2>&1 &")
		b.sh("am start -W -n com.example.game/.MainActivity >/dev/null; logcat -d | grep -q complete")
		s.Disconnect(d)
	}
	round()
	testutil.Eventually(t, "adb's calls end", func() bool { return runtime.NumGoroutine() < 50 })
	goroutines, open := runtime.NumGoroutine(), files()
	for range 3 {
		round()
	}
	released := func() bool {
		runtime.GC() // closes pipes that the interpreter left open
		return runtime.NumGoroutine() <= goroutines && files() <= open
	}
	if !testutil.Poll(released) {
		stacks := make([]byte, 1<<20)
		t.Fatalf("%d goroutines and %d files, before %d and %d\n%s", runtime.NumGoroutine(), files(), goroutines, open, stacks[:runtime.Stack(stacks, true)])
	}
}

// All rows of the table are parsed, and an invalid row is an error.
func TestReleaseTable(t *testing.T) {
	if len(releaseRows()) < 30 {
		t.Errorf("%d rows", len(releaseRows()))
	}
	for _, text := range []string{"prop 10 a b", "prop x a b | r", "prop 10-y a b | r", "word 10 | r"} {
		if _, err := parseReleases(text); err == nil || !strings.Contains(err.Error(), "releases.txt:1") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for id, want := range map[string]int{"": 16, "10": 10, "12L": 12, "15qpr": 15, "16qpr2": 16} {
		if r, err := findRelease(id); err != nil || r.major != want {
			t.Errorf("%q: %v %v", id, r, err)
		}
	}
}
