//go:build heavy

package viewer

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// ballDraw is the draw of the second ball in the pass "Scene" of frame 10.
func ballDraw(t *testing.T) int {
	t.Helper()
	return inFrameNamed(t, read(t, recording), 10, "glDrawElements", 6)
}

// TestDrawTab: what a draw uses, and the way from a texture to the calls that made and used it.
func TestDrawTab(t *testing.T) {
	draw := ballDraw(t)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=draw", draw))
	for _, text := range []string{"Vertices1,440", "Primitives480", "program 5", "lit.vert (shader 1)", "aPosition vec3", "3 × FLOAT", "ball (buffer 1)", "uAlbedo", "waves (texture 4)", "128 × 128 RGBA", "uShadowMap",
		"framebuffer 2", "COLOR_ATTACHMENT0", "1280 × 720", "DEPTH_FUNC GL_LEQUAL", "Blendingoff"} {
		p.waitForText(".body.draw", text)
	}
	p.wait("document.querySelector('.uses img')?.naturalWidth === 64 && document.querySelectorAll('.uses li').length === 2")
	p.click(".uses .linked")
	p.waitForText(".body.object h2", "waves (texture 4)")
	p.waitForText(".history", "glDrawElements")
	p.wait("[...document.querySelectorAll('.history .row.selected')].some(r => r.textContent.includes('used'))")
	p.click(".past h3 button[title^=Next]")
	p.wait(fmt.Sprintf("!document.getElementById('place').textContent.includes('call %s of') && document.querySelector('.history .row.selected .text').textContent === 'glDrawElements'", thousands(draw)))
	eval[any](p, "document.querySelector('.history').focus()")
	p.press(up)
	p.waitForCall(draw)
	p.waitForPanel()
	eval[any](p, "document.querySelector('.history').scrollTop = 0")
	p.wait("document.querySelector('.history .row')?.textContent.includes('made')")
	p.click(".history .row")
	eval[any](p, "[...document.querySelectorAll('.past .tick input')].at(-1).click()")
	p.wait("[...document.querySelectorAll('.history .event')].some(e => e.textContent === 'named')")
	p.waitForText(".body.object", "State after the selected call")
	p.press("[", "[", "1")
	p.click(".linked[title='Inspect texture 4']") // the argument of glBindTexture
	p.waitForText(".body.object h2", "texture 4")
}

// TestDrawTabOtherwise: calls that do not draw, and those that draw without vertices.
func TestDrawTabOtherwise(t *testing.T) {
	clear := inFrameNamed(t, read(t, recording), 10, "glClear", 1)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=draw", clear))
	p.waitForText(".body.draw h2", "Clear")
	p.waitForText(".body.draw", "COLOR_CLEAR_VALUE 0.62, 0.74, 0.88, 1")
	p.press("k")
	p.waitForText(".body.draw", "does not draw")
	p.click(".body.draw button[title^=Next]")
	p.waitForText(".body.draw h2", "Draw")
	p.openTab("object")
	p.waitForText(".body.object", "Select an object")
}

// TestVertexTable: the values of the attributes by index.
func TestVertexTable(t *testing.T) {
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=vertices", ballDraw(t)))
	p.waitForText(".vertexheads", "aNormal")
	p.waitForText(".rows.vertices .row:nth-child(2)", "121") // vertex 1 has the index 21
	eval[any](p, "document.querySelector('.rows.vertices').scrollTop = 1e6")
	p.wait("[...document.querySelectorAll('.rows.vertices .row:not([hidden])')].at(-1).textContent.startsWith('1,439')")
	p.wait("[...document.querySelectorAll('.rows.vertices .row:not([hidden])')].at(-1).querySelectorAll('.value').length === 8")
	p.press("k")
	p.waitForText(".body.vertices", "not a draw")
}

// TestMesh: the wireframe turns and zooms.
func TestMesh(t *testing.T) {
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=vertices", ballDraw(t)))
	p.waitForText(".vertexheads", "aPosition")
	p.selectOption(".tools select[aria-label=Show]", "mesh")
	p.wait("document.querySelector('.mesh')?.width > 200")
	eval[any](p, "window.mesh = {image: () => document.querySelector('.mesh').toDataURL()}; 0")
	p.wait("(window.mesh.still = window.mesh.image()).length > 5000")
	x, y := p.place(".mesh", 120, 60)
	p.must(chromium.Do(chromedp.DragAndDropXY(x, y, x+80, y+20, 5)))
	p.wait("(window.mesh.turned = window.mesh.image()) !== window.mesh.still")
	p.press("+")
	p.wait("window.mesh.image() !== window.mesh.turned")
	p.press("0")
	p.wait("window.mesh.image() === window.mesh.still")
	p.selectOption(".inputs select[aria-label=Positions]", "2")
	p.waitForText(".body.vertices .texel", "x 0 to 1")
}

// TestStrangeMesh: huge numbers, infinity and NaN are left out, and missing arrays are reported.
func TestStrangeMesh(t *testing.T) {
	values := tracetest.Bytes([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x7f, 0, 0, 0xc0, 0x7f, 0xff, 0xff, 0x7f, 0x7f, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3f})
	p := openPage(t, recordedBy(func(m *tracetest.Thread) {
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 1).Call("glBufferData", "GL_ARRAY_BUFFER", 32, values, "GL_STATIC_DRAW")
		m.Call("glVertexAttribPointer", 0, 2, "GL_FLOAT", false, 0, tracetest.Offset(0)).Call("glEnableVertexAttribArray", 0)
		m.Call("glDrawArrays", "GL_LINE_STRIP", 0, 4)
		m.Call("glBindBuffer", "GL_ARRAY_BUFFER", 2).Call("glVertexAttribPointer", 0, 2, "GL_FLOAT", false, 0, tracetest.Offset(0))
		m.Call("glDrawArrays", "GL_LINE_STRIP", 0, 4)
	}), "i=5&tab=vertices")
	p.waitForText(".rows.vertices", "NaN")
	p.selectOption(".tools select[aria-label=Show]", "mesh")
	p.waitForText(".body.vertices .texel", "x 0 to 1")
	eval[any](p, "document.getElementById('calls').focus()")
	p.press(end)
	p.waitForText(".body.vertices", "no finite positions")
	p.selectOption(".tools select[aria-label=Show]", "table")
	p.waitForText(".body.vertices .lack", "Not captured, or outside of the buffer: attribute 0")
}

// TestRenderTargets: the attachments of a framebuffer with the last known image of each.
func TestRenderTargets(t *testing.T) {
	f := read(t, recording)
	draw := inFrameNamed(t, f, 10, "glDrawElements", 6)
	p := openPage(t, recording, fmt.Sprintf("i=%d&tab=image", draw))
	p.waitForText(".targets [aria-pressed=true]", "Frame 10")
	eval[any](p, "[...document.querySelectorAll('.targets button')].find(b => b.textContent.includes('color')).click()")
	last := inFrameNamed(t, f, 8, "glDrawArrays", 0) // of the last frame with the image of a draw
	p.waitForText(".body.image h3", fmt.Sprintf("after draw %d", last))
	p.waitForText(".body.image .lack", "before the selected call")
	if !painted(p, ".body.image canvas") {
		t.Error("the image is empty")
	}
	p.press("d", "d")
	p.waitForText(".targets [aria-pressed=true]", "color") // it stays selected
}

// recordedBy returns a recording of one thread with a context.
func recordedBy(calls func(*tracetest.Thread)) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	calls(w.Thread(1).NewContext(1, tracetest.Contexts+1, 3, 2, 1))
	w.Close()
	return out.Bytes()
}
