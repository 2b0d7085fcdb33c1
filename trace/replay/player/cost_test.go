//go:build linux

package player_test

import (
	"regexp"
	"strconv"
	"testing"
)

// BenchmarkCalls measures the processor time of a small call, which includes its record.
func BenchmarkCalls(b *testing.B) {
	const calls = 1 << 20
	s := newScript(b)
	s.begin(8, 8, 2)
	s.useProgram()
	for i := range calls {
		s.call("glUniform4f", reg(next), float(float32(i)), float(0), float(0), float(1))
	}
	s.operation(opEnd, 0)
	playerPath(b) // built before the measurement
	for b.Loop() {
		output, code, _ := play(b, s, "")
		done := regexp.MustCompile(`done (\d+) (\d+)`).FindStringSubmatch(output)
		if code != 0 || done == nil {
			b.Fatalf("exit code %d, %s", code, output)
		}
		nanoseconds, err := strconv.Atoi(done[2])
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(nanoseconds)/calls, "ns/call")
	}
}
