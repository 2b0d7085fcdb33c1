//go:build heavy

package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// matches returns the calls for which f is true.
func matches(t *testing.T, of *file.File, f func(*file.Call) bool) (all []int) {
	t.Helper()
	for c, err := range of.Calls(0, of.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if f(c) {
			all = append(all, c.Index)
		}
	}
	return all
}

func named(name string) func(*file.Call) bool {
	return func(c *file.Call) bool { return c.Function.Name == name }
}

// TestSearch: by function and argument, forward and backward, with wraparound, and without a match.
func TestSearch(t *testing.T) {
	f := read(t, recording)
	clears := matches(t, f, named("glInvalidateFramebuffer"))
	p := openPage(t, recording, "")
	p.press("/")
	eval[any](p, "{const q = document.getElementById('query'); q.value = 'glinvalidateframe'; q.dispatchEvent(new Event('input'))}")
	p.waitForCall(clears[0]) // the search runs while typing
	p.press(enter)
	p.waitForCall(clears[1])
	p.must(chromium.Do(strokeWith("Enter", "\r", 13, kb.ModifierShift)))
	p.waitForCall(clears[0])
	p.press(escape)
	p.must(chromium.Do(strokeWith("F3", "", 114, 0)))
	p.waitForCall(clears[1])
	p.must(chromium.Do(strokeWith("F3", "", 114, kb.ModifierShift)))
	p.waitForCall(clears[0])
	p.click("#previous")
	p.waitForCall(clears[len(clears)-1])
	p.waitForText("#message", "continued from the end")
	p.click("#next")
	p.waitForCall(clears[0])
	p.waitForText("#message", "continued from the top")
	p.press(home)
	p.waitForCall(0)
	p.find("GL_LINEAR_MIPMAP_LINEAR")
	p.waitForCall(matches(t, f, named("glTexParameteri"))[0])
	eval[any](p, "document.getElementById('query').value = ''")
	p.press("/", "nothing like it")
	p.waitForText("#message", "Nothing matches")
}

// TestHits: a search finds calls by name first, then by argument, and shows which match it is of how many.
func TestHits(t *testing.T) {
	f := read(t, recording)
	names := matches(t, f, named("glFinish"))
	p := openPage(t, recording, "")
	p.find("glfinish")
	p.waitForCall(names[0])
	p.waitForText("#message", fmt.Sprintf("match 1 of %d", len(names)))
	p.click("#previous")
	p.waitForText("#message", fmt.Sprintf("match %d of %d", len(names), len(names)))
	p.press(home)
	p.waitForCall(0)
	p.find("texture_2d")
	p.waitForText("#message", "match 1 of ")
	p.find("texture") // the first name, though arguments before it have the text
	p.wait("/match \\d+ of [\\d,]+ \\([\\d,]+ by name, [\\d,]+ by argument\\)/.test(document.getElementById('message').textContent)")
}

// TestFilter: filtered lists have as many calls as a pass over the recording finds.
func TestFilter(t *testing.T) {
	f := read(t, recording)
	frame := f.Frames()[17] // a slow frame has a glFinish
	p := openPage(t, recording, fmt.Sprintf("i=%d", frame.First))
	p.waitForFrame(17)
	draws := matches(t, f, func(c *file.Call) bool { return strings.HasPrefix(c.Function.Name, "glDraw") })
	for _, step := range []struct {
		do   func()
		want []int
	}{
		{func() { p.click("input[name=draws]") }, draws},
		{func() { p.click("input[name=frame]") }, within(draws, frame)},
		{func() { p.click("#clear"); p.press("g"); p.press("finish") }, matches(t, f, named("glFinish"))},
		{func() { p.click("#clear"); p.click("input[name=argument]"); p.press("lit.frag") }, matches(t, f, func(c *file.Call) bool {
			return c.Function.Name == "glObjectLabel" && c.Args[1].Uint() == 2 && c.Args[0].Uint() == 0x82E1
		})},
		{func() { p.click("#clear"); p.click("input[name=errors]") }, matches(t, f, func(c *file.Call) bool { return c.Function.Name == "glEnable" && c.Args[0].Uint() == 0x0DE1 })},
		{func() { p.click("#clear"); p.selectOption("#filter select[aria-label=Thread]", "2") }, matches(t, f, func(c *file.Call) bool { return c.Thread == 2 })},
		{func() { p.click("#clear"); p.selectOption("#filter select[aria-label=Context]", "2") }, matches(t, f, func(c *file.Call) bool { return c.Context == 2 })},
	} {
		step.do()
		p.waitForText("#matches", thousands(len(step.want))+" call")
		p.wait(fmt.Sprintf("!document.getElementById('matches').textContent.includes('so far') && document.querySelector('#calls .row').getAttribute('aria-setsize') === '%d'", len(step.want)))
		p.rows()
		shown := eval[[]int](p, "[...document.querySelectorAll('#calls .row:not([hidden]) .number')].map(e => Number(e.textContent.replaceAll(',', '')))")
		for _, call := range shown {
			if !slices.Contains(step.want, call) {
				t.Errorf("call %d is in a list that it does not belong in", call)
			}
		}
	}
	eval[any](p, "document.getElementById('calls').focus()")
	p.press(home)
	p.waitForCall(matches(t, f, func(c *file.Call) bool { return c.Context == 2 })[0])
	p.press(escape)
	p.wait("document.getElementById('matches').textContent === '' && document.getElementById('calls').querySelector('.row').getAttribute('aria-setsize') === " + quote(fmt.Sprint(f.Len())))
}

func within(calls []int, frame file.Frame) (in []int) {
	for _, i := range calls {
		if frame.First <= i && i <= frame.Last {
			in = append(in, i)
		}
	}
	return in
}

// TestFolds: a debug group can be folded and unfolded, by mouse and keys; all groups of a frame at once; and
// one can be shown alone.
func TestFolds(t *testing.T) {
	f := read(t, recording)
	frame := f.Frames()[20]
	push := within(matches(t, f, named("glPushDebugGroup")), frame)
	p := openPage(t, recording, fmt.Sprintf("i=%d", push[0]))
	p.waitForCall(push[0])
	p.waitForFrame(20)
	size := "Number(document.querySelector('#calls .row').getAttribute('aria-setsize'))"
	p.wait(fmt.Sprintf("%s === %d", size, f.Len()))
	p.click("#calls .row.selected .fold")
	p.wait(fmt.Sprintf("%s < %d", size, f.Len()))
	hidden := f.Len() - eval[int](p, size)
	p.waitForText("#calls .row.selected", fmt.Sprintf("%d folded", hidden))
	eval[any](p, "document.getElementById('calls').focus()")
	p.press(down)
	p.waitForCall(push[0] + hidden + 1)
	p.press(up, right)
	p.wait(fmt.Sprintf("%s === %d", size, f.Len()))
	p.press(left)
	p.wait(fmt.Sprintf("%s === %d", size, f.Len()-hidden))
	p.press("f", "f") // some are folded: unfold all, then fold all
	p.wait(fmt.Sprintf("%s < %d", size, f.Len()-hidden))
	p.waitForText("#calls", "Shadow map")
	p.press("f")
	p.wait(fmt.Sprintf("%s === %d", size, f.Len()))
	p.openTab("call")
	p.wait("[...document.querySelectorAll('.body.call button')].some(b => b.textContent === 'Only this group')")
	eval[any](p, "[...document.querySelectorAll('.body.call button')].find(b => b.textContent === 'Only this group').click()")
	p.waitForText("#matches", fmt.Sprintf("%d calls", hidden+1))
}
