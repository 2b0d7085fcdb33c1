//go:build heavy

package viewer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil/inspecttest"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// openReplaying opens the viewer with a fake inspector in a small window.
func openReplaying(t *testing.T, fake *inspecttest.Fake, fragment string) *page {
	t.Helper()
	fake.Width, fake.Height = 320, 180
	if fake.Vertexes == 0 {
		fake.Vertexes = 1440 // as the draws of balls have
	}
	p := openPageWith(t, read(t, recording), view.Options{Name: "orbit.gltrace", Inspector: fake}, fragment)
	p.resize(1280, 720)
	return p
}

// red, green, blue and alpha of a pixel of a canvas.
func (p *page) pixelOf(selector string, x, y int) []int {
	p.Helper()
	return eval[[]int](p, fmt.Sprintf("[...(%s)(%s).getImageData(%d, %d, 1, 1).data]", pixels, quote(selector), x, y))
}

// pickTarget selects an image of the list of images.
func (p *page) pickTarget(word string) {
	p.Helper()
	p.wait("[...document.querySelectorAll('.targets button')].some(b => b.textContent.includes(" + quote(word) + "))")
	eval[any](p, "[...document.querySelectorAll('.targets button')].find(b => b.textContent.includes("+quote(word)+")).click()")
	p.waitForText(".targets [aria-pressed=true]", word)
	p.waitForPanel()
}

// TestReplayImages: the attachments after a call by replay, with the range of depth and the colors of the overdraw.
func TestReplayImages(t *testing.T) {
	draw := ballDraw(t)
	p := openReplaying(t, &inspecttest.Fake{}, fmt.Sprintf("i=%d&tab=image", draw))
	p.waitForText(".body.image h3", "exact, by replay")
	p.waitForText(".body.image h3", fmt.Sprintf("after call %s · 320 × 180", thousands(draw)))
	if got := p.pixelOf(".picture", 319, 179); got[0] != 255 || got[1] != 0 || got[2] != draw%256 {
		t.Errorf("the lower right pixel is %v", got)
	}
	p.wait("document.querySelectorAll('.targets canvas').length >= 2") // thumbnails by replay
	p.pickTarget("overdraw")
	p.waitForText(".legend", "most 7 · mean 3.50")
	p.saveShot("overdraw")
	p.checkAccessible("overdraw")
	eval[any](p, "document.getElementById('calls').focus()")
	p.press("d")
	p.waitForText(".body.image h3", fmt.Sprintf("after call %s", thousands(inFrameNamed(t, read(t, recording), 10, "glDrawElements", 7))))
	p.waitForText(".targets [aria-pressed=true]", "overdraw")
}

// TestReplaySurface: the surface has depth and stencil; depth is shown in its range, and with its values.
func TestReplaySurface(t *testing.T) {
	p := openReplaying(t, &inspecttest.Fake{}, fmt.Sprintf("i=%d&tab=image", inFrameNamed(t, read(t, recording), 10, "glDrawArrays", 1)))
	p.waitForText(".body.image h3", "surface")
	p.pickTarget("depth")
	p.waitForText(".body.image h3", "depth")
	if top, bottom := p.pixelOf(".picture", 9, 0), p.pixelOf(".picture", 9, 179); top[0] != 255 || bottom[0] != 0 {
		t.Errorf("depth is %v at the top and %v at the bottom: its range is not used", top, bottom)
	}
	x, y := p.place(".picture", 20, 2)
	p.must(chromium.Do(chromedp.MouseEvent("mouseMoved", x, y)))
	p.waitForText(".texel", "y 0   value 1")
	p.saveShot("depth")
	p.checkAccessible("depth")
	p.pickTarget("stencil")
	p.waitForText(".body.image h3", "stencil")
	p.saveShot("stencil")
}

// TestPixelHistory: a click on a pixel shows its value and the calls that could change it; a click on a call selects the call.
func TestPixelHistory(t *testing.T) {
	draw := ballDraw(t)
	fake := &inspecttest.Fake{}
	p := openReplaying(t, fake, fmt.Sprintf("i=%d&tab=image", draw))
	p.waitForText(".body.image h3", "exact, by replay")
	p.pickTarget("color")
	x, y := p.place(".picture", 40, 20)
	p.must(chromium.Do(chromedp.MouseClickXY(x, y)))
	p.waitForText(".pixelpanel h3", "3 calls, 1 changed the pixel")
	p.waitForText(".pixelfacts", "Pixel ")
	p.waitForText(".pixelevents", "depth test")
	p.waitForText(".pixelevents", "the driver cannot read this framebuffer")
	p.waitForText(".pixelevents li[aria-current]", "2 fragments")
	p.saveShot("history")
	p.checkAccessible("history")
	before := p.text(".pixelfacts strong")
	eval[any](p, "document.querySelector('.picture').focus()")
	p.press(right)
	p.wait("document.querySelector('.pixelfacts strong').textContent !== " + quote(before))
	p.waitForText(".pixelpanel h3", "3 calls")
	asked, _ := fake.Counts()
	p.click(".pixelevents li:nth-child(2) button")
	p.waitForCall(draw + 1)
	p.waitForText(".pixelevents li[aria-current]", "glDrawElements") // the same history: it is not requested again
	p.waitForPanel()
	if now, _ := fake.Counts(); now > asked+4 {
		t.Errorf("%d replays after the click", now-asked)
	}
	p.click(".pixelfacts .close")
	p.wait("!document.querySelector('.pixelpanel')")
}

// TestReplayTexture: a texture that the program rendered to has contents, and the values are marked.
func TestReplayTexture(t *testing.T) {
	p := openReplaying(t, &inspecttest.Fake{}, fmt.Sprintf("i=%d&tab=textures", ballDraw(t)))
	p.waitForText(".look .source-of", "exact, by replay")
	p.wait("document.querySelector('.look canvas')?.width === 320")
	p.saveShot("texture")
}

// TestReplayVertices: the outputs of the vertex shader beside its inputs, as a table and as a mesh.
func TestReplayVertices(t *testing.T) {
	p := openReplaying(t, &inspecttest.Fake{}, fmt.Sprintf("i=%d&tab=vertices", ballDraw(t)))
	p.waitForText(".vertexheads", "gl_Position")
	p.waitForText(".rows.vertices .row:nth-child(3) .after", "0.9800666")
	p.waitForText(".body.vertices .lack", "Not captured, because the driver has a limit: vFar")
	eval[any](p, "document.querySelector('.rows.vertices').scrollLeft = 1e6")
	p.saveShot("vertices")
	p.checkAccessible("vertices")
	eval[any](p, "document.querySelector('.rows.vertices').scrollTop = 4000")
	p.wait("[...document.querySelectorAll('.rows.vertices .row')].some(r => r.textContent.startsWith('210') && r.querySelectorAll('.after .value').length === 6)")
	p.selectOption(".tools select[aria-label=Show]", "mesh")
	p.wait("document.querySelectorAll('.mesh').length === 2 && [...document.querySelectorAll('.mesh')].every(c => c.width > 100)")
	p.waitForPanel()
	p.saveShot("mesh")
	p.checkAccessible("mesh")
	for _, values := range []string{"after", "before"} {
		p.selectOption(".tools select[aria-label=Values]", values)
		p.wait("document.querySelectorAll('.mesh').length === 1")
		p.waitForPanel()
	}
}

// TestReplayRestart: outputs that are not those of the inputs one by one are shown alone.
func TestReplayRestart(t *testing.T) {
	p := openReplaying(t, &inspecttest.Fake{Vertexes: 300}, fmt.Sprintf("i=%d&tab=vertices", ballDraw(t)))
	p.waitForText(".body.vertices", "The draw uses primitive restart")
	p.wait("!document.querySelector('.rows.vertices .after')")
	p.selectOption(".tools select[aria-label=Values]", "after")
	p.waitForText(".rows.vertices .row:nth-child(3) .after", "0.9800666")
}

// TestReplayEdit: a shader is edited; the compiler's messages lead to their lines.
func TestReplayEdit(t *testing.T) {
	p := openReplaying(t, &inspecttest.Fake{}, fmt.Sprintf("i=%d&tab=draw", ballDraw(t)))
	p.click(".edit-shader")
	p.wait("document.getElementById('edit').open && document.querySelector('.code').value.includes('uViewProjection')")
	source := eval[string](p, "document.querySelector('.code').value")
	p.press("w", "r", "o", "n", "g")
	p.click("#edit-run")
	p.waitForText(".messages", "Line 2 'wrong' : undeclared identifier")
	p.wait("document.querySelector('.gutter .faulty').textContent.trim() === '2'")
	p.saveShot("edit-error")
	p.checkAccessible("edit-error")
	p.click("#edit-reset")
	if got := eval[string](p, "document.querySelector('.code').value"); got != source {
		t.Errorf("after Reset: %.100q", got)
	}
	p.click("#edit-run")
	p.waitForText(".edited-times", "4.00 ms → 3.00 ms  −25 %")
	p.wait("document.querySelector('.edited')?.width === 320")
	p.click("#edited-before")
	p.wait("document.getElementById('edited-before').getAttribute('aria-pressed') === 'true'")
	p.saveShot("edit")
	p.checkAccessible("edit")
	p.press("/")
	p.click("#edit-close")
	p.wait("!document.getElementById('edit').open")
	if got := p.text("#query"); got != "" {
		t.Errorf("a key in the editor reached the page: %q", got)
	}
}

// TestReplayTimes: the times of the draws of a frame are a column of the calls, and a table of passes.
func TestReplayTimes(t *testing.T) {
	f := read(t, recording)
	draws := []int{inFrameNamed(t, f, 10, "glDrawElements", 6), inFrameNamed(t, f, 10, "glDrawElements", 7), inFrameNamed(t, f, 10, "glDrawElements", 8)}
	p := openReplaying(t, &inspecttest.Fake{Draws: draws}, fmt.Sprintf("i=%d&tab=gpu", draws[0]))
	p.click(".tools .measure")
	p.waitForText("#message", "Frame 10: 60.0 µs of GPU time in 3 draws")
	p.waitForText("#calls .row.selected .gpu", "10.0 µs")
	p.waitForText("#columns", "GPU time")
	p.waitForText(".body.gpu", "Pass 2")
	p.waitForPanel()
	p.saveShot("times")
	p.checkAccessible("times")
}

// TestReplayErrors: an error of the player is shown where the image would be, with what to do and its call.
func TestReplayErrors(t *testing.T) {
	fake := &inspecttest.Fake{Error: &replay.RefusedError{Call: 20, Function: "glEnable", Reason: "the driver has no such function"}}
	p := openReplaying(t, fake, fmt.Sprintf("i=%d&tab=image", ballDraw(t)))
	p.waitForText(".failed", "cannot replay call 20, glEnable: the driver has no such function")
	p.waitForText(".failed", "another driver")
	p.saveShot("error")
	p.checkAccessible("error")
	p.click(".failed button")
	p.waitForCall(20)
	p.waitForPanel()
	p.openTab("vertices")
	for _, fault := range chromium.PageErrors() {
		if !strings.Contains(fault, "422") {
			t.Errorf("in the page: %s", fault)
		}
	}
}

// TestReplayProgress: a replay that takes long shows its progress, and ends when another call is selected.
func TestReplayProgress(t *testing.T) {
	wait := make(chan struct{})
	fake := &inspecttest.Fake{Wait: wait}
	p := openReplaying(t, fake, fmt.Sprintf("i=%d&tab=image", ballDraw(t)))
	p.wait("document.getElementById('panel').dataset.waiting?.startsWith('Replaying up to call')")
	eval[any](p, "document.getElementById('calls').focus()")
	p.press("d")
	p.wait("document.getElementById('panel').dataset.waiting?.startsWith('Replaying up to call " + thousands(inFrameNamed(t, read(t, recording), 10, "glDrawElements", 7)) + "')")
	close(wait)
	p.waitForText(".body.image h3", "exact, by replay")
	p.wait("document.getElementById('panel').dataset.waiting == null")
	if _, canceled := fake.Counts(); canceled == 0 {
		t.Error("the replay of the first call was not canceled")
	}
}
