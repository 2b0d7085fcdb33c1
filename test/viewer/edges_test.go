//go:build heavy

package viewer

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
)

// manyCalls is the number of calls before the first draw of a frame.
const manyCalls = 5000

// edges returns a recording of two threads with the same name: a frame with many calls, including calls of
// the other thread, and a debug group after the last frame.
func edges() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 64})
	m, other := w.Named(1, "worker"), w.Named(2, "worker")
	m.NewContext(1, tracetest.Contexts+1, 3, 2, 1)
	swap := func() { m.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE")) }
	swap()
	for n := range manyCalls {
		m.Call("glEnable", "GL_BLEND")
		if n == 1 {
			other.Call("glFlush")
		}
	}
	m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
	m.Call("glDrawArrays", "GL_TRIANGLES", 0, 6)
	swap()
	m.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("behind"))
	m.Call("glClear", 0x4000)
	m.Call("glPopDebugGroup")
	w.Close()
	return out.Bytes()
}

// TestDrawsOfLongFrame: the next and previous draws are found, however many calls are in between.
func TestDrawsOfLongFrame(t *testing.T) {
	f := read(t, edges())
	draws := matches(t, f, named("glDrawArrays"))
	p := openPage(t, edges(), fmt.Sprintf("i=%d", f.Frames()[1].First))
	p.waitForFrame(1)
	p.press("d")
	p.waitForCall(draws[0])
	p.press("d")
	p.waitForCall(draws[1])
	p.press("D")
	p.waitForCall(draws[0])
	p.press(home)
	p.waitForCall(0)
	p.waitForFrame(0)
	p.press("n", "n", "D") // there is no previous draw
	p.waitForCall(f.Frames()[1].First)
}

// TestSaveFrame: a saved frame has the number of its calls.
func TestSaveFrame(t *testing.T) {
	f, dir := read(t, edges()), t.TempDir()
	p := openPage(t, edges(), fmt.Sprintf("i=%d", f.Frames()[1].First))
	p.waitForFrame(1)
	p.must(chromium.Do(browser.Send(cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})))
	p.click("#save")
	text := saved(t, filepath.Join(dir, "frame-1.txt"))
	if want := "# frame 1: 5,003 calls, "; !strings.HasPrefix(text, want) || strings.Count(text, "\n") != 5004 {
		t.Errorf("%d lines, which begin %.40q", strings.Count(text, "\n"), text)
	}
}

// TestFoldBehindFrames: a group after the last swap belongs to no frame, and can be folded.
func TestFoldBehindFrames(t *testing.T) {
	f := read(t, edges())
	p := openPage(t, edges(), fmt.Sprintf("i=%d", matches(t, f, named("glPushDebugGroup"))[0]))
	p.click("#calls .row.selected .fold")
	p.waitForText("#calls .row.selected", "2 folded")
}

// TestThreadsOfOneName: threads with the same name are distinguishable.
func TestThreadsOfOneName(t *testing.T) {
	p := openPage(t, edges(), "i=1")
	if got := p.column("#filter select option"); fmt.Sprint(got) != "[Thread t1 worker t2 worker]" {
		t.Errorf("they are called %q", got)
	}
}

// TestMoments: the times on the timeline are distinct at any scale, and the start of a call is exact.
func TestMoments(t *testing.T) {
	f := read(t, recording)
	last := f.Frames()[len(f.Frames())-1]
	p := openPage(t, recording, fmt.Sprintf("i=%d", last.First))
	p.waitForFrame(len(f.Frames()) - 1)
	eval[any](p, `{
		window.labels = [];
		const {fillText} = CanvasRenderingContext2D.prototype;
		CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
			if (this.canvas.id === 'lanes' && /^[0-9.]+ (ns|µs|ms|s)$/.test(text)) window.labels.push(text);
			return fillText.call(this, text, ...at);
		};
		document.getElementById('lanes').focus();
	}`)
	for _, key := range []string{"f", "+", "+", "+", "+", "+", "+"} {
		eval[any](p, "window.labels = []")
		p.press(key)
		p.wait("window.labels.length > 2")
		if labels := eval[[]string](p, "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(window.labels))))"); len(slices.Compact(slices.Clone(labels))) != len(labels) {
			t.Errorf("%s: %q", key, labels)
		}
	}
	c, err := f.Call(last.First)
	p.must(err)
	p.waitForText(".about", fmt.Sprintf("Start%.6f ms", float64(c.Start)/1e6))
}

// TestFollowsWhatIsKnown: while a live recording grows, the selected frame is one whose calls are loaded.
func TestFollowsWhatIsKnown(t *testing.T) {
	out := openGrowingFile(t)
	const steps = 16
	grow := func(n int) {
		_, err := out.Write(recording[n*len(recording)/steps : (n+1)*len(recording)/steps])
		if err != nil {
			t.Fatal(err)
		}
	}
	grow(0)
	p, _ := openLivePage(t, out)
	eval[any](p, `{
		window.beyond = [];
		const {fetch} = window; // frames come late
		window.fetch = async (url, ...more) => {
			if (String(url).startsWith('api/frames')) await new Promise(resume => setTimeout(resume, 800));
			return fetch(url, ...more);
		};
		new MutationObserver(() => {
			const [call, of] = document.getElementById('place').textContent.replaceAll(',', '').match(/\d+/g).map(Number);
			if (call >= of) window.beyond.push([call, of]);
		}).observe(document.getElementById('place'), {childList: true});
	}`)
	p.press("l")
	for n := 1; n < steps; n++ {
		grow(n)
		time.Sleep(400 * time.Millisecond) // half the delay of a reply, so that the recording grows while a reply is on its way
	}
	p.waitForFrame(39)
	if beyond := eval[[][]int](p, "window.beyond"); len(beyond) > 0 {
		t.Errorf("calls were shown that are not there yet, of so many: %v", beyond)
	}
}

// TestLiveThreads: a new thread of a live recording can be selected.
func TestLiveThreads(t *testing.T) {
	out := openGrowingFile(t)
	w := tracetest.NewWriter(out, tracetest.Options{})
	w.Named(1, "main").Call("glFlush").Flush()
	p, _ := openLivePage(t, out)
	p.waitForText("#facts", "threads1")
	if n := p.count("#filter select"); n != 0 {
		t.Errorf("%d choices of one", n)
	}
	p.click("#filter [name=function]")
	w.Named(2, "loader").Call("glFlush").Flush()
	p.waitForText("#filter select", "loader")
	p.wait("document.activeElement.name === 'function'")
	w.Close()
	p.wait("document.querySelector('#facts .live') === null")
}

// TestNarrow: in a narrow window, filters can be used and values of the state are visible.
func TestNarrow(t *testing.T) {
	p := openPage(t, edges(), "i=1")
	p.must(chromium.Do(chromedp.EmulateViewport(700, 900)))
	defer func() { p.must(chromium.Do(chromedp.EmulateViewport(1440, 900))) }()
	p.openTab("state")
	p.wait("innerWidth === 700")
	p.wait("document.querySelector('#filter [name=function]').offsetWidth >= 80")
	inside := "[...document.querySelectorAll('#filter :is(input, select, button)')].filter(e => e.checkVisibility()).every(e => %s)"
	p.wait(fmt.Sprintf(inside, "e.getBoundingClientRect().right <= document.querySelector('.list').getBoundingClientRect().right"))
	p.wait("document.querySelector('.node .value:not(:empty)').offsetWidth >= 90")
}
