//go:build heavy

package viewer

import (
	"fmt"
	"testing"
)

// contrast finds text with a contrast below 4.5 to its background, the WCAG limit of level AA.
const contrast = `(() => {
	const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
	const parse = text => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
	const light = c => { const [r, g, b] = c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c; } return parse('Canvas'); };
	const bad = new Set();
	for (const e of document.querySelectorAll('body *')) {
		if (!e.checkVisibility({visibilityProperty: true}) || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
		const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) bad.add(e.tagName + '.' + e.className + ' ' + ratio.toFixed(2) + ' ' + e.textContent.slice(0, 30));
	}
	return [...bad];
})()`

// nameless finds images and focusable elements without an accessible name.
const nameless = `[...document.querySelectorAll('button, input, select, a, [tabindex], [role], img')].filter(e => e.checkVisibility() && !e.closest('[aria-hidden]') &&
	!['presentation', 'group', 'option', 'treeitem', 'status'].includes(e.getAttribute('role')) &&
	!(e.getAttribute('aria-label') || e.labels?.length || e.title || e.textContent.trim() || e.alt === '' || e.getAttribute('aria-labelledby'))).map(e => e.outerHTML.slice(0, 120))`

// TestAccessible checks names and contrast on each tab, in both themes.
func TestAccessible(t *testing.T) {
	p := openPage(t, recording, fmt.Sprintf("i=%d", inFrameNamed(t, read(t, recording), 10, "glDrawElements", 7)))
	t.Cleanup(func() { _ = chromium.Scheme("light") })
	for _, scheme := range []string{"light", "dark"} {
		p.must(chromium.Scheme(scheme))
		for _, tab := range tabs {
			if p.openTab(tab); tab == "draw" {
				eval[any](p, "document.querySelector('.uses .linked').click()") // the object tab shows this texture
				p.wait("document.querySelector('.body.object .history .row')")
				p.openTab(tab)
			}
			p.rows()
			p.checkAccessible(scheme + ", " + tab)
		}
	}
}

// checkAccessible checks the names and the contrast of what the page shows.
func (p *page) checkAccessible(where string) {
	p.Helper()
	for what, script := range map[string]string{"too little contrast": contrast, "no name": nameless} {
		for _, bad := range eval[[]string](p, script) {
			p.Errorf("%s: %s: %s", where, what, bad)
		}
	}
}

var tabs = []string{"call", "draw", "state", "shaders", "uniforms", "textures", "buffers", "vertices", "image", "object", "stats", "gpu", "compare", "notes"}
