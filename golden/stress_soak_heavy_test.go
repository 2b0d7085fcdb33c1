//go:build heavy

package golden

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// Under load nothing grows: neither memory nor threads nor descriptors. Meanwhile, no call of an app with observers is lost.
func TestSoak(t *testing.T) {
	t.Run("hooks", func(t *testing.T) {
		t.Parallel()
		for what := range soak(t, stress{host: stressHost(t), lib: buildLayer(t, stressProject(t, ""))}, testutil.SoakTime(t)) {
			t.Errorf("%s grew", what)
		}
	})
	t.Run("observers", func(t *testing.T) {
		t.Parallel()
		soakObservers(t, testutil.SoakTime(t))
	})
}

// soakObservers calls a layer with observers in bursts of 10,000 calls every 16 ms. None may be lost, and nothing may grow.
func soakObservers(t *testing.T, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d+limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, burstHost(t), burstLayer(t, 16<<20), "1", fmt.Sprint(math.MaxInt32), fmt.Sprint(int(d.Seconds())))
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	samples := testutil.WatchProcess(cmd.Process.Pid, d-time.Second)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	var bursts int
	_, _ = fmt.Sscanf(out.String(), "gleslayer: %d bursts", &bursts)
	if want := fmt.Sprintf("gleslayer: %d bursts: %d calls, 0 lost, 0 with wrong times\n", bursts, bursts*10000); bursts == 0 || out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	t.Logf("%d bursts", bursts)
	for what := range testutil.CheckGrowth(t, samples) {
		t.Errorf("%s grew", what)
	}
}

// The test detects calls that are lost, because a burst has more than the memory of the layer.
func TestSoakFindsLoss(t *testing.T) {
	out := command(t, ".", burstHost(t), burstLayer(t, 1<<16), "1", "10", "60")
	var calls, lost int
	for line := range strings.Lines(out) {
		_, _ = fmt.Sscanf(line, "gleslayer: 10 bursts: %d calls, %d lost", &calls, &lost)
	}
	if lost == 0 || calls+lost != 100_000 {
		t.Errorf("%d calls and %d lost in:\n%s", calls, lost, out)
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
