//go:build heavy

package golden

import (
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Under load nothing grows: neither memory nor threads nor descriptors.
func TestSoak(t *testing.T) {
	for what := range soak(t, stress{host: stressHost(t), lib: buildLayer(t, stressProject(t, ""))}, testutil.SoakTime(t)) {
		t.Errorf("%s grew", what)
	}
}

// The test detects a layer that leaks memory and descriptors.
func TestSoakFindsLeak(t *testing.T) {
	grew := soak(t, stress{host: stressHost(t), lib: buildLayer(t, stressProject(t, "LEAK"))}, testutil.ShortestSoak)
	for _, what := range testutil.GrowthKinds() {
		if want := what != "threads"; grew[what] != want {
			t.Errorf("%s grew: %v, expected %v", what, grew[what], want)
		}
	}
}

// soak samples a stress test and returns what grew.
func soak(t *testing.T, s stress, d time.Duration) map[string]bool {
	t.Helper()
	r := s.start(t, d)
	looks := testutil.WatchProcess(r.cmd.Process.Pid, d-time.Second)
	r.wait(t)
	return testutil.CheckGrowth(t, looks)
}
