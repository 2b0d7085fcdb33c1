//go:build heavy && linux

package test

import (
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

// imagedPrograms draw the same in each run, with one thread, and end.
var imagedPrograms = []string{"app", "es32", "orbit", "bugs", "reads", "scene", "scene with errors", "images", "external", "debug", "told"}

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
			slices.SortFunc(list, func(a, b madeImage) int { return a.Call - b.Call })
			var reads []string
			for _, i := range list {
				reads = append(reads, fmt.Sprintf("%d:%dx%d", number[i.Call], i.Width, i.Height))
			}
			pixels := r.readBack(&p, strings.Join(reads, " "))
			n := 0
			for _, i := range list {
				want, read := pixels[number[i.Call]]
				if !read {
					t.Errorf("the layer did not read after the draw of %s", i.Path)
				}
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

// readBack runs a program that was built, with the layer that reads framebuffers, and returns the pixels by number of the draw. There
// are none of framebuffers that glReadPixels cannot read.
func (r *tracer) readBack(p *replayedProgram, reads string) map[int][]byte {
	r.Helper()
	layer, out := r.compiled("reader.so", "images/reader.c", "-shared", "-fPIC"), filepath.Join(r.home, "pixels")
	cmd := r.uncached(append([]string{"run", "--layer", layer, "--", filepath.Join(r.home, "program")}, strings.Fields(p.args)...)...)
	cmd.Env = append(cmd.Env, "READS="+reads, "OUT="+out)
	if printed, messages, code := r.done(cmd); code != 0 {
		r.Fatalf("exit code %d\n%s%s", code, printed, messages)
	}
	rest, err := os.ReadFile(out)
	if err != nil {
		r.Fatal(err)
	}
	pixels := map[int][]byte{}
	for len(rest) > 0 {
		number, size := int(binary.LittleEndian.Uint32(rest)), binary.LittleEndian.Uint32(rest[4:])
		pixels[number], rest = rest[8:8+size], rest[8+size:]
	}
	return pixels
}
