//go:build heavy

package viewer

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// manyThreads is a recording of a renderer and 200 workers, of which few work at a time, with a call after the last frame.
func manyThreads() []byte {
	const frames, workers = 60, 200
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 64})
	render := w.Named(1, "render").NewContext(1, 0x10, 3, 2, 1)
	for n := range frames {
		for i := range 8 {
			render.Took(300*time.Microsecond).Call("glDrawArrays", "GL_TRIANGLES", 0, i)
			worker := w.Named(uint32(2+(n*7+i*13)%workers), fmt.Sprint("Worker-", (n*7+i*13)%workers)).Context(0)
			worker.Took(900 * time.Microsecond).Call("glFlush")
			worker.Flush()
		}
		took := 2 * time.Millisecond
		if n%20 == 5 {
			took = 400 * time.Millisecond
		}
		render.Took(took).Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	}
	render.Call("glFinish")
	w.Close()
	return out.Bytes()
}

// lanesLabel is the description of the timeline.
const lanesLabel = "document.getElementById('lanes').getAttribute('aria-label')"

// TestManyThreads: similar threads are one row that unfolds, idle ones are hidden, rows have a height, and the
// timeline scrolls to the selected call.
func TestManyThreads(t *testing.T) {
	p := openPage(t, manyThreads(), "")
	p.wait(lanesLabel + ".includes('lanes of Worker-#')")
	p.waitForText("#idle", "Show ")
	all := "document.getElementById('timeline').scrollHeight"
	folded := eval[float64](p, all)
	x, y := p.place("#lanes", 40, 18+26*2.5) // the third row, after the renderer before and in its context
	p.must(chromium.Do(chromedp.MouseClickXY(x, y)))
	p.wait(all + fmt.Sprintf(" > %v", folded+500))
	some := eval[float64](p, all)
	p.click("#idle")
	p.waitForText("#idle", "Hide ")
	p.wait(all + fmt.Sprintf(" > %v", some+2000)) // all 200
	p.click("#taller")
	p.wait(all + fmt.Sprintf(" > %v", some+4000))
	eval[any](p, "document.getElementById('lanes').focus()")
	p.press("<", "<", "<", "<", "<")
	p.wait(all + fmt.Sprintf(" < %v", some+2000))
	eval[any](p, "document.getElementById('calls').focus()")
	p.press(end, up, up) // a call of a worker
	p.wait("document.getElementById('timeline').scrollTop > 300")
	p.press(home)
	p.wait("document.getElementById('timeline').scrollTop === 0")
}

// TestEndKey: the last call is after all frames; the strip shows the last frame, and the timeline moves to the call.
func TestEndKey(t *testing.T) {
	p := openPage(t, manyThreads(), "")
	p.waitForText("#idle", "Show ")
	p.press(end)
	p.waitForText("#place", "call 1,021 of 1,022")
	p.wait("document.getElementById('bars').getAttribute('aria-valuenow') === '59'")
	p.wait("/to 1\\.\\d+ s/.test(" + lanesLabel + ")")
}

// TestColorsDiffer: neighboring lanes, and frames by their time, differ in lightness too.
func TestColorsDiffer(t *testing.T) {
	p := openPage(t, recording, "")
	t.Cleanup(func() { _ = chromium.Scheme("light") })
	for _, scheme := range []string{"light", "dark"} {
		p.must(chromium.Scheme(scheme))
		close := eval[[]string](p, `(() => {
			const probe = document.querySelector('.probe'), c = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
			const light = name => {
				probe.style.setProperty('--probe', 'var(--' + name + ')');
				c.fillStyle = getComputedStyle(probe).color;
				c.fillRect(0, 0, 1, 1);
				const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map(v => (v / 255) ** 2.2);
				return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
			};
			const pairs = [['good', 'late'], ['late', 'slow'], ...Array.from({length: 8}, (_, n) => ['lane' + n, 'lane' + (n + 1) % 8])];
			return pairs.filter(([a, b]) => { const [x, y] = [light(a), light(b)]; return Math.max(x, y) / Math.min(x, y) < 1.5; }).map(pair => pair.join());
		})()`)
		for _, pair := range close {
			t.Errorf("%s: %s have a similar lightness", scheme, pair)
		}
	}
}

// TestLongFrames: a frame that is much longer than the others leaves their bars visible.
func TestLongFrames(t *testing.T) {
	p := openPage(t, manyThreads(), "")
	tall := eval[int](p, `(() => {
		const bars = document.getElementById('bars'), each = Math.min(36, bars.clientWidth / 60), dots = bars.width / bars.clientWidth;
		const column = bars.getContext('2d').getImageData(Math.floor(10.5 * each * dots), 0, 1, bars.height).data;
		return Array.from({length: bars.height}, (_, y) => column[4 * y + 3]).filter(Boolean).length / dots;
	})()`)
	if tall < 4 {
		t.Errorf("the bar of a usual frame is %d pixels high", tall)
	}
}
