package apitrace

import (
	"strings"
	"testing"
)

func TestSameCounts(t *testing.T) {
	ours := map[string]int{"glClear": 3, "glBlendBarrier": 1, "glGetString": 2, "glDrawArrays": 5}
	theirs := map[string]int{"glClear": 3, "glGetString": 4, "glDrawArrays": 5}
	allowed := AllDifferences()
	if equal, err := SameCounts(ours, theirs, allowed); equal != 2 || err != nil || len(allowed.Used()) != 2 {
		t.Errorf("%d functions, %v, %+v", equal, err, allowed.Used())
	}
	theirs["glDrawArrays"], theirs["glEnable"] = 4, 1
	_, err := SameCounts(ours, theirs, allowed)
	if err == nil || !strings.Contains(err.Error(), "glDrawArrays: 5 calls in the recording, 4 in apitrace's") || !strings.Contains(err.Error(), "glEnable: 0 calls") {
		t.Error(err)
	}
}
