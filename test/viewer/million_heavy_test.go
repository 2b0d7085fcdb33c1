//go:build heavy

package viewer

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/test/viewer/measure"
)

// TestMillion: the page is usable with a million calls. The limits are far above those of the benchmark,
// because the machine may be busy.
func TestMillion(t *testing.T) {
	const loaded = 8 // factor for the limits of an idle machine
	path := filepath.Join(t.TempDir(), "million.gltrace")
	if err := os.WriteFile(path, tracetest.Million(), 0o600); err != nil {
		t.Fatal(err)
	}
	times, err := measure.Viewer(t.Context(), chromium, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("in ms: first on screen %.0f, scrolling %.0f, search %.0f, of what is not there %.0f", times.First, times.Scroll, times.Search, times.Absent)
	for _, one := range []struct {
		what       string
		took, most float64
	}{
		{"the first frame", times.First, 1500}, {"scrolling", median(times.Scroll), 100}, {"search", median(times.Search), 100},
	} {
		if one.took > loaded*one.most {
			t.Errorf("%s took %.0f ms: more than %d times %.0f", one.what, one.took, loaded, one.most)
		}
	}
	if times.Elements > 5000 {
		t.Errorf("the page has %d elements", times.Elements)
	}
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
