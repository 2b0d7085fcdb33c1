package trim

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// images makes a recording whose frames, or draws, have images with the given contents; 0 is none.
func images(t *testing.T, function string, shown ...int) *file.File {
	t.Helper()
	return record(t, func(main *tracetest.Thread) {
		for _, n := range shown {
			main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
			if n > 0 {
				main.Synthetic(function, 0, 1, 1, 1, 1, 0, imageOf(n))
			}
			swap(main)
		}
	})
}

// TestCheck checks which images are compared, and which differ.
func TestCheck(t *testing.T) {
	frames, err := CheckFrames(t.Context(), images(t, "gltrace.FrameImage", 1, 2, 3, 4, 5), images(t, "gltrace.FrameImage", 3, 9, 0), 2, 3)
	if err != nil || frames.Compared != 2 || !slices.Equal(frames.Missing, []int{2}) || !slices.Equal(frames.Different, []int{1}) {
		t.Errorf("%+v, %v", frames, err)
	}
	draws, err := CheckDraws(t.Context(), images(t, "gltrace.DrawImage", 1, 2, 3, 4, 5), images(t, "gltrace.DrawImage", 8, 3, 9, 0), 2, 3)
	if err != nil || draws.Compared != 2 || !slices.Equal(draws.Missing, []int{2}) || !slices.Equal(draws.Different, []int{1}) {
		t.Errorf("%+v, %v", draws, err)
	}
}

// TestCheckOfFewer checks that replays with fewer frames or draws than the range are not compared.
func TestCheckOfFewer(t *testing.T) {
	few, many := []int{1}, []int{1, 2, 3, 4}
	for _, c := range []struct {
		function    string
		compare     func(ctx context.Context, whole, part *file.File, first, count int) (Check, error)
		whole, part []int
	}{
		{"gltrace.FrameImage", CheckFrames, many, few}, {"gltrace.FrameImage", CheckFrames, few, many},
		{"gltrace.DrawImage", CheckDraws, many, few}, {"gltrace.DrawImage", CheckDraws, few, many},
	} {
		if check, err := c.compare(t.Context(), images(t, c.function, c.whole...), images(t, c.function, c.part...), 0, 4); err == nil || check.Compared > 0 {
			t.Errorf("%s of %v and %v: %+v, %v", c.function, c.whole, c.part, check, err)
		}
	}
}

// TestCheckOfPixels checks that images without data are missing, and that images of different sizes differ.
func TestCheckOfPixels(t *testing.T) {
	draw := func(width, height int, data tracetest.Data) *file.File {
		return record(t, func(main *tracetest.Thread) {
			main.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
			main.Synthetic("gltrace.DrawImage", 0, width, height, width, height, 0, data)
		})
	}
	none := tracetest.Uncaptured(tracepb.Capture_CAPTURE_NO_ROOM)
	for _, c := range []struct {
		whole, part *file.File
		want        string
	}{
		{draw(1, 1, none), draw(1, 1, none), "{Compared:0 Different:[] Missing:[0]}"},
		{draw(1, 1, imageOf(1)), draw(1, 1, none), "{Compared:0 Different:[] Missing:[0]}"},
		{draw(2, 1, bytesOf(8, 1)), draw(1, 2, bytesOf(8, 1)), "{Compared:1 Different:[0] Missing:[]}"},
		{draw(2, 1, bytesOf(8, 1)), draw(2, 1, bytesOf(8, 1)), "{Compared:1 Different:[] Missing:[]}"},
	} {
		check, err := CheckDraws(t.Context(), c.whole, c.part, 0, 1)
		if got := fmt.Sprintf("%+v", check); err != nil || got != c.want {
			t.Errorf("%s, expected %s, %v", got, c.want, err)
		}
	}
}
