//go:build heavy

// Package viewer tests the viewer with the real server, over recordings, in a real browser.
package viewer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/test/viewer/scene"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// chromium is shared by all tests, because it starts slowly.
var chromium *browser.Browser

// recording is the recording of most tests.
var recording = scene.Record(40, true)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	var err error
	if chromium, err = browser.Start(context.Background(), 1440, 900); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := chromium.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "closing the browser:", err)
		return 1
	}
	if left := chromium.Processes(); len(left) > 0 {
		fmt.Fprintln(os.Stderr, "processes of the browser are left:", left)
		return 1
	}
	return code
}

// A page is the viewer over a recording, open in the browser. Errors in the page fail the test.
type page struct {
	*testing.T
	url    string
	server *view.Server
}

// openPage opens the viewer over a recording, with a fragment in the URL.
func openPage(t *testing.T, recorded []byte, fragment string) *page {
	t.Helper()
	return openPageWith(t, read(t, recorded), view.Options{Name: "orbit.gltrace"}, fragment)
}

func read(t *testing.T, recorded []byte) *file.File {
	t.Helper()
	f, err := file.Read(bytes.NewReader(recorded), int64(len(recorded)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func openPageWith(t *testing.T, f *file.File, o view.Options, fragment string) *page {
	t.Helper()
	p := serve(t, f, o)
	p.must(chromium.Open(p.url + "#" + fragment))
	return p
}

// serve starts the real server, with its access control.
func serve(t *testing.T, f *file.File, o view.Options) *page {
	t.Helper()
	o.Log = t.Logf
	p := &page{T: t, server: view.New(f, o)}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context())) // the test's context ends before the page is left
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() { defer close(ended); ended <- p.server.Serve(ctx, false, func(url string) { urls <- url }) }()
	t.Cleanup(func() {
		p.Helper()
		p.checkNoErrors()
		p.must(chromium.Do(chromedp.Navigate("about:blank"))) // so that the page makes no more requests
		chromium.PageErrors()
		stop()
		p.must(<-ended)
		p.server.Close()
		p.must(f.Close())
	})
	select {
	case p.url = <-urls:
	case err := <-ended:
		t.Fatal(err)
	}
	return p
}

func (p *page) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// checkNoErrors checks that there are no console errors or violations of the security policy.
func (p *page) checkNoErrors() {
	p.Helper()
	for _, fault := range chromium.PageErrors() {
		p.Errorf("in the page: %s", fault)
	}
}

// eval returns the value of an expression in the page.
func eval[T any](p *page, expression string) T {
	p.Helper()
	v, err := browser.Eval[T](chromium, expression)
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until an expression is true.
func (p *page) wait(expression string) {
	p.Helper()
	if !testutil.Poll(func() bool { return eval[bool](p, "Boolean("+expression+")") }) {
		p.saveScreenshot()
		p.Fatalf("timed out: %s\nmessage: %s\nplace: %s", expression, p.text("#message"), p.text("#place"))
	}
}

// saveScreenshot saves a screenshot after a failure.
func (p *page) saveScreenshot() { p.saveShot("failed") }

// saveShot saves a screenshot in the directory VIEWER_SHOTS.
func (p *page) saveShot(name string) {
	if dir := os.Getenv("VIEWER_SHOTS"); dir != "" {
		if png, err := browser.Shot(chromium); err == nil {
			_ = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(p.Name(), "/", "-")+"-"+name+".png"), png, 0o644)
		}
	}
}

func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// text returns the text of an element, or an empty string if there is none.
func (p *page) text(selector string) string {
	p.Helper()
	return eval[string](p, "(document.querySelector("+quote(selector)+")?.textContent ?? '')")
}

// waitForText waits until an element contains a text.
func (p *page) waitForText(selector, text string) {
	p.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%s)?.textContent.includes(%s)", quote(selector), quote(text)))
}

// count returns the number of visible elements.
func (p *page) count(selector string) int {
	p.Helper()
	return eval[int](p, "[...document.querySelectorAll("+quote(selector)+")].filter(e => e.checkVisibility()).length")
}

// click clicks the middle of an element.
func (p *page) click(selector string) {
	p.Helper()
	p.wait("document.querySelector(" + quote(selector) + ")")
	p.must(chromium.Do(chromedp.Click(selector, chromedp.NodeVisible)))
}

// press presses keys one after another, with any focus.
func (p *page) press(keys ...string) {
	p.Helper()
	for _, key := range keys {
		p.must(chromium.Do(stroke(key)))
	}
}

// stroke returns the action for a key or a character. The page may prevent the default action of a key, which
// chromedp's own actions do not support.
func stroke(key string) chromedp.Action[chromedp.Void] {
	if len(key) != 1 || key < " " {
		return chromedp.KeyEvent(key)
	}
	return strokeWith(key, key, 0, 0)
}

// strokeWith returns the action for a key with modifiers.
func strokeWith(key, text string, code int64, with kb.Modifier) chromedp.Action[chromedp.Void] {
	p := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, Text: text, WindowsVirtualKeyCode: code, Modifiers: int64(with)}
	released := p
	released.Type, released.Text = input.DispatchKeyEventTypeKeyUp, ""
	return chromedp.Steps(browser.Send(input.DispatchKeyEvent, p), browser.Send(input.DispatchKeyEvent, released))
}

// waitForCall waits until a call is selected and its frame is known.
func (p *page) waitForCall(call int) {
	p.Helper()
	p.waitForText("#place", "call "+thousands(call)+" of")
}

func (p *page) waitForFrame(n int) {
	p.Helper()
	p.wait(fmt.Sprintf("document.getElementById('place').textContent.endsWith('frame %s')", thousands(n)))
}

// thousands formats a number as the page does.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// openTab opens a tab and waits for its contents.
func (p *page) openTab(id string) {
	p.Helper()
	p.click("#tab-" + id)
	p.wait(fmt.Sprintf("document.querySelector('.body.%s')?.children.length && document.getElementById('panel').getAttribute('aria-busy') === 'false'", id))
}

// waitForPanel waits until the panel has its final contents.
func (p *page) waitForPanel() {
	p.Helper()
	p.wait("document.getElementById('panel').getAttribute('aria-busy') === 'false'")
}

// selectOption selects an option of a select.
func (p *page) selectOption(selector, value string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf("{const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event('change', {bubbles: true})); e.value === %s}", quote(selector), quote(value), quote(value)))
}

// Keys of the keyboard.
const (
	down, up, left, right = kb.ArrowDown, kb.ArrowUp, kb.ArrowLeft, kb.ArrowRight
	pageDown, pageUp      = kb.PageDown, kb.PageUp
	home, end             = kb.Home, kb.End
	enter, escape, tabKey = kb.Enter, kb.Escape, kb.Tab
)
