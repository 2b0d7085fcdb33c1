//go:build heavy && linux

package test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// imagedPrograms draw the same in each run, with one thread at a time, and end.
var imagedPrograms = []string{"app", "es32", "orbit", "bugs", "reads", "scene", "scene with errors", "images", "external", "debug", "told", "threads",
	"threads with samples"}

// drawsOfEach is the largest number of draws of a program that are compared.
const drawsOfEach = 50

// leastDraws is the least number of draws of all programs that are compared.
const leastDraws = 200

// TestImagesOfPrograms compares images of random draws with what glReadPixels returns there in a second run of the program, in which a
// layer calls it.
func TestImagesOfPrograms(t *testing.T) {
	all := 0
	for at, name := range imagedPrograms {
		t.Run(name, func(t *testing.T) {
			p := replayedPrograms[slices.IndexFunc(replayedPrograms, func(p replayedProgram) bool { return p.name == name })]
			r := newTracer(t)
			path := r.recordReplayable(&p)
			number := drawNumbers(t, path)
			list := r.makeImages("a.gltrace", "images", "--every", "draw").Images
			list = slices.DeleteFunc(list, func(i madeImage) bool { return i.Attachment != "color0" || i.Lowest != nil })
			random := rand.New(rand.NewPCG(uint64(at), 7))
			random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			list = list[:min(len(list), drawsOfEach)]
			readOf := func(i madeImage) pixelRead {
				return pixelRead{moment: 2*number[i.Call] + 1, width: i.Width, height: i.Height}
			}
			var reads []pixelRead
			for _, i := range list {
				reads = append(reads, readOf(i))
			}
			pixels := r.readBack(&p, reads)
			n := 0
			for _, i := range list {
				want := pixels[readOf(i)]
				if len(want) == 0 {
					continue
				}
				n++
				if text := differ(r.picture(i.Path), want); text != "" {
					t.Errorf("%s: %s", i.Path, text)
				}
			}
			t.Logf("%d draws", n)
			if n == 0 {
				t.Error("no draw compared")
			}
			all += n
		})
	}
	if all < leastDraws {
		t.Errorf("%d draws compared", all)
	}
}

// drawNumbers returns the number of each draw of a recording, by its call.
func drawNumbers(t *testing.T, path string) map[int]int {
	t.Helper()
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	numbers := map[int]int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.IsDraw() && !c.Synthetic() {
			numbers[c.Index] = len(numbers)
		}
	}
	return numbers
}

// pixelRead is a rectangle of the draw framebuffer that the layer reads.
type pixelRead struct {
	moment              int // twice the number of a draw; one more after the draw
	x, y, width, height int
}

// readBack runs a program that was built, with the layer that reads framebuffers, and returns the pixels of each read. There are
// no pixels of framebuffers that glReadPixels cannot read.
func (r *tracer) readBack(p *replayedProgram, reads []pixelRead) map[pixelRead][]byte {
	r.Helper()
	slices.SortFunc(reads, func(a, b pixelRead) int {
		return cmp.Or(cmp.Compare(a.moment, b.moment), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
	reads = slices.Compact(reads)
	var lines strings.Builder
	for _, one := range reads {
		fmt.Fprintln(&lines, one.moment, one.x, one.y, one.width, one.height)
	}
	list, out := filepath.Join(r.home, "reads"), filepath.Join(r.home, "pixels")
	if err := os.WriteFile(list, []byte(lines.String()), 0o600); err != nil {
		r.Fatal(err)
	}
	layer := r.compiled("reader.so", "images/reader.c", "-shared", "-fPIC")
	cmd := r.uncached(append([]string{"run", "--layer", layer, "--", filepath.Join(r.home, "program")}, strings.Fields(p.args)...)...)
	cmd.Env = append(cmd.Env, "READS="+list, "OUT="+out)
	if printed, messages, code := r.done(cmd); code != 0 {
		r.Fatalf("exit code %d\n%s%s", code, printed, messages)
	}
	rest, err := os.ReadFile(out)
	if err != nil {
		r.Fatal(err)
	}
	pixels := map[pixelRead][]byte{}
	for _, one := range reads {
		if len(rest) < 4 {
			r.Fatalf("the layer read %d of %d times", len(pixels), len(reads))
		}
		size := binary.LittleEndian.Uint32(rest)
		pixels[one], rest = rest[4:4+size], rest[4+size:]
	}
	return pixels
}
