// Package growth sees whether a process that is under strain holds more and more.
package growth

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// kinds are what a process must not make more of, with what it may differ by from a quarter of the time to the next.
var kinds = []struct {
	what      string
	allowance int
	of        func(l Look) int
}{
	{"RSS, KiB", 4 << 10, func(l Look) int { return l.rss }},
	{"anonymous, KiB", 4 << 10, func(l Look) int { return l.anonymous }},
	{"threads", 1, func(l Look) int { return l.threads }},
	{"descriptors", 1, func(l Look) int { return l.descriptors }}, // files of settings that are being read
}

// Kinds are what is watched.
func Kinds() (names []string) {
	for _, k := range kinds {
		names = append(names, k.what)
	}
	return names
}

// A Look is what a process held at one moment.
type Look struct{ rss, anonymous, threads, descriptors int }

// lookAt reads what the kernel tells of a process; it is false when the process has ended.
func lookAt(pid int) (l Look, ok bool) {
	proc := fmt.Sprintf("/proc/%d/", pid)
	maps, err := os.ReadFile(proc + "smaps")
	if err != nil {
		return l, false
	}
	l.addMemory(string(maps))
	tasks, _ := os.ReadDir(proc + "task")
	files, err := os.ReadDir(proc + "fd")
	l.threads, l.descriptors = len(tasks), len(files)
	return l, err == nil && l.anonymous > 0
}

// addMemory adds up what stands in smaps: of each mapping a line with its place, then lines such as "Rss: 8 kB". One that
// grows while it is read comes twice. What is compiled while the program runs does not count: Mesa leaves a little of that
// behind, also without a layer.
func (l *Look) addMemory(maps string) {
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
			l.rss += number(fields[1])
		case fields[0] == "Anonymous:":
			l.anonymous += number(fields[1])
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// Shortest is the least time in which growth can be told from noise.
const Shortest = 20 * time.Second

// Time is how long a soak takes: 45 s, or what SOAK says.
func Time(t testing.TB) time.Duration {
	text := os.Getenv("SOAK")
	if text == "" {
		return 45 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < Shortest {
		t.Fatalf("SOAK=%s is not a time of %v or more", text, Shortest)
	}
	return d
}

// Watch looks at a process each second, for some time or until it ends.
func Watch(pid int, d time.Duration) (looks []Look) {
	for begin := time.Now(); time.Since(begin) < d; time.Sleep(time.Second) {
		l, ok := lookAt(pid)
		if !ok {
			break // it failed, and says why
		}
		looks = append(looks, l)
	}
	return looks
}

// Level compares the medians of quarters, and tells what grew: in the first one the process fills its pools. What leaks grows
// from the second to the third, and from there to the last; a heap that once had to be larger does not.
func Level(t testing.TB, looks []Look) (grew map[string]bool) {
	t.Helper()
	grew = map[string]bool{}
	var table strings.Builder
	for _, k := range kinds {
		var medians []int
		fmt.Fprintf(&table, "\n%-15s", k.what)
		for q := range 4 {
			var values []int
			for _, l := range looks[len(looks)*q/4 : len(looks)*(q+1)/4] {
				values = append(values, k.of(l))
			}
			slices.Sort(values)
			if len(values) == 0 {
				t.Fatalf("it ended after %d looks", len(looks))
			}
			medians = append(medians, values[len(values)/2])
			fmt.Fprintf(&table, " %24s", fmt.Sprintf("%d (%d to %d)", values[len(values)/2], values[0], values[len(values)-1]))
		}
		if min(medians[2]-medians[1], medians[3]-medians[2]) > k.allowance {
			grew[k.what] = true
		}
	}
	t.Logf("%d looks, a second apart; the median of each quarter, and its range:%s", len(looks), table.String())
	return grew
}
