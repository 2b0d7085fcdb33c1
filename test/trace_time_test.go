package test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestTraceTime measures the draws, passes and frames of a recording, with queries and without.
func TestTraceTime(t *testing.T) {
	r := newTracer(t)
	program := r.compiled("reads", "replay/reads.c", "-I../"+liveTestdata, "-lEGL", "-lGLESv2")
	if out, messages, code := r.run("trace", "record", "--out", "a.gltrace", "--", program); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	for _, method := range []string{"query", "finish"} {
		for by, want := range map[string]struct{ rows, work int }{"draw": {16, 1}, "pass": {8, 2}, "frame": {2, 8}} {
			out, messages, code := r.run("trace", "time", "a.gltrace", "--json", "--frames", "1-2", "--loop", "3", "--by", by, "--method", method)
			var report struct {
				Method string
				Rounds int
				Rows   []struct {
					Frame, Pass, Draw, Call, Work int
					GPU, CPU                      struct{ Median, Lowest, Highest int64 }
				}
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || report.Method != method || report.Rounds != 3 || len(report.Rows) != want.rows {
				t.Fatalf("%s, %s: %v, exit code %d\n%s%s", method, by, err, code, out, messages)
			}
			for i, row := range report.Rows {
				valid := row.GPU.Lowest <= row.GPU.Median && row.GPU.Median <= row.GPU.Highest && row.CPU.Lowest > 0 && (row.Frame == 1 || row.Frame == 2)
				places := (row.Pass >= 0) == (by != "frame") && (row.Draw >= 0) == (by == "draw") && row.Work == want.work
				if !valid || !places || i > 0 && row.GPU.Median > report.Rows[i-1].GPU.Median || method == "finish" && row.GPU.Lowest < row.CPU.Lowest {
					t.Errorf("%s, %s: %+v", method, by, row)
				}
			}
		}
	}
	if out, messages, code := r.run("trace", "time", "a.gltrace", "--most", "1"); code != 0 || !strings.Contains(out, "measured with") || !strings.Contains(messages, "23 rows not printed") {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
}
