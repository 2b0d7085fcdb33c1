//go:build heavy

package viewer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdp "github.com/chromedp/cdproto/browser"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// openFile opens a recording that is a file in a directory.
func openFile(t *testing.T, fragment string) (p *page, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "orbit.gltrace")
	if err := os.WriteFile(path, recording, 0o600); err != nil {
		t.Fatal(err)
	}
	return openPageWith(t, read(t, recording), view.Options{Name: "orbit.gltrace", Path: path}, fragment), path
}

// TestNotes: bookmarks and notes are shown in the list, are saved beside the recording, and can be removed.
func TestNotes(t *testing.T) {
	p, path := openFile(t, "i=700&tab=notes")
	p.waitForText(".editor h3", "Call 700")
	p.click(".editor textarea")
	p.press("<", "b", ">", "s", "l", "o", "w")
	p.click("#save-note")
	p.waitForText("#calls .row.selected .mark-badge", "★ <b>slow")
	p.waitForText(".marks", "<b>slow")
	eval[any](p, "document.getElementById('calls').focus()")
	p.press(down, down, "b")
	p.wait("document.querySelectorAll('.mark').length === 2")
	p.press(home)
	p.waitForCall(0)
	for _, step := range []struct {
		key  string
		call int
	}{{".", 700}, {".", 702}, {",", 700}} {
		p.press(step.key)
		p.waitForCall(step.call)
	}
	p.wait("location.hash.includes('i=700')")
	p.reload()
	p.openTab("notes")
	p.wait("document.querySelectorAll('.mark').length === 2 && document.querySelector('.editor textarea').value === '<b>slow'")
	p.click("#remove-note")
	p.wait("document.querySelectorAll('.mark').length === 1")
	p.click(".mark .plain")
	p.waitForCall(702)
	eval[any](p, "document.getElementById('calls').focus()")
	p.press("b")
	p.waitForText(".body.notes", "No bookmarks")
	if _, err := os.Stat(path + ".notes.json"); !os.IsNotExist(err) {
		t.Error("without bookmarks, the file of notes is left:", err)
	}
}

// TestDamagedNotes: a file of notes that cannot be read is reported and kept.
func TestDamagedNotes(t *testing.T) {
	p, path := openFile(t, "i=700")
	p.must(os.WriteFile(path+".notes.json", []byte("no JSON"), 0o600))
	p.reload()
	p.openTab("notes")
	p.waitForText(".alert", "orbit.gltrace.notes.json")
}

// TestLink: the link to a call selects it.
func TestLink(t *testing.T) {
	p, _ := openFile(t, "i=700&tab=notes")
	p.waitForText(".editor h3", "Call 700")
	eval[any](p, "{navigator.clipboard.writeText = async text => { window.copied = text; }; 0}")
	p.click("#copy-link")
	p.waitForText("#message", "link to call 700")
	eval[any](p, "document.getElementById('calls').focus()")
	p.press(home)
	p.waitForCall(0)
	p.wait("location.hash.includes('i=0')")
	eval[any](p, "{location.href = window.copied; 0}")
	p.waitForCall(700)
}

// TestExportOfAll: all calls are saved as lines.
func TestExportOfAll(t *testing.T) {
	p := openPageWith(t, read(t, recording), view.Options{Name: "orbit.gltrace"}, "")
	folder := t.TempDir()
	p.must(chromium.Do(browser.Send(cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder})))
	p.click("#export")
	p.click("#export-json")
	var lines int
	if !testutil.Poll(func() bool {
		b, _ := os.ReadFile(filepath.Join(folder, "orbit.jsonl"))
		lines = strings.Count(string(b), "\n")
		return lines > 0
	}) || lines != read(t, recording).Len() {
		t.Errorf("%d lines", lines)
	}
}
