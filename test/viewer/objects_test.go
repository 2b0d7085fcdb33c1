//go:build heavy

package viewer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/scene"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// inFrameNamed returns the n-th call of a function in a frame.
func inFrameNamed(t *testing.T, f *file.File, frame int, name string, n int) int {
	t.Helper()
	return within(matches(t, f, named(name)), f.Frames()[frame])[n]
}

// TestState: the state after a call, with its changes marked, filtered, and with only the changes.
func TestState(t *testing.T) {
	f := read(t, recording)
	blend := within(matches(t, f, func(c *file.Call) bool { return c.Function.Name == "glEnable" && c.Args[0].Uint() == 0x0BE2 }), f.Frames()[10])[0]
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=state", blend))
	p.waitForCall(blend)
	p.wait("[...document.querySelectorAll('.node.changed')].some(n => n.textContent.includes('GL_BLEND') && n.textContent.includes('GL_TRUE'))")
	if n := p.count(".node.changed"); n != 1 {
		t.Errorf("glEnable changed %d things", n)
	}
	p.click("input[name=only-changed]")
	p.wait("document.querySelectorAll('.tree .node').length < 6 && document.querySelector('.node.changed')")
	p.press("j")
	p.waitForText(".body.state", "No state changed.") // earlier frames set the same value
	p.selectOption(".tools select[aria-label='Changed since']", "frame")
	p.wait("document.querySelectorAll('.node.changed').length > 5")
	p.click("input[name=only-changed]")
	p.click("#state-filter")
	p.press("viewport")
	p.wait("document.querySelectorAll('.tree .node').length < 12 && document.querySelector('.tree').textContent.includes('1280')")
	if focus := eval[string](p, "document.activeElement.id"); focus != "state-filter" {
		t.Errorf("after typing the focus is on %q", focus)
	}
	eval[any](p, "document.getElementById('state-filter').value = ''; document.getElementById('state-filter').dispatchEvent(new Event('input'))")
	p.selectOption(".tools select[aria-label='Changed since']", "call")
	p.waitForPanel()
	eval[any](p, "document.querySelector('[role=treeitem]').focus()")
	p.press(down)
	p.wait("document.activeElement === document.querySelectorAll('[role=treeitem]')[1]")
	p.press(home)
	before := p.count(".tree .node")
	p.press(left)
	p.wait(fmt.Sprintf("document.querySelectorAll('.tree .node').length < %d", before))
	p.press(right)
	p.wait(fmt.Sprintf("document.querySelectorAll('.tree .node').length === %d", before))
}

// TestStateFilters: the state can be limited to what differs from its default and to what a draw uses, and compared with the
// state after any call.
func TestStateFilters(t *testing.T) {
	f := read(t, recording)
	draw := inFrameNamed(t, f, 10, "glDrawElements", 8) // a ball of the scene
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=state", draw))
	p.wait("document.querySelectorAll('.tree .node').length > 5")
	has := func(text string) string {
		return "[...document.querySelectorAll('.tree .node')].some(n => n.textContent.includes(" + quote(text) + "))"
	}
	p.click("input[name=used-by-draw]")
	p.wait(has("GL_CULL_FACE_MODE") + " && " + has("GL_DEPTH_FUNC") + " && " + has("texture 1"))
	for _, unused := range []string{"GL_UNPACK_ALIGNMENT", "GL_BLEND_SRC_RGB", "GL_CLEAR", "program 6", "vertex array 2"} {
		p.wait("!" + has(unused))
	}
	p.click("input[name=not-default]")
	p.wait("!" + has("GL_SCISSOR_TEST") + " && " + has("GL_CULL_FACE"))
	p.click("input[name=used-by-draw]")
	p.click("input[name=not-default]")
	p.selectOption(".tools select[aria-label='Changed since']", "other")
	p.press(down, down)
	p.click("input[name=only-changed]")
	p.wait("document.getElementById('state-other').value === " + quote(fmt.Sprint(draw)))
	bind := inFrameNamed(t, f, 10, "glUniform4f", 0)
	eval[any](p, fmt.Sprintf("{const e = document.getElementById('state-other'); e.value = %d; e.dispatchEvent(new Event('change'))}", bind-1))
	p.waitForText(".tree .was", "was ")
	p.press("D") // another draw
	p.click("input[name=used-by-draw]")
	p.waitForPanel()
}

// TestWaiting: while the server evaluates earlier calls, the panel shows the progress.
func TestWaiting(t *testing.T) {
	p := openPage(t, recording, "i=900")
	p.waitForCall(900)
	eval[any](p, `{const real = window.fetch; let goOn; window.goOn = new Promise(r => goOn = r); window.enough = goOn; window.asked = 0;
		window.fetch = async (url, o) => {
			if (!/api\/(state|objects)/.test(url)) return real(url, o);
			if (++window.asked === 1) return new Response('{"done": 225, "of": 900}');
			await window.goOn;
			return real(url, o);
		}; 0}`)
	p.click("#tab-state")
	p.wait("document.getElementById('panel').dataset.waiting?.includes('25 %') && getComputedStyle(document.getElementById('panel'), '::before').content.includes('25 %')")
	eval[any](p, "window.enough()")
	p.wait("document.querySelectorAll('.tree .node').length > 5 && document.getElementById('panel').dataset.waiting == null")
}

// TestShaders: sources are highlighted, also one whose text looks like HTML.
func TestShaders(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=shaders", f.Frames()[2].First))
	p.waitForText(".pick", "lit.vert")
	p.wait("document.querySelectorAll('.source .line').length > 15 && document.querySelector('.source .g-type')?.textContent === 'vec3'")
	eval[any](p, "[...document.querySelectorAll('.item')].find(i => i.textContent.includes('<script>')).click()")
	p.wait("document.querySelector('.source')?.textContent.startsWith(" + quote(scene.Script) + ")")
	p.waitForText(".pick .item[aria-selected=true]", "did not compile")
	eval[any](p, "document.querySelector('.pick').focus()")
	p.press(up)
	p.wait("document.querySelector('.item[aria-selected=true]').textContent.includes('depth.frag')")
}

// TestUniforms: values after the call, with its changes.
func TestUniforms(t *testing.T) {
	f := read(t, recording)
	draw := inFrameNamed(t, f, 10, "glUniform4f", 1) // of the second ball
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=uniforms", draw))
	p.waitForCall(draw)
	p.waitForText(".pick .item[aria-selected=true]", "in use · 8 uniforms")
	p.wait("document.querySelectorAll('.look tr.changed').length === 1")
	p.waitForText(".look tr.changed", "uColor")
	p.waitForText(".look tr.changed", "0.2, 0.55, 0.9, 1")
	p.wait("[...document.querySelectorAll('.look tbody')].some(r => r.textContent.includes('uModel') && r.querySelectorAll('.numbers').length === 4)")
	rows := eval[[]string](p, "[...[...document.querySelectorAll('.look tbody')].find(r => r.textContent.includes('uModel')).querySelectorAll('.numbers span:first-child')].map(s => s.textContent)")
	for _, row := range rows {
		if point := strings.IndexByte(row+".", '.'); strings.Contains(row, ".") && point != strings.IndexByte(rows[0]+".", '.') || len(row) != len(rows[0]) {
			t.Errorf("the decimal points of %q are not below each other", rows)
			break
		}
	}
	p.waitForText("#calls .row.selected", `glUniform4f(location=4 "uColor", v0=`)
}

// TestTextures: levels, channels and single texels of a texture.
func TestTextures(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=textures", f.Frames()[4].First))
	p.waitForText(".pick", "bricks")
	eval[any](p, "[...document.querySelectorAll('.item')].find(i => i.textContent.includes('bricks')).click()")
	p.wait("document.querySelector('.look canvas')?.width === 128")
	if !painted(p, ".look canvas") {
		t.Error("the texture is empty")
	}
	p.selectOption("select[aria-label=Level]", "3")
	p.wait("document.querySelector('.look canvas')?.width === 16")
	p.selectOption("select[aria-label=Level]", "0")
	p.selectOption("select[aria-label=Channels]", "a")
	p.wait(`(() => { const c = document.querySelector('.look canvas'); if (c?.width !== 128) return false; const d = c.getContext('2d').getImageData(100, 9, 1, 1).data; return d[0] === d[1] && d[1] === d[2] && d[0] > 200 && d[3] === 255; })()`)
	x, y := p.place(".look canvas", 20, 20)
	p.must(chromium.Do(chromedp.MouseEvent("mouseMoved", x, y)))
	p.wait("/r \\d+  g \\d+/.test(document.querySelector('.texel').textContent)")
}

// TestBuffers: the contents of a buffer, as rows of a type.
func TestBuffers(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=buffers", f.Frames()[4].First))
	p.waitForText(".pick", "ground")
	eval[any](p, "[...document.querySelectorAll('.item')].find(i => i.textContent.includes('ground')).click()")
	p.wait("document.querySelectorAll('.look .typed .row:not([hidden])').length === 8")
	if row := p.text(".look .typed .row"); !strings.HasPrefix(row, "0-400-40") {
		t.Errorf("the first row is %q", row)
	}
	p.selectOption(".tools select[aria-label=Type]", "u8")
	p.wait("document.querySelector('.look .typed .row').querySelectorAll('.value').length === 16")
	eval[any](p, "[...document.querySelectorAll('.item')].find(i => i.textContent.includes('buffer 2')).click()")
	p.selectOption(".tools select[aria-label=Type]", "u16")
	p.wait("document.querySelector('.look .typed .row')?.textContent.startsWith('0021112122')")
	eval[any](p, "document.querySelector('.look .typed').scrollTop = 1e6")
	p.wait("[...document.querySelectorAll('.look .typed .row:not([hidden])')].at(-1).textContent.startsWith('2,864')")
}
