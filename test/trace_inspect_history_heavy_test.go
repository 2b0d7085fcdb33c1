//go:build heavy && linux

package test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Of each program, the test compares the history of historyPixels random pixels, in the frames of historyDraws random draws.
const (
	historyPixels = 50
	historyDraws  = 5
)

// drawsNothing is a program whose draws have no vertices.
const drawsNothing = "told"

// TestHistoryOfPrograms compares the history of random pixels with what glReadPixels returns before and after each draw in a second run
// of the program, in which a layer calls it.
func TestHistoryOfPrograms(t *testing.T) {
	for _, name := range testutil.Shard(t, imagedPrograms, len(imagedPrograms)) {
		t.Run(name, func(t *testing.T) {
			p := replayedPrograms[slices.IndexFunc(replayedPrograms, func(p replayedProgram) bool { return p.name == name })]
			r := newTracer(t)
			number := drawNumbers(t, r.recordReplayable(&p))
			i := r.inspected("a.gltrace")
			list := i.randomHistories(rand.New(rand.NewPCG(uint64(len(number)), 11)), number, r.readableDraws(&p, number))
			var reads []pixelRead
			for _, one := range list {
				reads = append(reads, one.before(), one.after())
			}
			pixels := r.readBack(&p, reads)
			compared, changed := 0, 0
			for _, one := range list {
				before, after := pixels[one.before()], pixels[one.after()]
				if len(before) == 0 {
					continue
				}
				compared++
				if !sameBytes(one.Before, before) || !sameBytes(one.After, after) {
					t.Errorf("%+v, the layer read %v and %v", one, before, after)
				}
				if slices.Equal(before, after) {
					continue
				}
				changed++
				if one.Passed == 0 || one.Reason != "" {
					t.Errorf("%+v, but the pixel changed from %v to %v", one, before, after)
				}
			}
			t.Logf("%d draws, %d changed the pixel", compared, changed)
			if compared < historyPixels || (changed == 0) != (name == drawsNothing) {
				t.Errorf("%d draws, %d changed the pixel", compared, changed)
			}
		})
	}
}

// drawnPixel is a draw in the history of a pixel.
type drawnPixel struct {
	inspect.Event
	number, x, y int // of the draw, of the pixel
}

// before is the read before the draw.
func (p *drawnPixel) before() pixelRead { return pixelRead{2 * p.number, p.x, p.y, 1, 1} }

// after is the read after the draw.
func (p *drawnPixel) after() pixelRead { return pixelRead{2*p.number + 1, p.x, p.y, 1, 1} }

// readableDraws returns the calls of draws to framebuffers that glReadPixels can read: those without several samples and integers.
func (r *tracer) readableDraws(p *replayedProgram, number map[int]int) map[int]bool {
	r.Helper()
	var reads []pixelRead
	for _, n := range number {
		reads = append(reads, pixelRead{2 * n, 0, 0, 1, 1})
	}
	pixels, readable := r.readBack(p, reads), map[int]bool{}
	for call, n := range number {
		readable[call] = len(pixels[pixelRead{2 * n, 0, 0, 1, 1}]) > 0
	}
	return readable
}

// randomHistories returns the draws in the history of random pixels of the first color attachment. It gets the numbers of all draws, and
// which of them can be read.
func (i *inspected) randomHistories(random *rand.Rand, number map[int]int, readable map[int]bool) (list []drawnPixel) {
	i.Helper()
	draws := slices.DeleteFunc(i.drawsOf(), func(draw int) bool { return !readable[draw] })
	random.Shuffle(len(draws), func(a, b int) { draws[a], draws[b] = draws[b], draws[a] })
	from := min(historyDraws, len(draws))
	left := historyPixels
	for _, draw := range draws {
		image, err := i.Attachment(i.Context(), draw, replay.Color)
		if errors.As(err, new(*inspect.Unavailable)) || err == nil && image == nil {
			continue
		}
		if err != nil {
			i.Fatalf("call %d: %v", draw, err)
		}
		for range min((historyPixels+from-1)/from, left) {
			x, y := random.IntN(image.Width), random.IntN(image.Height)
			h, err := i.History(i.Context(), draw, replay.Color, x, y)
			if err != nil {
				i.Fatalf("call %d: %v", draw, err)
			}
			if !slices.ContainsFunc(h.Events, func(e inspect.Event) bool { return e.Call == draw }) {
				i.Errorf("call %d is not in the history of its framebuffer: %+v", draw, h)
			}
			for _, e := range h.Events {
				if n, isDraw := number[e.Call]; isDraw {
					list = append(list, drawnPixel{e, n, x, y})
				}
			}
			left--
		}
	}
	return list
}

// sameBytes reports whether a pixel has the values that glReadPixels returns as bytes.
func sameBytes(p images.Pixel, want []byte) bool {
	if len(p.Values) != len(want) || len(p.Max) != len(want) {
		return false
	}
	for c, v := range p.Values {
		if math.Round(v/p.Max[c]*math.MaxUint8) != float64(want[c]) {
			return false
		}
	}
	return true
}
