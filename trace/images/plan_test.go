package images

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// record makes a recording with two contexts and a surface.
func record(t *testing.T, calls func(*tracetest.Thread)) *file.File {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	main := w.Thread(1)
	main.NewContext(2, 0x2000, 3, 2, 2).Context(0)
	main.Call("eglMakeCurrent", tracetest.Display, tracetest.Surface, tracetest.Surface, 0x1000, tracetest.Returns("EGL_TRUE"))
	main.NewContext(1, 0x1000, 3, 2, 1)
	calls(main)
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func bind(t *tracetest.Thread, framebuffer int) {
	t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", framebuffer)
}

func draw(t *tracetest.Thread) { t.Call("glDrawArrays", "GL_TRIANGLES", 0, 3) }

func swap(t *tracetest.Thread) {
	t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
}

// Calls of twoFrames.
const (
	offscreen1 = iota + 4 // the first draw of frame 0, to framebuffer 7
	offscreen2
	dispatched
	_
	onscreen
	swapped
	_
	late1 // the draws of frame 1, to framebuffer 7
	late2
	lateSwap
	afterLast // a draw after the last swap
)

func twoFrames(t *tracetest.Thread) {
	bind(t, 7)
	draw(t)
	draw(t)
	t.Call("glDispatchCompute", 1, 1, 1)
	bind(t, 0)
	draw(t)
	swap(t)
	bind(t, 7)
	draw(t)
	draw(t)
	swap(t)
	draw(t)
}

func all(int) bool { return true }

func only(n int) func(int) bool { return func(i int) bool { return i == n } }

// planOf returns the plan of a recording with options, of which the functions may be nil, and what it requests at each call.
func planOf(t *testing.T, f *file.File, o Options) (*Plan, map[int]replay.Around) {
	t.Helper()
	for _, of := range []*func(int) bool{&o.Frames, &o.Draws, &o.Calls} {
		if *of == nil {
			*of = all
		}
	}
	p, err := New(t.Context(), f, o)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]replay.Around{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if around := p.Requests(c); !reflect.DeepEqual(around, replay.Around{}) {
			out[c.Index] = around
		}
	}
	return p, out
}

// The moments are those of the options.
func TestMoments(t *testing.T) {
	f := record(t, twoFrames)
	for name, c := range map[string]struct {
		options Options
		want    []Moment
	}{
		"draws": {Options{Every: Draw, What: Color}, []Moment{{0, 0, 0, offscreen1}, {0, 0, 1, offscreen2}, {0, 1, 2, onscreen},
			{1, 0, 0, late1}, {1, 0, 1, late2}, {-1, 0, 0, afterLast}}},
		"passes":        {Options{Every: Pass, What: Depth}, []Moment{{0, 0, 1, offscreen2}, {0, 1, 2, onscreen}, {1, 0, 1, late2}, {-1, 0, 0, afterLast}}},
		"frames":        {Options{Every: Frame, What: Stencil}, []Moment{{0, -1, -1, swapped}, {1, -1, -1, lateSwap}}},
		"one frame":     {Options{Every: Draw, Frames: only(1)}, []Moment{{1, 0, 0, late1}, {1, 0, 1, late2}}},
		"the end":       {Options{Every: Draw, Frames: only(-1)}, []Moment{{-1, 0, 0, afterLast}}},
		"one draw":      {Options{Every: Draw, Draws: only(1)}, []Moment{{0, 0, 1, offscreen2}, {1, 0, 1, late2}}},
		"a pass's draw": {Options{Every: Pass, Draws: only(0)}, []Moment{{0, 0, 0, offscreen1}, {1, 0, 0, late1}, {-1, 0, 0, afterLast}}},
		"one call":      {Options{Every: Frame, Calls: only(lateSwap)}, []Moment{{1, -1, -1, lateSwap}}},
		"counts of a frame that draws to the surface": {Options{Every: Frame, What: Overdraw}, []Moment{{0, -1, -1, swapped}}},
	} {
		p, _ := planOf(t, f, c.options)
		want := map[int]Moment{}
		for _, m := range c.want {
			want[m.Call] = m
		}
		if !reflect.DeepEqual(p.moments, want) || p.Len() != len(want) {
			t.Errorf("%s: %v; want %v", name, p.moments, want)
		}
	}
}

func counted(c replay.Count, first bool) []replay.Again {
	return []replay.Again{replay.Counted(c, first)}
}

// The color attachments of a framebuffer are read after the draw, those of the surface before the swap.
func TestRequests(t *testing.T) {
	f := record(t, twoFrames)
	var colors []replay.Request
	for i := range replay.Attachment(8) {
		colors = append(colors, replay.Read(uint64(i), replay.DrawFramebuffer, replay.Color+i))
	}
	one := func(r replay.Request) []replay.Request { return []replay.Request{r} }
	for name, c := range map[string]struct {
		options Options
		want    map[int]replay.Around
	}{
		"draw":    {Options{Every: Draw, What: Color, Calls: only(late2)}, map[int]replay.Around{late2: {After: colors}}},
		"pass":    {Options{Every: Pass, What: Depth, Frames: only(1)}, map[int]replay.Around{late2: {After: one(replay.Read(0, replay.DrawFramebuffer, replay.Depth))}}},
		"frame":   {Options{Every: Frame, What: Color, Frames: only(0)}, map[int]replay.Around{swapped: {Before: one(replay.Read(0, replay.DefaultFramebuffer, replay.Color))}}},
		"stencil": {Options{Every: Frame, What: Stencil, Frames: only(1)}, map[int]replay.Around{lateSwap: {Before: one(replay.Read(0, replay.DefaultFramebuffer, replay.Stencil))}}},
		"overdraw of draws": {Options{Every: Draw, What: Overdraw, Frames: only(1)}, map[int]replay.Around{
			late1: {Again: counted(replay.Fragments, true), After: one(replay.Counts(0))}, late2: {Again: counted(replay.Fragments, true), After: one(replay.Counts(1))}}},
		"overdraw of passes": {Options{Every: Pass, What: Overdraw, Frames: only(0)}, map[int]replay.Around{
			offscreen1: {Again: counted(replay.Fragments, true)}, offscreen2: {Again: counted(replay.Fragments, false), After: one(replay.Counts(0))},
			onscreen: {Again: counted(replay.Fragments, true), After: one(replay.Counts(1))}}},
		"lines of a frame": {Options{Every: Frame, What: Wireframe}, map[int]replay.Around{
			onscreen: {Again: counted(replay.Lines, true)}, swapped: {Before: one(replay.Counts(0))}}},
	} {
		if _, got := planOf(t, f, c.options); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v; want %+v", name, got, c.want)
		}
	}
}

// A frame with the draws of two contexts to the surface begins the counts of each.
func TestCountsOfContexts(t *testing.T) {
	f := record(t, func(t *tracetest.Thread) {
		draw(t)
		t.Context(2)
		draw(t)
		t.Context(1)
		draw(t)
		swap(t)
	})
	_, got := planOf(t, f, Options{Every: Frame, What: Overdraw})
	for call, first := range map[int]bool{3: true, 4: true, 5: false} {
		if !reflect.DeepEqual(got[call].Again, counted(replay.Fragments, first)) {
			t.Errorf("call %d: %+v", call, got[call])
		}
	}
}
