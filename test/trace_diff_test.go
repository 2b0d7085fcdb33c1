package test

import (
	"encoding/json"
	"path/filepath"
	"testing"
)

// TestTraceDiff compares two runs of a program that makes the same calls each time, and a run with other calls.
func TestTraceDiff(t *testing.T) {
	r := newTracer(t)
	for name, calls := range map[string]string{"a": "20", "b": "20", "other": "21"} {
		out, messages, code := r.run("trace", "record", "--frame-images", "--errors", "--out", name+".gltrace", "--", r.frames(), "30", calls, "0")
		if code != 0 {
			t.Fatalf("exit code %d\n%s%s", code, out, messages)
		}
	}
	compare := func(other string) (report struct {
		Calls, Missing, Additional int
		Frames                     []any
		Differences                []any
		Images                     struct{ Equal, Different int }
	}, code int) {
		out, messages, code := r.run("trace", "diff", filepath.Join(r.home, "a.gltrace"), filepath.Join(r.home, other), "--json")
		if err := json.Unmarshal([]byte(out), &report); err != nil {
			t.Fatalf("%v\n%s%s", err, out, messages)
		}
		return report, code
	}
	if got, code := compare("b.gltrace"); code != 0 || len(got.Differences) > 0 || len(got.Frames) != 30 || got.Images.Equal < 25 {
		t.Errorf("two runs: exit code %d, %+v", code, got)
	}
	if got, code := compare("other.gltrace"); code != 8 || got.Additional != 30 || got.Missing != 0 || len(got.Frames) != 30 || got.Images.Different > 0 {
		t.Errorf("one more call in each frame: exit code %d, %+v", code, got)
	}
}
