//go:build heavy

package viewer

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// textured is a recording with a texture of floats whose lower row is brighter than 1, and a cube map with faces of
// different reds. Both were bound once; the cube map still is.
func textured() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 0x10, 3, 2, 1)
	var values []byte
	for _, v := range []float32{8, 8, 8, 1, 4, 4, 4, 1, 0.5, 0.5, 0.5, 1, 0, 0, 0, 1} { // the first row is the lower one
		values = binary.LittleEndian.AppendUint32(values, math.Float32bits(v))
	}
	one.Call("glBindTexture", "GL_TEXTURE_2D", 1)
	one.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA32F", 2, 2, 0, "GL_RGBA", "GL_FLOAT", tracetest.Bytes(values))
	one.Call("glBindTexture", "GL_TEXTURE_CUBE_MAP", 2)
	for face := range 6 {
		one.Call("glTexImage2D", 0x8515+face, 0, "GL_RGBA8", 1, 1, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte{byte(40 * (face + 1)), 0, 0, 255}))
	}
	one.Call("glBindTexture", "GL_TEXTURE_2D", 0)
	one.Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	w.Close()
	return out.Bytes()
}

// pixel is the red of a pixel of the shown texture, or -1 before it is drawn.
func pixel(at string) string {
	return "(c => c?.width === 300 ? -1 : c?.getContext('2d').getImageData(" + at + ", 1, 1).data[0] ?? -1)(document.querySelector('.look canvas'))"
}

// TestFloatTexture: the exact values of a texture are shown in a range, the first row at the bottom, or flipped.
func TestFloatTexture(t *testing.T) {
	p := openPage(t, textured(), "i=10&tab=textures")
	p.wait(pixel("0, 1") + " === 255 && " + pixel("0, 0") + " === 128 && " + pixel("1, 0") + " === 0") // 8 is limited to 1
	x, y := p.place(".look canvas", 20, eval[float64](p, "document.querySelector('.look canvas').clientHeight - 20"))
	p.must(chromium.Do(chromedp.MouseEvent("mouseMoved", x, y)))
	p.waitForText(".texel", "r 8  g 8")
	p.click(".range button")
	p.wait(pixel("0, 1") + " === 255 && " + pixel("1, 1") + " === 128 && " + pixel("0, 0") + " === 16")
	eval[any](p, "{const e = document.querySelector('.range input[aria-label=\"White from\"]'); e.value = 1; e.dispatchEvent(new Event('change'))}")
	p.wait(pixel("0, 0") + " === 128")
	p.click("input[name=flip]")
	p.wait(pixel("0, 0") + " === 255 && " + pixel("0, 1") + " === 128")
	p.click("input[name=flip]")
}

// TestCubeTexture: the faces of a cube map have names, all of them are shown at once, and the list can be limited to
// the bound textures.
func TestCubeTexture(t *testing.T) {
	p := openPage(t, textured(), "i=10&tab=textures")
	p.wait("document.querySelectorAll('.pick .item').length === 2")
	p.click("input[name=bound-only]")
	p.wait("document.querySelectorAll('.pick .item').length === 1")
	p.waitForText(".pick .item", "unit 0")
	p.wait(pixel("0, 0") + " === 40")
	p.selectOption("select[aria-label=Face]", "3")
	p.wait(pixel("0, 0") + " === 160")
	p.click("#all-parts")
	p.wait("[...document.querySelectorAll('.part')].length === 6")
	p.waitForText(".part:nth-child(2)", "−X")
	p.click(".part:nth-child(2)")
	p.wait(pixel("0, 0") + " === 80")
	p.click("input[name=bound-only]")
	p.wait("document.querySelectorAll('.pick .item').length === 2")
}
