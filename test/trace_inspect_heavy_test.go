//go:build heavy

package test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// inspected is a recording with its inspector.
type inspected struct {
	*tracer
	*inspect.Inspector
	file *file.File
}

// inspectProgram records a program of the test data, and opens the recording.
func inspectProgram(t *testing.T, source string, args ...string) inspected {
	t.Helper()
	r := newTracer(t)
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	t.Setenv("EGL_PLATFORM", "surfaceless")
	program := r.compiled("program", source, "-I../"+liveTestdata, "-lEGL", "-lGLESv2", "-lm")
	if out, messages, code := r.run(append([]string{"trace", "record", "--replayable", "--out", "a.gltrace", "--", program}, args...)...); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	return r.inspected("a.gltrace")
}

// inspected opens a recording.
func (r *tracer) inspected(recording string) inspected {
	t := r.T
	t.Helper()
	f, err := file.Open(filepath.Join(r.home, recording))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	path, err := player.Maker{}.Player(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := replay.Player{Path: path, Args: []string{"--surface", "pbuffer"}, Output: t.Output()}
	functions, err := p.Functions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := inspect.New(f, p, functions, inspect.Options{Dir: t.TempDir()})
	t.Cleanup(func() {
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	})
	return inspected{r, i, f}
}

// drawsOf returns the draws of the program.
func (i *inspected) drawsOf() (list []int) {
	i.Helper()
	for c, err := range i.file.Calls(0, i.file.Len()) {
		if err != nil {
			i.Fatal(err)
		}
		if c.Function.IsDraw() && !c.Synthetic() {
			list = append(list, c.Index)
		}
	}
	return list
}

// TestInspectAttachments compares attachments after each draw with what the program read there, in both directions of time.
func TestInspectAttachments(t *testing.T) {
	i := inspectProgram(t, "replay/reads.c")
	want := readPixels(t, i.file)
	draws := i.drawsOf()
	check := func(draw int, want [][]byte) (n int) {
		for a := replay.Color; a < replay.Color+4; a++ {
			image, err := i.Attachment(t.Context(), draw, a)
			if err != nil {
				t.Fatalf("call %d: %v", draw, err)
			}
			if image == nil {
				continue
			}
			if text := differ(image.Picture, want[n]); text != "" {
				t.Errorf("call %d, %s: %s", draw, image.Attachment, text)
			}
			n++
		}
		return n
	}
	at := []int{}
	n := 0
	for _, draw := range draws {
		at = append(at, n)
		n += check(draw, want[n:])
	}
	if n != len(want) || n != 30 {
		t.Errorf("%d images, the program read %d", n, len(want))
	}
	for d := len(draws) - 1; d >= 0; d -= 3 {
		check(draws[d], want[at[d]:])
	}
}

// TestInspectHistory compares the history of random pixels with what the program read after each draw.
func TestInspectHistory(t *testing.T) {
	i := inspectProgram(t, "replay/reads.c")
	want := readPixels(t, i.file)
	draws := i.drawsOf()
	const side, buffers = 16, 10 // of the program; draws of a frame read ten buffers
	perDraw := []int{2, 2, 1, 1, 1, 1, 1, 1}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		x, y, frame := random.IntN(side), random.IntN(side), random.IntN(3)
		n := random.IntN(len(perDraw))
		a := replay.Color + replay.Attachment(random.IntN(perDraw[n]))
		h, err := i.History(t.Context(), draws[frame*len(perDraw)+n], a, x, y)
		if err != nil {
			t.Fatal(err)
		}
		if h.Frame != frame || len(h.Events) != 3 || h.Events[0].Function != "glClear" {
			t.Fatalf("%+v", h)
		}
		for e, event := range h.Events[1:] {
			draw := n/2*2 + e
			at := frame * buffers
			for d := range draw {
				at += perDraw[d]
			}
			pixels := want[at+int(a-replay.Color)]
			for c, v := range event.After.Values {
				if max := event.After.Max[c]; math.Round(v/max*255) != float64(pixels[4*(y*side+x)+c]) {
					t.Errorf("frame %d, draw %d, %s, pixel %d, %d: %+v, want %v", frame, draw, h.Attachment, x, y, event, pixels[4*(y*side+x):][:4])
				}
			}
			if event.Call != draws[frame*len(perDraw)+draw] || !event.Before.Equal(h.Events[e].After) {
				t.Errorf("%+v", event)
			}
			isMultisampled := n/2 == 1
			if (event.Passed < 0) != isMultisampled {
				t.Errorf("%+v", event)
			}
		}
	}
}

// TestInspectReasons has one draw for each reason.
func TestInspectReasons(t *testing.T) {
	i := inspectProgram(t, "replay/reasons.c")
	draws := i.drawsOf()
	h, err := i.History(t.Context(), draws[3], replay.Color, 8, 8)
	if err != nil {
		t.Fatal(err)
	}
	want := []inspect.Reason{"", "", inspect.NotCovered, inspect.Culled, inspect.Scissor, inspect.Discarded, inspect.Stencil, inspect.Depth, inspect.Mask, inspect.Rasterizer,
		inspect.Equal, inspect.Scissor, ""}
	passed := []int{-1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, -1, 2}
	for n, e := range h.Events {
		if n < len(want) && (e.Reason != want[n] || e.Passed != passed[n]) {
			t.Errorf("event %d: %+v, want %q and %d", n, e, want[n], passed[n])
		}
	}
	if len(h.Events) != len(want) {
		t.Fatalf("%d events", len(h.Events))
	}
	if e := h.Events[12]; !slices.Equal(e.Before.Values, []float64{51, 102, 153, 255}) || !slices.Equal(e.After.Values, []float64{0, 0, 255, 255}) {
		t.Errorf("%+v", e)
	}
	depth, err := i.History(t.Context(), draws[3], replay.Depth, 8, 8)
	if err != nil || len(depth.Events) != 12 || depth.Events[1].Reason != inspect.Mask || len(depth.Events[0].After.Values) != 1 {
		t.Errorf("%+v, %v", depth, err)
	}
	if _, err := i.History(t.Context(), draws[3], replay.Color, 16, 0); !errors.As(err, new(*inspect.Unavailable)) {
		t.Errorf("%v", err)
	}
}

// TestInspectVertices compares the outputs of a vertex shader with what it computes.
func TestInspectVertices(t *testing.T) {
	i := inspectProgram(t, "replay/reasons.c")
	draws := i.drawsOf()
	v, err := i.Vertices(t.Context(), draws[len(draws)-1])
	if err != nil {
		t.Fatal(err)
	}
	if v.Vertices != 3 || v.Instances != 2 || len(v.Outputs) != 4 || len(v.LeftOut) != 0 {
		t.Fatalf("%+v", v)
	}
	types := map[string]string{"gl_Position": "vec4", "number": "uint", "at": "vec2", "both": "mat2[2]"}
	for n, o := range v.Outputs {
		if len(o.Values) != 6 || types[o.Name] != o.Type || n == 0 && o.Name != "gl_Position" {
			t.Fatalf("%+v", o)
		}
		for vertex, got := range o.Values {
			id := vertex % 3
			x, y := float64(id&1)*2, float64(id>>1)*2
			want := map[string][]float64{"gl_Position": {2*x - 1, 2*y - 1, 0, 1}, "number": {float64(id)}, "at": {x, y}, "both": {x, y, x, y, 0, 0, 0, 0}}[o.Name]
			if !slices.Equal(got, want) {
				t.Errorf("%s of vertex %d is %v, want %v", o.Name, vertex, got, want)
			}
		}
	}
	if image, err := i.Attachment(t.Context(), draws[len(draws)-1], replay.Color); err != nil || image == nil {
		t.Fatal(err)
	} else if p, err := image.Pixel(8, 8); err != nil || !slices.Equal(p.Values, []float64{0, 0, 255, 255}) {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestInspectEdit replays a frame with another source, and with one that the compiler rejects.
func TestInspectEdit(t *testing.T) {
	i := inspectProgram(t, "replay/reads.c")
	draws := i.drawsOf()
	call := draws[len(draws)-1]
	program := i.programAt(call)
	edited, err := i.Edit(t.Context(), call, inspect.Shader{Program: program, Stage: replay.FragmentShader}, "#version 300 es\nprecision mediump float;\nout vec4 c;\nvoid main() { c = vec4(0, 1, 0, 1); }\n")
	if err != nil || edited.Failed || edited.Image == nil || edited.Before <= 0 || edited.After <= 0 {
		t.Fatalf("%+v, %v", edited, err)
	}
	if p, err := edited.Image.Pixel(1, 1); err != nil || !slices.Equal(p.Values, []float64{0, 255, 0, 255}) {
		t.Errorf("%+v, %v", p, err)
	}
	edited, err = i.Edit(t.Context(), call, inspect.Shader{Program: program, Stage: replay.FragmentShader}, "#version 300 es\nprecision mediump float;\nout vec4 c;\nvoid main() { c = wrong; }\n")
	if err != nil || !edited.Failed || len(edited.Lines) == 0 || edited.Lines[0].Line != 4 {
		t.Errorf("%+v, %v", edited, err)
	}
}

// programAt returns the program that is current at a call.
func (i *inspected) programAt(call int) (program uint32) {
	i.Helper()
	for c, err := range i.file.Calls(0, call) {
		if err != nil {
			i.Fatal(err)
		}
		if c.Function.Name == "glUseProgram" && !c.Synthetic() {
			program = uint32(c.Args[0].Bits)
		}
	}
	return program
}

// TestInspectOverdrawAndTimes counts the fragments of a pass, and measures its draws.
func TestInspectOverdrawAndTimes(t *testing.T) {
	i := inspectProgram(t, "replay/reasons.c")
	draws := i.drawsOf()
	image, err := i.Overdraw(t.Context(), draws[len(draws)-1])
	if err != nil {
		t.Fatal(err)
	}
	if p, err := image.Pixel(8, 8); err != nil || !slices.Equal(p.Values, []float64{5}) { // two of one draw, one of three others
		t.Errorf("%+v, %v", p, err)
	}
	rows, err := i.Times(t.Context(), 0)
	if err != nil || len(rows) != len(draws) {
		t.Fatalf("%+v, %v", rows, err)
	}
	for n, row := range rows {
		if row.Call != draws[n] || row.Draw != n || row.GPU.Median <= 0 {
			t.Errorf("%+v", row)
		}
	}
}

// TestInspectTexture compares a texture with the attachment that draws to it. Questions whose context is done, and those after Close,
// fail.
func TestInspectTexture(t *testing.T) {
	const texture, framebuffer = 1, 3 // of the program
	i := inspectProgram(t, "replay/reads.c")
	for n, draw := range i.drawsOf() {
		if n/2%4 != framebuffer-1 {
			continue
		}
		want, err := i.Attachment(t.Context(), draw, replay.Color)
		if err != nil {
			t.Fatal(err)
		}
		got, err := i.Texture(t.Context(), draw, 1, texture, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if text := differ(got.Picture, rgbaOf(want.Picture)); text != "" {
			t.Errorf("call %d: %s", draw, text)
		}
		if absent, err := i.Texture(t.Context(), draw, 1, texture, 9, 0); absent != nil || err != nil {
			t.Errorf("%+v, %v", absent, err)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := i.Attachment(done, i.drawsOf()[0], replay.Color); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := i.Attachment(t.Context(), i.drawsOf()[0], replay.Color); err == nil {
		t.Error("a closed inspector answers")
	}
}
