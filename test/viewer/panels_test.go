//go:build heavy

package viewer

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/test/viewer/scene"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// column returns the values of a column of a table, as the page formats them.
func (p *page) column(selector string) []string {
	p.Helper()
	return eval[[]string](p, "[...document.querySelectorAll("+quote(selector)+")].map(e => e.textContent)")
}

// frameOf returns the frame of a call.
func frameOf(t *testing.T, f *file.File, call int) int {
	t.Helper()
	c, err := f.Call(call)
	if err != nil {
		t.Fatal(err)
	}
	return c.Frame
}

// TestStatistics: statistics of a frame or of all, sorted by any column; a name filters the calls.
func TestStatistics(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, "i=2000&tab=stats")
	p.waitForFrame(frameOf(t, f, 2000))
	p.waitForPanel()
	p.wait("document.querySelectorAll('.figures tbody tr').length > 5")
	of := len(p.column(".figures tbody th"))
	p.selectOption(".tools select[aria-label=Range]", "trace")
	p.wait(fmt.Sprintf("document.querySelectorAll('.figures tbody tr').length > %d", of))
	p.click("[data-sort=name]")
	p.wait("document.querySelector('[aria-sort=ascending] [data-sort=name]')")
	if names := p.column(".figures tbody th"); !sort.StringsAreSorted(names) {
		t.Errorf("sorted by name they are %q", names)
	}
	p.click("[data-sort=count]")
	p.wait("document.querySelector('[aria-sort=descending] [data-sort=count]')")
	counts := eval[[]int](p, "[...document.querySelectorAll('.figures tbody td.count')].map(e => Number(e.textContent.replaceAll(',', '')))")
	if slices.Reverse(counts); !slices.IsSorted(counts) {
		t.Errorf("sorted by count they are %d", counts)
	}
	eval[any](p, "[...document.querySelectorAll('.figures tbody button')].find(b => b.textContent === 'glFinish').click()")
	p.waitForText("#matches", fmt.Sprintf("%d call", len(matches(t, f, named("glFinish")))))
}

// TestCompareFrames: two frames side by side, with their differences marked.
func TestCompareFrames(t *testing.T) {
	p := openPage(t, recording, fmt.Sprintf("i=%d", read(t, recording).Frames()[17].First))
	p.waitForFrame(17)
	p.openTab("compare")
	p.waitForText(".sides", "Frame 16")
	p.waitForText(".sides", "Frame 17")
	p.wait("document.querySelectorAll('.pairrow.changed:not([hidden])').length > 3 && document.querySelector('.is.differs')")
	if p.count(".pairrow.same") != 0 {
		t.Error("calls that are the same are shown")
	}
	// A different uniform is shown with its location and the different part of its value.
	const uniform = "[...document.querySelectorAll('.pairrow.changed:not([hidden]) .side-call')].find(e => e.textContent.startsWith('glUniformMatrix4fv'))"
	if marked := eval[[]bool](p, "[...("+uniform+").querySelectorAll('.is')].map(e => e.classList.contains('differs'))"); fmt.Sprint(marked) != "[false true]" {
		t.Errorf("of a location and a value, %v are marked", marked)
	}
	p.wait("[...document.querySelectorAll('.pairrow:not([hidden])')].length")
	p.click("input[name=differences]")
	p.wait("document.querySelectorAll('.pairrow.same:not([hidden])').length > 3")
	p.click("button[title='Next difference']")
	p.wait("document.querySelector('.pairrow.selected:not(.same)')")
	eval[any](p, "{const e = document.getElementById('compare-b'); e.value = 16; e.dispatchEvent(new Event('change'))}")
	p.waitForText(".summary", "0 changed")
	p.waitForText(".summary", "0 added")
}

// TestCompareGroups: a group with another name is shown by its name, marked, however long it is; and the page
// shows how the recording ended.
func TestCompareGroups(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{Ended: "disk"})
	for n := range 2 {
		one := w.Thread(1)
		one.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 1, -1, tracetest.String(fmt.Sprint(n, strings.Repeat(" a long name", 10))))
		one.Call("glPopDebugGroup").Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	}
	w.Close()
	p := openPage(t, out.Bytes(), "")
	p.waitForText("#facts", "endeddisk")
	p.openTab("compare")
	for n := range 2 {
		p.waitForText(fmt.Sprintf(".pairrow.changed .side-call:nth-child(%d) .title.differs", n+1), fmt.Sprint(n, " a long name"))
	}
}

// TestLostEnd: the page shows how many calls are missing at the end of a recording.
func TestLostEnd(t *testing.T) {
	var out bytes.Buffer
	lost := uint64(1234)
	w := tracetest.NewWriter(&out, tracetest.Options{Ended: "disconnected", Lost: &lost})
	w.Thread(1).Call("eglSwapBuffers", 1, 1, tracetest.Returns("EGL_TRUE"))
	w.Close()
	p := openPage(t, out.Bytes(), "")
	p.waitForText("#facts", "missing at the end1")
	p.waitForText("#facts", "234 calls")
}

// TestTabInSight: the selected tab is visible in a narrow window.
func TestTabInSight(t *testing.T) {
	p := openPage(t, recording, "i=700")
	eval[any](p, "document.documentElement.style.setProperty('--list', '1100px')")
	seen := "{const tab = document.querySelector('#tabs [aria-selected=true]').getBoundingClientRect(), all = document.getElementById('tabs').getBoundingClientRect(); tab.left >= all.left - 1 && tab.right <= all.right + 1}"
	for _, key := range []string{"9", "1"} {
		p.press(key)
		p.wait("document.querySelectorAll('#tabs button')[" + key + " - 1].getAttribute('aria-selected') === 'true'")
		if !eval[bool](p, seen) {
			t.Errorf("tab %s is out of sight", key)
		}
	}
}

// TestCompareTraces: comparison with a frame of another recording.
func TestCompareTraces(t *testing.T) {
	other := read(t, scene.Record(12, false))
	t.Cleanup(func() { _ = other.Close() })
	p := openPageWith(t, read(t, recording), view.Options{Name: "a", Other: other, OtherName: "before.gltrace"}, "i=3000")
	p.openTab("compare")
	p.waitForText(".tools select[aria-label=Recording]", "before.gltrace")
	eval[any](p, "{for (const [id, n] of [['compare-a', 10], ['compare-b', 10]]) {const e = document.getElementById(id); e.value = n; e.dispatchEvent(new Event('change'))}}")
	p.selectOption(".tools select[aria-label=Recording]", "other")
	p.waitForText(".summary", "the same")
	p.wait("!document.querySelector('.summary').textContent.startsWith('0 calls the same')")
	// After a return to this recording, no frame is compared with itself.
	for _, at := range [][3]int{{10, 9, 10}, {0, 0, 1}} {
		p.selectOption(".tools select[aria-label=Recording]", "other")
		eval[any](p, fmt.Sprintf("{for (const id of ['compare-a', 'compare-b']) {const e = document.getElementById(id); e.value = %d; e.dispatchEvent(new Event('change'))}}", at[0]))
		p.selectOption(".tools select[aria-label=Recording]", "")
		p.wait(fmt.Sprintf("document.getElementById('compare-a').value === '%d' && document.getElementById('compare-b').value === '%d'", at[1], at[2]))
	}
}

// TestScript: text of a recording that looks like a script is always shown as text.
func TestScript(t *testing.T) {
	f := read(t, recording)
	p := openPage(t, recording, "")
	p.find("<script>")
	p.waitForText("#calls .row.selected", "<script>")
	p.waitForText(".body.call", "<script>")
	p.wait("document.querySelector('.text-data')?.textContent.startsWith(" + quote(scene.Script) + ")")
	label := matches(t, f, named("glObjectLabel"))
	for _, tab := range []string{"shaders", "state", "uniforms", "textures", "buffers"} {
		p.press(home)
		p.waitForCall(0)
		p.find("glDrawArrays")
		p.openTab(tab)
	}
	if len(label) == 0 || p.text("title") != "com.example.orbit · gltrace" {
		t.Errorf("the title is %q", p.text("title"))
	}
	if made := eval[int](p, "document.querySelectorAll('img[src=x], body script, [onerror]').length"); made != 0 {
		t.Errorf("%d elements were made of text", made)
	}
}
