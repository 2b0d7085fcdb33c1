//go:build heavy

package golden

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// grown is what a storm must not make more of, with what it may differ by from a quarter of the time to the next.
var grown = []struct {
	what      string
	allowance int
	of        func(p process) int
}{
	{"RSS, KiB", 4 << 10, func(p process) int { return p.rss }},
	{"anonymous, KiB", 4 << 10, func(p process) int { return p.anonymous }},
	{"threads", 1, func(p process) int { return p.threads }},
	{"descriptors", 1, func(p process) int { return p.descriptors }}, // files of settings that are being read
}

// A process is one look at what it holds.
type process struct{ rss, anonymous, threads, descriptors int }

// lookAt reads what the kernel tells of a process; it is false when the process has ended.
func lookAt(pid int) (p process, ok bool) {
	proc := fmt.Sprintf("/proc/%d/", pid)
	maps, err := os.ReadFile(proc + "smaps")
	if err != nil {
		return p, false
	}
	p.addMemory(string(maps))
	tasks, _ := os.ReadDir(proc + "task")
	files, err := os.ReadDir(proc + "fd")
	p.threads, p.descriptors = len(tasks), len(files)
	return p, err == nil && p.anonymous > 0
}

// addMemory adds up what stands in smaps: of each mapping a line with its place, then lines such as "Rss: 8 kB". One that
// grows while it is read comes twice. What is compiled while the program runs does not count: Mesa leaves a little of that
// behind, also without a layer.
func (p *process) addMemory(maps string) {
	last, skip := "", false
	for line := range strings.Lines(maps) {
		fields := strings.Fields(line)
		switch {
		case !strings.HasSuffix(fields[0], ":"):
			begin, _, _ := strings.Cut(fields[0], "-")
			compiled := fields[1] == "rwxp" && fields[4] == "0" // no file
			last, skip = begin, compiled || begin == last
		case skip:
		case fields[0] == "Rss:":
			p.rss += number(fields[1])
		case fields[0] == "Anonymous:":
			p.anonymous += number(fields[1])
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

const shortSoak = 20 * time.Second

// soakTime is how long TestSoak takes: 45 s, or what SOAK says.
func soakTime(t *testing.T) time.Duration {
	text := os.Getenv("SOAK")
	if text == "" {
		return 45 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < shortSoak {
		t.Fatalf("SOAK=%s is not a time of %v or more", text, shortSoak)
	}
	return d
}

// In a storm nothing grows: neither memory nor threads nor descriptors.
func TestSoak(t *testing.T) {
	for what := range soak(t, storm{host: stormHost(t), lib: build(t, stormProject(t, ""))}, soakTime(t)) {
		t.Errorf("%s grew", what)
	}
}

// A layer that keeps some memory and descriptors is found out.
func TestSoakFindsLeak(t *testing.T) {
	grew := soak(t, storm{host: stormHost(t), lib: build(t, stormProject(t, "LEAK"))}, shortSoak)
	for _, g := range grown {
		if want := g.what != "threads"; grew[g.what] != want {
			t.Errorf("%s grew: %v, expected %v", g.what, grew[g.what], want)
		}
	}
}

// soak looks at a storm each second, and tells what grew.
func soak(t *testing.T, s storm, d time.Duration) (grew map[string]bool) {
	t.Helper()
	r := s.start(t, d)
	var looks []process
	for begin := time.Now(); time.Since(begin) < d-time.Second; time.Sleep(time.Second) {
		p, ok := lookAt(r.cmd.Process.Pid)
		if !ok {
			break // it failed, and says why
		}
		looks = append(looks, p)
	}
	r.calm(t)
	return level(t, looks)
}

// level compares the medians of quarters: in the first one the process fills its pools. What leaks grows from the second to
// the third, and from there to the last; a heap that once had to be larger does not.
func level(t *testing.T, looks []process) (grew map[string]bool) {
	grew = map[string]bool{}
	var table strings.Builder
	for _, g := range grown {
		var medians []int
		fmt.Fprintf(&table, "\n%-15s", g.what)
		for q := range 4 {
			var values []int
			for _, p := range looks[len(looks)*q/4 : len(looks)*(q+1)/4] {
				values = append(values, g.of(p))
			}
			slices.Sort(values)
			medians = append(medians, values[len(values)/2])
			fmt.Fprintf(&table, " %24s", fmt.Sprintf("%d (%d to %d)", values[len(values)/2], values[0], values[len(values)-1]))
		}
		if min(medians[2]-medians[1], medians[3]-medians[2]) > g.allowance {
			grew[g.what] = true
		}
	}
	t.Logf("%d looks, a second apart; the median of each quarter, and its range:%s", len(looks), table.String())
	return grew
}
