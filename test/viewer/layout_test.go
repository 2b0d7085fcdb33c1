//go:build heavy

package viewer

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/scene"
)

// resize sets the size of the window until the test ends.
func (p *page) resize(width, height int64) {
	p.Helper()
	p.must(chromium.Do(chromedp.EmulateViewport(width, height)))
	p.Cleanup(func() { _ = chromium.Do(chromedp.EmulateViewport(1440, 900)) })
}

// TestSmallWindow: in a window of 1280 x 720 pixels every tab is visible.
func TestSmallWindow(t *testing.T) {
	p := openPage(t, recording, "i=700")
	p.resize(1280, 720)
	p.wait("innerWidth === 1280")
	hidden := eval[[]string](p, `(all => [...all.children].filter(tab => {
		const [a, b] = [tab.getBoundingClientRect(), all.getBoundingClientRect()];
		return a.left < b.left || a.right > b.right || a.bottom > b.bottom + 1 || b.right > innerWidth;
	}).map(tab => tab.id))(document.getElementById('tabs'))`)
	if len(hidden) > 0 {
		t.Errorf("not visible: %v", hidden)
	}
	p.click("#tab-compare")
	p.waitForText(".summary", "the same")
}

// TestNoImages: a recording without images has no row of thumbnails.
func TestNoImages(t *testing.T) {
	p := openPage(t, scene.Record(6, false), "")
	if n := p.count("#thumbs"); n != 0 {
		t.Error("thumbnails without images")
	}
}

// TestLargeWindow: thumbnails are larger in a large window.
func TestLargeWindow(t *testing.T) {
	p := openPage(t, recording, "i=700")
	wide := "document.querySelector('.thumb').offsetWidth"
	before := eval[float64](p, wide)
	p.resize(3840, 2160)
	p.wait(fmt.Sprintf("%s > 1.5 * %v", wide, before))
	p.wait("document.querySelectorAll('.thumb').length > 12")
}

// TestScale: the whole interface has another size, pointers hit what is below them, and the size is kept.
func TestScale(t *testing.T) {
	p := openPage(t, recording, "i=700")
	t.Cleanup(func() { eval[any](p, "localStorage.removeItem('scale')") })
	tall := "document.querySelector('#calls .row').getBoundingClientRect().height"
	p.selectOption("#scale", "150")
	p.wait(tall + " > 31")
	if eval[bool](p, "document.body.getBoundingClientRect().height > innerHeight + 1") {
		t.Error("the page is larger than the window")
	}
	x, y := p.place("#bars", 1.5*30.5*eval[float64](p, "Math.min(36, document.getElementById('bars').clientWidth / 40)"), 30)
	p.must(chromium.Do(chromedp.MouseClickXY(x, y)))
	p.waitForFrame(30)
	before := eval[float64](p, "document.querySelector('.list').getBoundingClientRect().width")
	x, y = p.place("#split-side", 2, 100)
	p.must(chromium.Do(chromedp.DragAndDropXY(x, y, x-90, y, 5)))
	p.wait(fmt.Sprintf("Math.abs(document.querySelector('.list').getBoundingClientRect().width - %v) < 4", before-90))
	p.reload()
	p.wait(tall + " > 31 && document.getElementById('scale').value === '150'")
}
