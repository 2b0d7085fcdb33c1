//go:build heavy

package viewer

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/viewer/orbit"
	"github.com/gleslayergen/gleslayergen/test/viewer/settingspage"
)

// openSettings opens the page of settings of a layer.
func openSettings(t *testing.T) (*page, *settingspage.Page) {
	t.Helper()
	p := &page{T: t}
	r, err := orbit.New(t.Context(), t.TempDir())
	p.must(err)
	p.must(settingspage.Build(t.Context(), r))
	s, err := settingspage.Start(context.WithoutCancel(t.Context()), r)
	p.must(err)
	t.Cleanup(func() {
		p.checkNoErrors()
		p.must(chromium.Do(chromedp.Navigate("about:blank")))
		chromium.PageErrors()
		p.must(s.Close())
	})
	p.must(chromium.Open(s.URL))
	return p, s
}

// waitForFile waits until the file of settings has a text.
func (p *page) waitForFile(s *settingspage.Page, want string) {
	p.Helper()
	var got []byte
	if !testutil.Poll(func() bool { got, _ = os.ReadFile(s.File); return string(got) == want }) {
		p.Fatalf("the file of settings is %q, not %q", got, want)
	}
}

// id returns the selector of the control of a setting.
func id(name string) string { return `[id="s0-` + name + `"]` }

// checkedIs is an expression: whether a switch is on.
func checkedIs(name, on string) string {
	return "document.querySelector(" + quote(id(name)) + ").checked === " + on
}

// TestSettingsPage filters settings, changes settings of each type with the mouse and the keyboard, and undoes the changes.
func TestSettingsPage(t *testing.T) {
	p, s := openSettings(t)
	t.Cleanup(func() { _ = chromium.Scheme("light") })
	for _, scheme := range []string{"light", "dark"} {
		p.must(chromium.Scheme(scheme))
		p.checkAccessible(scheme)
	}
	p.waitForText("#title", "watch")
	p.waitForText("#note", "config/watch.conf")
	p.wait(checkedIs("log.on", "true"))
	p.wait(checkedIs("breadcrumbs.on", "false"))
	p.wait("document.querySelector('#undo').disabled")

	cards := p.count(".card")
	p.press("/")
	p.must(chromium.Do(chromedp.KeyEvent("directory")))
	p.wait("[...document.querySelectorAll('.card')].filter(e => e.checkVisibility()).length === 1")
	p.press(escape)
	p.wait(fmt.Sprintf("[...document.querySelectorAll('.card')].filter(e => e.checkVisibility()).length === %d", cards))

	p.click(id("breadcrumbs.on"))
	p.waitForFile(s, "breadcrumbs.on=1\n")
	p.waitForText("#message", "breadcrumbs.on=1")
	p.wait("!document.querySelector('#undo').disabled")

	eval[any](p, "document.querySelector("+quote(id("log.on"))+").focus()") // with the keyboard from here on
	p.press(" ")
	p.waitForFile(s, "breadcrumbs.on=1\nlog.on=0\n")
	p.waitForText("#message", "log.on=0")
	p.press(tabKey, tabKey) // past the button Default
	p.wait("document.activeElement.id === 's0-log.limit'")
	p.typeOver("0")
	p.waitForText("#message", "log.limit=0: must be a number from 1 to 100000")
	p.wait("document.activeElement.value === '150'") // not 0
	if errors := chromium.PageErrors(); len(errors) != 1 || !strings.Contains(errors[0], "422") {
		t.Errorf("errors after an invalid value: %q", errors)
	}
	p.typeOver("20")
	p.waitForFile(s, "breadcrumbs.on=1\nlog.on=0\nlog.limit=20\n")
	eval[any](p, "document.querySelector("+quote(id("log"))+").focus()")
	p.must(chromium.Do(chromedp.KeyEvent("d")))
	p.waitForFile(s, "breadcrumbs.on=1\nlog.on=0\nlog.limit=20\nlog=debug\n")
	eval[any](p, "document.querySelector('[title=\"Use the default of log.limit\"]').click()")
	p.waitForFile(s, "breadcrumbs.on=1\nlog.on=0\nlog=debug\n")

	text := "mine=1\n" + "breadcrumbs.on=1\nlog.on=0\nlog=debug\n" + "calls.frames=60\n" // another program changes the file
	p.must(os.WriteFile(s.File, []byte(text), 0o600))
	p.reload()
	p.wait("document.querySelector(" + quote(id("calls.frames")) + ").value === '60'")
	p.press("u")
	p.waitForText("#message", "are restored")
	p.wait(checkedIs("log.on", "true"))
	p.wait("document.querySelector('#undo').disabled")
	p.waitForFile(s, "mine=1\ncalls.frames=60\n")
}

// typeOver replaces the text of the focused control, and presses Enter.
func (p *page) typeOver(text string) {
	p.Helper()
	eval[any](p, "document.activeElement.select()")
	p.must(chromium.Do(chromedp.KeyEvent(text + "\r")))
}
