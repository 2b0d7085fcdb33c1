//go:build heavy && linux

package recorder_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// costs has the processor time of a call in nanoseconds: of the calling thread, and of all threads.
type costs map[string][2]float64

// measured returns the shortest times of several runs of a benchmark; indirect is the time of an indirect call. Code has a different
// address in each process, which alone adds up to 2.5 ns to a call in about half of them, and other load only adds time.
func measured(t *testing.T, deed, calls string) costs {
	t.Helper()
	const runs = 9
	path, all := program(t), map[string][2][]float64{}
	for range runs {
		cmd := command(t, path, []string{"GLTRACE_FILE=" + filepath.Join(t.TempDir(), "a")}, deed, calls)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(out) {
			var name string
			var own, whole float64
			if _, err := fmt.Sscan(string(line), &name, &own, &whole); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			values := all[name]
			all[name] = [2][]float64{append(values[0], own), append(values[1], whole)}
		}
	}
	out := costs{}
	for name, values := range all {
		slices.Sort(values[0])
		slices.Sort(values[1])
		out[name] = [2]float64{values[0][0], values[1][0]}
		t.Logf("%s: %.1f ns own (at most %.1f), %.1f ns all", name, out[name][0], values[0][runs-1], out[name][1])
	}
	return out
}

// The time of a call is below its limits, which include an indirect call: 1.8 ns where they were set. A slower processor
// scales them. They find a lock or a system call, also beside other tests; "make bench-trace" has the limits of an idle machine.
// The time of the indirect call is not subtracted: processors with the same time of a recorded call differ in it. Calls with times
// need two readings of the counter, which take 14 ns each where the limits were set, and 29 ns in some virtual machines.
func TestCost(t *testing.T) {
	c := measured(t, "bench", "2000000")
	scale, reading := max(1, c["indirect"][0]/1.8), c["counter"][0]
	for _, bar := range []struct {
		name     string
		of       int
		most     float64
		readings float64
	}{{"timed", 0, 20, 2}, {"timed", 1, 45, 2}, {"untimed", 0, 20, 0}, {"passed", 0, 6, 0}} {
		if is, most := c[bar.name][bar.of], bar.most*scale+bar.readings*reading; is > most {
			t.Errorf("%s: %.1f ns per call, limit %.1f", bar.name, is, most)
		}
	}
}

// Two threads do not delay each other.
func TestCostOnTwoThreads(t *testing.T) {
	c := measured(t, "bench-two", "1000000")
	if one, two := c["one"][0], c["two"][0]; two > 1.3*one {
		t.Errorf("a call costs %.1f ns on one thread, and %.1f on each of two", one, two)
	}
}

// Calls of five kinds, compressed and with times, take at most the 7.5 bytes of apitrace.
func TestBytes(t *testing.T) {
	const calls = 1000000
	name := filepath.Join(t.TempDir(), "a.gltrace")
	if out, err := command(t, program(t), []string{"GLTRACE_FILE=" + name}, "mix", fmt.Sprint(calls/5)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checkEnd(t, open(t, name), "exit")
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if _, err := file.Compress(t.Context(), &packed, bytes.NewReader(raw), int64(len(raw)), func(int64) {}); err != nil {
		t.Fatal(err)
	}
	each := float64(packed.Len()) / calls
	t.Logf("%.2f bytes per call", each)
	if each > 7.5 {
		t.Error("limit 7.5 bytes per call")
	}
}
