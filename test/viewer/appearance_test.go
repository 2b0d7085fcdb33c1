//go:build heavy

package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// TestThemes: the theme is that of the system, or the selected one, and canvases are redrawn.
func TestThemes(t *testing.T) {
	p := openPage(t, recording, "i=900")
	t.Cleanup(func() { _ = chromium.Scheme("light") })
	ground := "getComputedStyle(document.body).backgroundColor"
	corner := "[...(" + pixels + ")('#lanes').getImageData(400, 25, 1, 1).data].join()"
	p.must(chromium.Scheme("light"))
	p.wait(ground + " === 'rgb(238, 240, 244)'")
	light := eval[string](p, corner)
	p.must(chromium.Scheme("dark"))
	p.wait(ground + " === 'rgb(16, 19, 23)'")
	p.wait(corner + " !== " + quote(light))
	p.click("#theme")
	p.waitForText("#theme", "light")
	p.wait(ground + " === 'rgb(238, 240, 244)'")
	p.wait(corner + " === " + quote(light))
	p.reload()
	p.waitForText("#theme", "light") // the selection is stored
	p.press("t")
	p.waitForText("#theme", "dark")
	p.wait(ground + " === 'rgb(16, 19, 23)'")
	p.press("t")
	p.waitForText("#theme", "system")
}

// reload reloads the page, and waits until it is complete.
func (p *page) reload() {
	p.Helper()
	p.must(chromium.Do(chromedp.Reload(), chromedp.WaitReady("html[data-ready=true]")))
}

// TestKeyboardOnly: every part can be used without a mouse.
func TestKeyboardOnly(t *testing.T) {
	p := openPage(t, recording, "i=1000")
	eval[any](p, "document.activeElement.blur()")
	reached := map[string]bool{}
	for range 80 {
		p.press(tabKey)
		reached[eval[string](p, "document.activeElement.id")] = true
	}
	for _, id := range []string{"query", "previous", "next", "theme", "help", "bars", "lanes", "split-top", "calls", "split-side", "tab-call", "panel", "fold", "save"} {
		if !reached[id] {
			t.Errorf("the Tab key does not reach %s", id)
		}
	}
	eval[any](p, "document.getElementById('tab-call').focus()")
	p.press(right)
	p.wait("document.activeElement.id === 'tab-draw' && document.getElementById('tab-draw').getAttribute('aria-selected') === 'true'")
	eval[any](p, "document.getElementById('calls').focus()")
	p.press("8")
	p.wait("document.getElementById('tab-vertices').getAttribute('aria-selected') === 'true'")
	p.press("]", "[", "[")
	p.wait("document.getElementById('tab-buffers').getAttribute('aria-selected') === 'true'")
	p.press("?")
	p.wait("document.getElementById('keys').open")
	p.waitForText("#keys", "next frame")
	p.press(escape)
	p.wait("!document.getElementById('keys').open")
}

// TestPanes: the size of panes can be changed by dragging and with keys.
func TestPanes(t *testing.T) {
	p := openPage(t, recording, "")
	wide := "document.querySelector('.list').offsetWidth"
	before := eval[float64](p, wide)
	x, y := p.place("#split-side", 2, 100)
	p.must(chromium.Do(chromedp.DragAndDropXY(x, y, x-150, y, 5)))
	p.wait(fmt.Sprintf("Math.abs(%s - %v) < 4", wide, before-150))
	eval[any](p, "document.getElementById('split-side').focus()")
	p.press(right)
	p.wait(fmt.Sprintf("Math.abs(%s - %v) < 4", wide, before-150+24))
	high := "document.querySelector('.timeline').offsetHeight"
	x, y = p.place("#split-top", 300, 2)
	p.must(chromium.Do(chromedp.DragAndDropXY(x, y, x, y+60, 5)))
	p.wait(high + " > 120")
}

// TestFragment: the URL has the selection, which a reload restores.
func TestFragment(t *testing.T) {
	p := openPage(t, recording, "i=700")
	p.openTab("stats")
	p.press("1")
	p.wait("document.getElementById('tab-call').getAttribute('aria-selected') === 'true'")
	p.openTab("compare")
	p.wait("location.hash === '#i=700&tab=compare'")
	p.reload()
	p.waitForCall(700)
	p.wait("document.getElementById('tab-compare').getAttribute('aria-selected') === 'true'")
	eval[any](p, "location.hash = '#i=12&tab=call'")
	p.waitForCall(12)
	p.wait("document.getElementById('tab-call').getAttribute('aria-selected') === 'true'")
	if eval[string](p, "location.search") != "" {
		t.Error("the token is still in the URL")
	}
}

// TestSave: the browser saves the calls of the frame.
func TestSave(t *testing.T) {
	f := read(t, recording)
	dir := t.TempDir()
	p := openPage(t, recording, fmt.Sprintf("i=%d", f.Frames()[3].First))
	p.waitForFrame(3)
	p.must(chromium.Do(browser.Send(cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})))
	p.click("#save")
	p.waitForText("#message", "Saved frame-3.txt")
	text := saved(t, filepath.Join(dir, "frame-3.txt"))
	if lines := strings.Count(text, "\n"); lines != f.Frames()[3].Last-f.Frames()[3].First+2 || !strings.Contains(text, "glDrawElements(mode=GL_TRIANGLES, count=1440") {
		t.Errorf("what was saved has %d lines:\n%s", lines, text)
	}
	p.openTab("call")
	p.click(".body.call h2 button")
	if text := saved(t, filepath.Join(dir, fmt.Sprintf("call-%d.txt", f.Frames()[3].First))); !strings.HasPrefix(text, "glBindBufferBase(") {
		t.Errorf("the call is saved as %q", text)
	}
	for _, one := range []struct{ tab, button, file, holds string }{
		{"shaders", "h3 button", "shader-1.vert", "uniform mat4 uViewProjection;"},
		{"state", ".tools button", fmt.Sprintf("state-%d.txt", f.Frames()[3].First), "GL_DEPTH_TEST: GL_TRUE"},
		{"textures", "h3 a", "texture-3-0.png", "\x89PNG"},
		{"buffers", "h3 a", "buffer-1.bin", bufferOf(t, f, 1)},
		{"image", "h3 a", "image.png", "\x89PNG"},
	} {
		p.openTab(one.tab)
		if one.tab == "textures" { // the first textures are render targets, without data to save
			eval[any](p, "[...document.querySelectorAll('.item')].find(i => i.textContent.includes('bricks')).click()")
		}
		p.waitForPanel() // a click on an element that is being replaced does nothing
		p.click("#panel " + one.button)
		if text := saved(t, filepath.Join(dir, one.file)); !strings.Contains(text, one.holds) {
			t.Errorf("%s does not hold %q", one.file, one.holds)
		}
	}
}

// bufferOf returns the data of the recording's first upload to the n-th buffer.
func bufferOf(t *testing.T, f *file.File, n int) string {
	t.Helper()
	call := matches(t, f, named("glBufferData"))[n-1]
	c, err := f.Call(call)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Payload(c.Args[2].Data.Payloads)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// saved waits for a file that the browser saves.
func saved(t *testing.T, path string) string {
	t.Helper()
	var text []byte
	testutil.Eventually(t, "the browser saves "+path, func() (done bool) {
		var err error
		text, err = os.ReadFile(path)
		return err == nil && len(text) > 0
	})
	return string(text)
}

// TestWheel: the wheel scrolls the calls, and visible rows are filled.
func TestWheel(t *testing.T) {
	p := openPage(t, recording, "")
	first := p.rows()[0]
	x, y := p.place("#calls", 200, 200)
	p.must(chromium.Do(chromedp.MouseEvent("mouseWheel", x, y, wheel(2000))))
	p.wait("document.getElementById('calls').scrollTop > 1000")
	if rows := p.rows(); rows[0] == first {
		t.Errorf("after the wheel the first call is still %s", first)
	}
}

// wheel scrolls by a number of pixels.
func wheel(by float64) chromedp.MouseOption {
	return func(p *input.DispatchMouseEventParams) { p.DeltaY = by; p.DeltaX = 1 } // required by the protocol
}
