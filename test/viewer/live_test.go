//go:build heavy

package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// openGrowingFile returns the file of a recording that is being written.
func openGrowingFile(t *testing.T) *os.File {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "live.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

// openLivePage opens the viewer on the file.
func openLivePage(t *testing.T, growing *os.File) (*page, *file.File) {
	t.Helper()
	f, err := file.Open(growing.Name())
	if err != nil {
		t.Fatal(err)
	}
	return openPageWith(t, f, view.Options{Name: "live.gltrace", Live: true}, ""), f
}

// TestLive: a live recording is shown as it grows, and its newest frame is selected on request.
func TestLive(t *testing.T) {
	out := openGrowingFile(t)
	grow := func(from, to int) {
		t.Helper()
		if _, err := out.Write(recording[from:to]); err != nil {
			t.Fatal(err)
		}
	}
	first, second := len(recording)/3, len(recording)*2/3
	grow(0, first)
	p, f := openLivePage(t, out)
	before := len(f.Frames())
	p.waitForText("#facts", "live")
	p.waitForText("#facts", fmt.Sprintf("frames%d", before))
	grow(first, second)
	p.wait(fmt.Sprintf("Number(document.getElementById('bars').getAttribute('aria-valuemax')) > %d", before))
	p.waitForFrame(0)
	p.press("l")
	p.wait("document.getElementById('follow').getAttribute('aria-pressed') === 'true'")
	p.wait("document.getElementById('bars').getAttribute('aria-valuenow') === document.getElementById('bars').getAttribute('aria-valuemax')")
	grow(second, len(recording))
	p.waitForText("#facts", "frames40")
	p.waitForFrame(39)
	p.wait("document.querySelector('#facts .live') === null && document.getElementById('follow').hidden") // the recording has ended
	p.press(end)
	p.waitForCall(f.Len() - 1)
}
