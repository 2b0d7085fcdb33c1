//go:build heavy

package viewer

import (
	"fmt"
	"strings"
	"testing"
)

// rows returns the texts of the visible calls.
func (p *page) rows() []string {
	p.Helper()
	p.wait("document.querySelectorAll('#calls .row:not([hidden])').length && !document.querySelector('#calls .row.loading:not([hidden])')")
	return eval[[]string](p, "[...document.querySelectorAll('#calls .row:not([hidden]) .text')].map(e => e.textContent)")
}

// TestFirst: the page shows facts, frames with images, lanes and calls without interaction.
func TestFirst(t *testing.T) {
	p := openPage(t, recording, "")
	p.waitForText("#process", "com.example.orbit")
	facts := p.text("#facts")
	for _, fact := range []string{"pid21407", "archarm64", "frames40", "threads2", "contexts2"} {
		if !strings.Contains(facts, fact) {
			t.Errorf("%s is missing in %s", fact, facts)
		}
	}
	p.wait("[...document.querySelectorAll('.thumb img')].length > 5 && [...document.querySelectorAll('.thumb img')].every(i => i.complete && i.naturalWidth)")
	if rows := p.rows(); len(rows) < 15 || !strings.HasPrefix(rows[0], "eglCreateContext(") {
		t.Errorf("the calls are %q", rows)
	}
	p.wait("document.getElementById('lanes').getAttribute('aria-label').includes('RenderThread, context 1; AssetLoader')")
	if !painted(p, "#bars") || !painted(p, "#lanes") {
		t.Error("the frames or the lanes are not drawn")
	}
}

// pixels copies a canvas to one that can be read: those of the page are optimized for drawing.
const pixels = `selector => {
	const from = document.querySelector(selector), to = new OffscreenCanvas(from.width, from.height).getContext('2d', {willReadFrequently: true});
	to.drawImage(from, 0, 0);
	return to;
}`

// painted reports whether a canvas has several colors.
func painted(p *page, selector string) bool {
	p.Helper()
	return eval[int](p, fmt.Sprintf(`(() => {
		const c = (%s)(%s), seen = new Set();
		const data = new Uint32Array(c.getImageData(0, 0, c.canvas.width, c.canvas.height).data.buffer);
		for (let i = 0; i < data.length && seen.size < 9; i += 13) seen.add(data[i]);
		return seen.size;
	})()`, pixels, quote(selector))) > 3
}

// TestKeysInCalls: keys change the selected call, and all parts of the page follow.
func TestKeysInCalls(t *testing.T) {
	p := openPage(t, recording, "i=500")
	p.waitForCall(500)
	for _, step := range []struct {
		keys []string
		call int
	}{{[]string{down, "j"}, 502}, {[]string{up}, 501}, {[]string{"k"}, 500}, {[]string{home}, 0}} {
		p.press(step.keys...)
		p.waitForCall(step.call)
		p.wait(fmt.Sprintf("document.querySelector('#calls .row.selected .number')?.textContent === %s", quote(thousands(step.call))))
	}
	p.press(pageDown)
	p.wait("!document.getElementById('place').textContent.startsWith('call 0 ')")
	far := eval[int](p, "Number(document.querySelector('#calls .row.selected').dataset.row)")
	if visible := p.count("#calls .row"); far < visible/2 || far > visible {
		t.Errorf("a page is %d calls, of %d in sight", far, visible)
	}
	p.press(pageUp)
	p.waitForCall(0)
	p.press(end)
	p.wait("document.getElementById('place').textContent.match(/call ([\\d,]+) of ([\\d,]+)/)[1] !== '0'")
	p.wait("document.querySelector('#calls .row.selected .name')?.textContent === 'eglSwapBuffers'")
	if active := eval[string](p, "document.getElementById(document.getElementById('calls').getAttribute('aria-activedescendant'))?.getAttribute('aria-selected')"); active != "true" {
		t.Errorf("what the list calls active is not selected: %q", active)
	}
}

// TestCallTab: all arguments and their data are shown, also as another type.
func TestCallTab(t *testing.T) {
	p := openPage(t, recording, "")
	p.find("glBufferSubData")
	p.waitForText(".body.call", "glBufferSubData")
	for _, text := range []string{"GL_UNIFORM_BUFFER", "GLintptr", "RenderThread", "64 B"} {
		p.waitForText(".body.call", text)
	}
	p.wait("document.querySelectorAll('.contents .typed .row:not([hidden])').length === 4")
	p.selectOption(".datum select", "hex")
	p.wait("document.querySelector('.contents .typed .row').textContent.includes('803f')|| document.querySelector('.contents .typed .value').textContent.length === 2")
	p.find("uShadowMap")
	p.wait("document.querySelector('.text-data')?.textContent === 'uShadowMap'")
}

// find searches from the first call on.
func (p *page) find(text string) {
	p.Helper()
	p.press("/")
	p.wait("document.activeElement.id === 'query'")
	eval[any](p, "document.getElementById('message').textContent = document.getElementById('query').value = ''")
	p.press(text)
	p.wait("document.getElementById('message').textContent.startsWith('Found')")
	p.press(escape)
}

// TestColors: draws, swaps, errors, markers and the recorder's calls have different colors.
func TestColors(t *testing.T) {
	p := openPage(t, recording, "")
	for _, what := range []struct{ search, class, badge string }{
		{"glDrawElements", "draw", ""}, {"eglSwapBuffers", "swap", ""}, {"Shadow map", "marker", ""},
		{"GL_TEXTURE_2D", "plain", ""}, {"gltrace.FrameImage", "synthetic", "recorder"}, {"cap=GL_TEXTURE_2D", "error", "GL_INVALID_ENUM"},
	} {
		p.press(home)
		p.waitForCall(0)
		p.find(what.search)
		p.wait(fmt.Sprintf("document.querySelector('#calls .row.selected.%s')", what.class))
		if badge := p.text("#calls .row.selected .badge"); badge != what.badge {
			t.Errorf("%s has the badge %q, not %q", what.search, badge, what.badge)
		}
	}
}
