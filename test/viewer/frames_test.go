//go:build heavy

package viewer

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// TestFrames: frames can be selected by their images, bars, and keys; calls and timeline follow.
func TestFrames(t *testing.T) {
	f := read(t, recording)
	frames := f.Frames()
	p := openPage(t, recording, "")
	p.click(".thumb[data-frame='5']")
	p.waitForCall(frames[5].First)
	p.waitForFrame(5)
	p.wait("document.querySelector(\".thumb[data-frame='5']\").getAttribute('aria-current') === 'true'")
	p.press("n", "n")
	p.waitForFrame(7)
	p.press("p")
	p.waitForFrame(6)
	p.waitForCall(frames[6].First)
	eval[any](p, "document.getElementById('bars').focus()")
	p.press(end)
	p.waitForFrame(39)
	p.press(left)
	p.waitForFrame(38)
	p.press(home)
	p.waitForFrame(0)
	for name, want := range map[string]string{"aria-valuenow": "0", "aria-valuemax": "39"} {
		if got := eval[string](p, "document.getElementById('bars').getAttribute("+quote(name)+")"); got != want {
			t.Errorf("the strip's %s is %q, not %s", name, got, want)
		}
	}
	x, y := p.place("#bars", 30.5*eval[float64](p, "Math.min(36, document.getElementById('bars').clientWidth / 40)"), 30)
	p.must(chromium.Do(chromedp.MouseClickXY(x, y), chromedp.MouseEvent("mouseMoved", x, y+2)))
	p.waitForFrame(30)
	p.wait("!document.getElementById('tip').hidden && document.getElementById('tip').textContent.startsWith('Frame 30')")
}

// place returns the position on the page of a point in an element.
func (p *page) place(selector string, x, y float64) (float64, float64) {
	p.Helper()
	at := eval[[]float64](p, "(r => [r.x, r.y])(document.querySelector("+quote(selector)+").getBoundingClientRect())")
	return at[0] + x, at[1] + y
}

// TestTimeline: a click selects the call at that time; keys and the wheel zoom; dragging moves.
func TestTimeline(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, "")
	p.wait("document.getElementById('lanes').getAttribute('aria-label').includes('RenderThread')")
	span := func() string {
		return eval[string](p, "document.getElementById('lanes').getAttribute('aria-label').split(':')[0]")
	}
	changes := func(what string, do func()) {
		t.Helper()
		before := span()
		do()
		p.wait("document.getElementById('lanes').getAttribute('aria-label').split(':')[0] !== " + quote(before))
		t.Logf("%s: %s", what, span())
	}
	eval[any](p, "document.getElementById('lanes').focus()")
	changes("all", func() { p.press("0") })
	changes("nearer", func() { p.press("+") })
	changes("right", func() { p.press(right) })
	changes("frame", func() { p.press("f") })
	changes("all again", func() { p.press("0") })
	wide := eval[float64](p, "document.getElementById('lanes').clientWidth") - 150
	middle, lane := p.place("#lanes", 150+wide/2, 30)
	p.must(chromium.Do(chromedp.MouseClickXY(middle, lane)))
	p.wait("!document.getElementById('place').textContent.startsWith('call 0 ')")
	total := eval[int64](p, "fetch('api/trace').then(r => r.json()).then(t => t.duration)")
	call, err := f.Call(number(p.text("#place")))
	p.must(err)
	if off := int64(call.Start) - total/2; off < -total/50 || off > total/50 {
		t.Errorf("the middle of %d ns is the call at %d ns", total, call.Start)
	}
	changes("drag", func() {
		p.press("+")
		p.must(chromium.Do(chromedp.DragAndDropXY(middle, lane, middle-200, lane, 4)))
	})
}

// number returns the number in "call 1,234 of ...".
func number(place string) (n int) {
	for _, c := range place[len("call "):] {
		if c == ' ' {
			break
		}
		if c != ',' {
			n = 10*n + int(c-'0')
		}
	}
	return n
}

// TestImage: the framebuffer of the frame, and of a draw with an image, by channel.
func TestImage(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=image", f.Frames()[9].First))
	p.waitForText(".body.image h3", "frame 9, at its swap · 256 × 144")
	p.wait("document.querySelector('.body.image canvas').width === 256")
	if !painted(p, ".body.image canvas") {
		t.Error("the image is empty")
	}
	p.selectOption(".tools select[aria-label=Channels]", "r")
	p.wait(`(() => { const c = document.querySelector('.body.image canvas'), d = c.getContext('2d').getImageData(60, 60, 1, 1).data; return c.width === 256 && d[3] && d[0] === d[1] && d[1] === d[2]; })()`)
	draw := draws(t, f, f.Frames()[8])
	p.click(".thumb[data-frame='8']")
	p.press("D") // there is no draw before the first call
	for range draw {
		p.press("d")
	}
	p.waitForText(".body.image h3", "after draw")
	x, y := p.place(".body.image canvas", 50, 50)
	p.must(chromium.Do(chromedp.MouseEvent("mouseMoved", x, y)))
	p.wait("/x \\d+ +y \\d+ +r \\d+/.test(document.querySelector('.texel').textContent)")
}

// draws returns the number, from 1, of the frame's draw with an image.
func draws(t *testing.T, f *file.File, frame file.Frame) (n int) {
	t.Helper()
	for c, err := range f.Calls(frame.First, frame.Last) {
		if err != nil {
			t.Fatal(err)
		}
		switch c.Function.Name {
		case "glDrawArrays", "glDrawElements":
			n++
		case "gltrace.DrawImage":
			return n
		}
	}
	t.Fatal("no image of a draw")
	return 0
}
