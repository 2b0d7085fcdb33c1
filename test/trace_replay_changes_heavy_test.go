//go:build heavy && linux

package test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// changedPrograms are the programs whose recordings TestReplayFindsEachChange changes, with the number of changes.
var changedPrograms = []struct {
	program replayedProgram
	places  int
}{
	{replayedProgram{name: "scene", sources: liveTestdata + "scene.c", args: "4 errors"}, 110},
	{replayedProgram{name: "debug", sources: "test/testdata/trace/replay/debug.c"}, 40},
	{replayedProgram{name: "reads", sources: "test/testdata/trace/replay/reads.c"}, 25},
	{replayedProgram{name: "images", sources: "test/testdata/trace/replay/images.c"}, 25},
}

// answerPlace is a recorded answer, or the image of a frame or draw.
type answerPlace struct {
	call     int // index in the recording
	param    int // index of the parameter; that of the result is the number of parameters
	function string
	name     string // of the parameter; "" for the result
	data     int    // size of its data; 0: the value itself
	chosen   bool   // the driver chooses it: an address, a handle, or the name of a new object
	image    diff.Difference
}

func (p *answerPlace) String() string {
	return fmt.Sprintf("call %d: %s.%s, %d bytes of data", p.call, p.function, p.name, p.data)
}

// notAsserted are the answers of these programs that answers.tsv excludes from the comparison with a replay.
var notAsserted = map[string]string{
	"eglGetProcAddress":       "an address",
	"eglChooseConfig":         "a replay chooses configurations of its own",
	"eglChooseConfig.configs": "the same", "eglChooseConfig.num_config": "the same",
	"eglInitialize.major": "a property of the platform", "eglInitialize.minor": "the same",
	"glGetDebugMessageLog": "the driver chooses its messages", "glGetDebugMessageLog.sources": "the same", "glGetDebugMessageLog.types": "the same",
	"glGetDebugMessageLog.ids": "the same", "glGetDebugMessageLog.severities": "the same", "glGetDebugMessageLog.lengths": "the same",
	"glGetDebugMessageLog.messageLog": "the same",
}

// answersOf returns the answers and images of a recording of one thread, grouped by function and parameter.
func answersOf(t *testing.T, path string) [][]answerPlace {
	t.Helper()
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	groups := map[string][]answerPlace{}
	var swaps, draws []int
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		image := imageOf(c, len(swaps), draws)
		for i, p := range c.Function.Params {
			if c.Args[i].CapturedSize() > 0 && (image.Kind != "" && p.Name == "data" || p.Out && !c.Synthetic()) {
				one := answerPlace{c.Index, i, c.Function.Name, p.Name, int(c.Args[i].CapturedSize()), makesNames(c.Function), image}
				groups[c.Function.Name+"."+p.Name] = append(groups[c.Function.Name+"."+p.Name], one)
			}
		}
		if r := c.Function.Result; r != nil && !c.Synthetic() {
			one := answerPlace{call: c.Index, param: len(c.Args), function: c.Function.Name, data: int(c.Result.CapturedSize())}
			one.chosen = one.data == 0 && (makesNames(c.Function) || r.Cell == tracepb.Cell_CELL_ULONG)
			groups[c.Function.Name] = append(groups[c.Function.Name], one)
		}
		switch {
		case c.Function.Name == "eglSwapBuffers":
			swaps = append(swaps, c.Index)
		case strings.HasPrefix(c.Function.Name, "glDraw") && !strings.HasPrefix(c.Function.Name, "glDrawBuffer"):
			draws = append(draws, c.Index)
		}
	}
	for name := range notAsserted {
		delete(groups, name)
	}
	var list [][]answerPlace
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		list = append(list, groups[name])
	}
	return list
}

// makesNames reports whether a function returns names of new objects.
func makesNames(f *file.Function) bool {
	return strings.HasPrefix(f.Name, "glGen") || strings.HasPrefix(f.Name, "glCreate")
}

// imageOf returns the difference that a change of the image of a call makes. The call follows a number of swaps, and draws. The kind is
// empty if the call has no image.
func imageOf(c *file.Call, swaps int, draws []int) diff.Difference {
	ago, _ := c.Arg("ago")
	switch c.Function.Name {
	case "gltrace.FrameImage":
		return diff.Difference{Kind: diff.KindImage, Frame: swaps - int(ago.Bits)}
	case "gltrace.DrawImage":
		return diff.Difference{Kind: diff.KindImage, A: draws[len(draws)-1-int(ago.Bits)]}
	}
	return diff.Difference{}
}

// randomPlaces returns a number of random places: one of each group, then another one of each, and so on.
func randomPlaces(groups [][]answerPlace, n int, random *rand.Rand) (some []answerPlace) {
	for len(some) < n {
		for _, i := range random.Perm(len(groups)) {
			some = append(some, groups[i][random.IntN(len(groups[i]))])
		}
	}
	return some[:n]
}

// change returns a recording with another answer in the place.
func (p *answerPlace) change(t *testing.T, recording []byte, random *rand.Rand) []byte {
	t.Helper()
	e, err := tracetest.Edit(recording)
	if err != nil {
		t.Fatal(err)
	}
	n := p.call
	for _, b := range e.Batches {
		if n < len(b.Calls) {
			p.changeCall(t, e, &b.Calls[n], random)
			break
		}
		n -= len(b.Calls)
	}
	return e.Bytes()
}

func (p *answerPlace) changeCall(t *testing.T, e *tracetest.Edited, c *format.Call, random *rand.Rand) {
	t.Helper()
	if e.Name(c) != p.function {
		t.Fatalf("%v: the batches have %s there", p, e.Name(c))
	}
	capture := slices.IndexFunc(c.Captures, func(capture format.Capture) bool { return capture.Param == p.param })
	switch cell := &c.Cells[p.param]; {
	case p.data > 0 && p.chosen: // no name, because other names can stand for the same objects
		e.ChangeByte(&c.Captures[capture], 0, e.Payload(c.Captures[capture].Payloads[0]).GetContent()[0])
	case p.data > 0:
		e.ChangeByte(&c.Captures[capture], random.IntN(p.data), 1<<random.IntN(8))
	case !p.chosen:
		*cell ^= 1
	case *cell == 0:
		*cell = 1
	default:
		*cell = 0
	}
}

// isNamed reports whether a report has the difference of the changed place.
func (p *answerPlace) isNamed(r *diff.Report) bool {
	return slices.ContainsFunc(r.Differences, func(d diff.Difference) bool {
		if p.image.Kind != "" {
			return d.Kind == p.image.Kind && (d.A == p.image.A || d.Function == p.function && d.Frame == p.image.Frame)
		}
		return d.A == p.call && d.Function == p.function && d.Parameter == p.name
	})
}

// TestReplayFindsEachChange changes one answer or one pixel of recordings in 200 random places: each replay must fail and name the call
// or frame. A replay without the name of an object that later calls need can also stop there, with the exit code 1.
func TestReplayFindsEachChange(t *testing.T) {
	for _, one := range changedPrograms {
		t.Run(one.program.name, func(t *testing.T) {
			r := newTracer(t)
			path := r.recordReplayable(&one.program)
			recording, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			groups := answersOf(t, path)
			t.Logf("%d kinds of answers", len(groups))
			changed := filepath.Join(r.home, "changed.gltrace")
			for _, p := range testutil.Shard(t, randomPlaces(groups, one.places, random), 5) {
				if err := os.WriteFile(changed, p.change(t, recording, random), 0o600); err != nil {
					t.Fatal(err)
				}
				report, messages, code := r.replayed(changed)
				contradicts := p.chosen && code == 1 // later calls name an object that no call returned, such as a display
				if !contradicts && (code != 8 || !p.isNamed(report.Check)) {
					t.Errorf("%v: exit code %d\n%+v\n%s", &p, code, report.Check.Differences, messages)
				}
			}
		})
	}
}
