package testutil

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// growthKinds lists the resources of a process that must not grow, with the allowed difference between two quarters of the time.
var growthKinds = []struct {
	what      string
	allowance int
	value     func(s ProcessSample) int
}{
	{"RSS, KiB", 4 << 10, func(s ProcessSample) int { return s.rss }},
	{"anonymous, KiB", 4 << 10, func(s ProcessSample) int { return s.anonymous }},
	{"threads", 1, func(s ProcessSample) int { return s.threads }},
	{"descriptors", 1, func(s ProcessSample) int { return s.descriptors }}, // settings files may be open for a moment
}

// GrowthKinds returns the names of the resources that CheckGrowth compares.
func GrowthKinds() (names []string) {
	for _, k := range growthKinds {
		names = append(names, k.what)
	}
	return names
}

// ProcessSample is the resource usage of a process at one moment.
type ProcessSample struct{ rss, anonymous, threads, descriptors int }

// sampleProcess reads the resource usage of a process from /proc. It returns false if the process has ended.
func sampleProcess(pid int) (s ProcessSample, ok bool) {
	proc := fmt.Sprintf("/proc/%d/", pid)
	maps, err := os.ReadFile(proc + "smaps")
	if err != nil {
		return s, false
	}
	s.addMemory(string(maps))
	tasks, _ := os.ReadDir(proc + "task")
	files, err := os.ReadDir(proc + "fd")
	s.threads, s.descriptors = len(tasks), len(files)
	return s, err == nil && s.anonymous > 0
}

// addMemory adds up the mappings of smaps: for each, a line with its address range, then lines such as "Rss: 8 kB". The
// kernel lists a mapping twice if it grows during the read. Memory of code compiled at run time does not count: Mesa leaks a
// little of it, also without a layer.
func (s *ProcessSample) addMemory(maps string) {
	last, skip := "", false
	for line := range strings.Lines(maps) {
		fields := strings.Fields(line)
		switch {
		case !strings.HasSuffix(fields[0], ":"):
			begin, _, _ := strings.Cut(fields[0], "-")
			jit := fields[1] == "rwxp" && fields[4] == "0" // not backed by a file
			last, skip = begin, jit || begin == last
		case skip:
		case fields[0] == "Rss:":
			s.rss += number(fields[1])
		case fields[0] == "Anonymous:":
			s.anonymous += number(fields[1])
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// ShortestSoak is the shortest time that separates growth from noise.
const ShortestSoak = 20 * time.Second

// SoakTime returns the duration of a soak test: $SOAK, or 45 s by default.
func SoakTime(t testing.TB) time.Duration {
	text := os.Getenv("SOAK")
	if text == "" {
		return 45 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < ShortestSoak {
		t.Fatalf("SOAK=%s: want a duration of at least %v", text, ShortestSoak)
	}
	return d
}

// WatchProcess samples a process once a second for the duration d or until the process ends.
func WatchProcess(pid int, d time.Duration) (samples []ProcessSample) {
	for begin := time.Now(); time.Since(begin) < d; time.Sleep(time.Second) {
		s, ok := sampleProcess(pid)
		if !ok {
			break // the process failed and has reported why
		}
		samples = append(samples, s)
	}
	return samples
}

// CheckGrowth compares the medians of the four quarters of the samples and returns the resources that grew. In the first
// quarter the process fills its pools. A leak grows from the second to the third quarter and again to the last; a heap that
// grew once does not.
func CheckGrowth(t testing.TB, samples []ProcessSample) (grew map[string]bool) {
	t.Helper()
	grew = map[string]bool{}
	var table strings.Builder
	for _, k := range growthKinds {
		var medians []int
		fmt.Fprintf(&table, "\n%-15s", k.what)
		for q := range 4 {
			var values []int
			for _, s := range samples[len(samples)*q/4 : len(samples)*(q+1)/4] {
				values = append(values, k.value(s))
			}
			slices.Sort(values)
			if len(values) == 0 {
				t.Fatalf("the process ended after %d samples", len(samples))
			}
			medians = append(medians, values[len(values)/2])
			fmt.Fprintf(&table, " %24s", fmt.Sprintf("%d (%d to %d)", values[len(values)/2], values[0], values[len(values)-1]))
		}
		if min(medians[2]-medians[1], medians[3]-medians[2]) > k.allowance {
			grew[k.what] = true
		}
	}
	t.Logf("%d samples, one per second; median and range of each quarter:%s", len(samples), table.String())
	return grew
}
