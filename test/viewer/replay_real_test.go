//go:build heavy

package viewer

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/orbit"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// viewReplay runs the viewer of the tool with --replay and opens its page.
func viewReplay(t *testing.T, r *orbit.Rig, path, fragment string) *page {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	viewer := r.Tool(ctx, "trace", "view", path, "--replay")
	out, err := viewer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	viewer.Stderr = &printed
	if err := viewer.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	p := &page{T: t, url: strings.TrimSpace(line)}
	t.Cleanup(func() {
		p.checkNoErrors()
		p.must(chromium.Do(chromedp.Navigate("about:blank"))) // so that the page makes no more requests
		chromium.PageErrors()
		stop()
		_ = viewer.Wait()
	})
	if err != nil {
		t.Fatalf("%v: %s", err, printed.String())
	}
	p.must(chromium.Open(p.url + "#" + fragment))
	p.resize(1280, 720)
	return p
}

// TestRealReplay: the answers by replay about a real program.
func TestRealReplay(t *testing.T) {
	r := rig(t)
	path := filepath.Join(t.TempDir(), "orbit.gltrace")
	if out, err := r.Record(t.Context(), path, 12, 0, "--replayable").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	draws := within(matches(t, f, named("glDrawElements")), f.Frames()[8])
	ground := draws[len(draws)-1]
	p := viewReplay(t, r, path, fmt.Sprintf("i=%d&tab=image", draws[len(draws)-2]))
	p.waitForText(".body.image h3", "exact, by replay")
	// The floor is drawn last: before that, the image shows the sky there.
	wide, high := eval[int](p, "document.querySelector('.picture').width"), eval[int](p, "document.querySelector('.picture').height")
	sky := p.pixelOf(".picture", wide/10, high-4)
	eval[any](p, "document.getElementById('calls').focus()")
	p.press("d")
	p.waitForText(".body.image h3", fmt.Sprintf("after call %s", thousands(ground)))
	if floor := p.pixelOf(".picture", wide/10, high-4); sky[2] < sky[0] || floor[0] < floor[2] {
		t.Errorf("below there is %v before the floor is drawn, and then %v", sky, floor)
	}
	p.saveShot("image")
	p.pickTarget("depth")
	p.waitForText(".body.image h3", "depth")
	if !painted(p, ".picture") {
		t.Error("the depth has one value")
	}
	p.saveShot("depth")
	p.pickTarget("overdraw")
	p.waitForText(".legend", "fragments a pixel")
	p.saveShot("overdraw")
	p.openTab("textures")
	p.waitForText(".look", "exact, by replay")
	p.saveShot("textures")
	p.checkHistory(draws)
	p.checkVertices()
	p.checkEdit()
	p.click(".tools .measure")
	p.waitForText("#message", "Frame 8: ")
	p.waitForText("#message", "of GPU time")
	p.wait("/[nµm]s/.test(document.querySelector('#calls .row.selected .gpu').textContent)")
	p.saveShot("times")
}

// checkHistory selects a pixel of the floor: only the last draw and the clear changed it.
func (p *page) checkHistory(draws []int) {
	p.Helper()
	p.openTab("image")
	p.pickTarget("surface")
	p.waitForText(".body.image h3", "surface")
	x, y := p.place(".picture", 20, 200)
	p.must(chromium.Do(chromedp.MouseClickXY(x, y)))
	p.waitForText(".pixelpanel h3", "changed the pixel")
	p.waitForText(".pixelevents", "not covered")
	p.wait("document.querySelectorAll('.pixelevents .badge.good').length === 2")
	p.waitForText(".pixelevents li[aria-current]", "glDrawElements")
	p.saveShot("history")
	p.click(".pixelevents li:nth-last-child(2) button") // of the draw before the floor
	p.waitForCall(draws[len(draws)-2])
	p.waitForPanel()
}

// checkVertices compares the outputs of a vertex shader with what the page draws.
func (p *page) checkVertices() {
	p.Helper()
	p.openTab("vertices")
	p.waitForText(".vertexheads", "gl_Position")
	p.wait("document.querySelectorAll('.rows.vertices .row:nth-child(3) .after .value').length > 4")
	p.saveShot("vertices")
	p.selectOption(".tools select[aria-label=Show]", "mesh")
	p.wait("document.querySelectorAll('.mesh').length === 2")
	p.waitForPanel()
	p.saveShot("mesh")
}

// checkEdit makes the program draw everything in green.
func (p *page) checkEdit() {
	p.Helper()
	p.openTab("draw")
	eval[any](p, "[...document.querySelectorAll('.edit-shader')].at(-1).click()")
	p.wait("document.querySelector('.code')?.value.includes('out vec4 color')")
	change := func(from, to string) {
		eval[any](p, fmt.Sprintf("{const e = document.querySelector('.code'); e.value = e.value.replace(%s, %s); e.dispatchEvent(new Event('input')); 0}", quote(from), quote(to)))
	}
	change("void main() {", "void main() {\n    color = wrong;")
	p.click("#edit-run")
	p.waitForText(".messages", "wrong")
	p.wait("document.querySelectorAll('.messages li').length > 0 && document.querySelector('.gutter .faulty')")
	p.saveShot("edit-error")
	p.click("#edit-reset")
	change("void main() {", "void main() {\n    color = vec4(0, 1, 0, 1);\n    return;")
	p.click("#edit-run")
	p.wait("document.querySelector('.edited')?.width > 0")
	p.waitForText(".edited-times", "GPU time of the frame")
	wide, high := eval[int](p, "document.querySelector('.edited').width"), eval[int](p, "document.querySelector('.edited').height")
	if got := p.pixelOf(".edited", wide/2, high-4); got[0] > 20 || got[1] < 235 || got[2] > 20 {
		p.Errorf("the floor is %v with the edited shader", got)
	}
	p.saveShot("edit")
	p.click("#edited-before")
	p.wait("document.getElementById('edited-before').getAttribute('aria-pressed') === 'true'")
	if got := p.pixelOf(".edited", wide/2, high-4); got[1] > got[0] {
		p.Errorf("the floor is %v with the recorded shader", got)
	}
	p.click("#edit-close")
}
