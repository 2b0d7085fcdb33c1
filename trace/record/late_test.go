package record

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const drawsOfFrame = 3

// drawn returns a recording of two threads, each with its own context, that draw frames. The images of draws
// and frames arrive a given number of draws and frames late.
func drawn(late, frames, batch int) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: batch})
	for i := range 20 {
		for n := range uint32(2) {
			one := w.Thread(n + 1)
			if i == 0 {
				one.NewContext(n+1, tracetest.Contexts+uint64(n), 3, 0, n+1)
			}
			for d := i * drawsOfFrame; d < (i+1)*drawsOfFrame; d++ {
				one.Call("glUseProgram", 1).Call("glDrawArrays", 4, d, 3)
				if d >= late {
					one.Synthetic("gltrace.DrawImage", 0, 1, 1, 8, 8, late, tracetest.String(fmt.Sprint(n, d-late)))
				}
			}
			if i >= frames {
				one.Synthetic("gltrace.FrameImage", 1, 1, 1, 8, 8, frames, tracetest.String(fmt.Sprint(n, i-frames)))
			}
			one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
		}
	}
	w.Close()
	return out.Bytes()
}

// A recording has the images of the draws before the end, with the right number of draws since they were
// taken.
func TestLastDrawImage(t *testing.T) {
	for _, late := range []int{0, 1, 2, 7} {
		for last := uint64(1); last <= 20; last++ {
			f := shortened(t, drawn(late, 1, 5), last)
			draws, images := [2]int{}, [2]int{}
			for c, err := range f.Calls(0, f.Len()) {
				if err != nil {
					t.Fatal(err)
				}
				n := c.Thread - 1
				switch c.Function.Name {
				case "glDrawArrays":
					draws[n]++
				case "gltrace.DrawImage":
					images[n]++
					shows, err := f.Payload(c.Args[6].Data.Payloads)
					if want := fmt.Sprintf("%d %d\x00", n, draws[n]-1-int(c.Args[5].Uint())); err != nil || string(shows) != want {
						t.Fatalf("%d draws late, %d frames: the image of draw %q shows %q: %v", late, last, want, shows, err)
					}
				}
			}
			for n := range images {
				if most := 20*drawsOfFrame - late; images[n] != min(draws[n], most) {
					t.Errorf("%d draws late, %d frames: %d images, want %d", late, last, images[n], draws[n])
				}
			}
		}
	}
}

// A recording continues after its last frame only while enabled images are missing.
func TestWaitsForImages(t *testing.T) {
	for _, c := range []struct {
		late, frames int
		o            *tracepb.Options
		want         uint64 // maximum number of frames after the end until it is complete, except those in the same batch
	}{
		{0, 0, &tracepb.Options{}, 0},
		{9, 9, &tracepb.Options{}, 0},
		{0, 0, &tracepb.Options{FrameImages: true, DrawImages: true}, 0},
		{1, 0, &tracepb.Options{FrameImages: true}, 0},
		{1, 0, &tracepb.Options{FrameImages: true, DrawImages: true}, 1},
		{1, 3, &tracepb.Options{FrameImages: true, DrawImages: true}, 3},
		{7, 0, &tracepb.Options{DrawImages: true}, 3},
		{1000, 0, &tracepb.Options{DrawImages: true}, lateFrames},
	} {
		for batch := range 12 {
			const callsOfFrame = 2*drawsOfFrame + 1
			after := framesBehind(t, drawn(c.late, c.frames, batch+1), c.o)
			if most := c.want + uint64(batch/callsOfFrame); after > most || after+1 < c.want {
				t.Errorf("%+v, %d calls per batch: the recording continues for %d frames", c, batch+1, after)
			}
		}
	}
}

// framesBehind returns the number of frames for which a recording of five frames continues.
func framesBehind(t *testing.T, recording []byte, o *tracepb.Options) uint64 {
	t.Helper()
	tally, in := newTally(5), format.NewReader(bytes.NewReader(recording))
	for !tally.over || !tally.isComplete(o) {
		one, err := in.Next()
		if err == io.EOF {
			t.Fatalf("%+v: the recording continues to the end", o)
		}
		if err == nil {
			_, _, err = tally.count(one)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return tally.stream(tally.ended).after[swap]
}

// Every function that the recorder treats as a draw counts for the images of draws, and every function whose GPU
// time it measures for those times.
func TestSameDraws(t *testing.T) {
	for action, is := range map[string]func(string) bool{"live_after_draw(": file.IsDraw, "live_before_work(": file.IsGPUWork} {
		t.Run(action, func(t *testing.T) { testSameFunctions(t, action, is) })
	}
}

func testSameFunctions(t *testing.T, action string, is func(string) bool) {
	text, err := os.ReadFile("../../gen/record/data/actions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for line := range strings.Lines(string(text)) {
		if row := strings.Split(line, "\t"); len(row) > 2 && strings.HasPrefix(row[2], action) {
			patterns = append(patterns, row[0])
		}
	}
	draws := 0
	for _, c := range registry.Builtin().Commands {
		taken := slices.ContainsFunc(patterns, func(pattern string) bool { fits, _ := path.Match(pattern, c.Name); return fits })
		if taken {
			draws++
		}
		if taken != is(c.Name) {
			t.Errorf("%s: the recorder calls %s): %v", c.Name, action, taken)
		}
	}
	if draws < 20 {
		t.Errorf("the recorder calls it for %d functions", draws)
	}
}
