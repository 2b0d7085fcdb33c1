package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/test/viewer/measure"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// TestLive: a recording that grows is shown as it does; the newest frame is followed when that is asked for.
func TestLive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.gltrace")
	growing, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer growing.Close()
	grow := func(from, to int) {
		t.Helper()
		if _, err := growing.Write(recording[from:to]); err != nil {
			t.Fatal(err)
		}
	}
	first, second := len(recording)/3, len(recording)*2/3
	grow(0, first)
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	before := len(f.Frames())
	p := lookWith(t, f, view.Options{Name: "live.gltrace", Live: true}, "")
	p.shows("#facts", "live")
	p.shows("#facts", fmt.Sprintf("frames%d", before))
	grow(first, second)
	p.wait(fmt.Sprintf("Number(document.getElementById('bars').getAttribute('aria-valuemax')) > %d", before))
	p.inFrame(0)
	p.press("l")
	p.wait("document.getElementById('follow').getAttribute('aria-pressed') === 'true'")
	p.wait("document.getElementById('bars').getAttribute('aria-valuenow') === document.getElementById('bars').getAttribute('aria-valuemax')")
	grow(second, len(recording))
	p.shows("#facts", "frames40")
	p.inFrame(39)
	p.wait("document.querySelector('#facts .live') === null && document.getElementById('follow').hidden") // its end has come
	p.press(end)
	p.at(f.Len() - 1)
}

// TestMillion: a million calls are at ease. What is wanted of this machine is far less than what the benchmark measures
// against: others may use it.
func TestMillion(t *testing.T) {
	const loaded = 8 // times what is wanted of a machine that does nothing else
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
	if size := eval[int](&page{T: t}, "document.getElementsByTagName('*').length"); size > 5000 {
		t.Errorf("the page has %d elements", size)
	}
	for _, fault := range chromium.Faults() {
		t.Errorf("in the page: %s", fault)
	}
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
