package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
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
