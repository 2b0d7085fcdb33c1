package inspect

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// TestTurn checks that the newest caller is next, and that one that gave up is skipped.
func TestTurn(t *testing.T) {
	var turn turn
	if err := turn.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting := func() int {
		turn.mu.Lock()
		defer turn.mu.Unlock()
		return len(turn.waiting)
	}
	order := make(chan int, 3)
	gone, leave := context.WithCancel(t.Context())
	for n := range 3 {
		ctx := t.Context()
		if n == 2 {
			ctx = gone
		}
		go func() {
			if err := turn.take(ctx); err == nil {
				order <- n
				turn.end()
			} else {
				order <- -1
			}
		}()
		for waiting() <= n {
			time.Sleep(time.Millisecond)
		}
	}
	leave()
	if got := <-order; got != -1 {
		t.Fatalf("caller %d had its turn", got)
	}
	turn.end()
	if a, b := <-order, <-order; a != 1 || b != 0 {
		t.Errorf("order %d, %d", a, b)
	}
	if err := turn.take(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestReasons checks the order of the reasons.
func TestReasons(t *testing.T) {
	counted := func(excludes replay.Excludes, counts map[int]int, plain bool) *event {
		e := &event{kind: "draw", excludes: excludes}
		for i := range e.counts {
			e.counts[i] = unknownCount
		}
		for what, n := range counts {
			e.counts[what] = n
		}
		if plain {
			e.copied = &replay.Copy{}
		}
		return e
	}
	none := map[int]int{passed: 0, covering: 1, facing: 1, inShader: 1, stenciled: 1}
	with := func(what, n int) map[int]int {
		out := map[int]int{}
		for k, v := range none {
			out[k] = v
		}
		out[what] = n
		return out
	}
	for _, one := range []struct {
		event *event
		a     replay.Attachment
		want  Reason
	}{
		{counted(0, with(covering, 0), false), replay.Color, NotCovered},
		{counted(0, with(facing, 0), false), replay.Color, Culled},
		{counted(replay.OutsideScissor, with(inShader, 0), false), replay.Color, Scissor},
		{counted(0, with(inShader, 0), false), replay.Color, Discarded},
		{counted(0, with(stenciled, 0), false), replay.Color, Stencil},
		{counted(0, none, false), replay.Color, Depth},
		{counted(0, map[int]int{passed: 0, covering: 0, coveringPlain: 1, facingPlain: 1, inShader: 0}, true), replay.Color, Discarded},
		{counted(0, map[int]int{passed: 0, covering: 0, coveringPlain: 0}, true), replay.Color, NotCovered},
		{counted(replay.RasterizerDiscard, none, false), replay.Color, Rasterizer},
		{counted(replay.Masked, map[int]int{passed: 2}, false), replay.Color, Mask},
		{counted(0, map[int]int{passed: 2}, false), replay.Depth, Mask},
		{counted(replay.DepthTested, map[int]int{passed: 2}, false), replay.Depth, Equal},
		{counted(0, map[int]int{passed: 2}, false), replay.Color, Equal},
		{counted(0, nil, false), replay.Color, Unknown},
		{&event{kind: "blit", misses: true}, replay.Color, NotCovered},
		{&event{kind: "clear", excludes: replay.OutsideScissor}, replay.Color, Scissor},
		{&event{kind: "blit", excludes: replay.Masked}, replay.Color, Equal},
	} {
		if got := one.event.reason(one.a); got != one.want {
			t.Errorf("%+v: %q, want %q", one.event, got, one.want)
		}
	}
}

// TestShaders checks which fragment shaders discard fragments, and those that replace them.
func TestShaders(t *testing.T) {
	const vertex, fragment = replay.VertexShader, replay.FragmentShader
	for source, want := range map[string]bool{
		"void main() { if (x) discard; }": true, "// discard\nvoid main() {} /* discard\n */": false, "int discarded;": false, "gl_SampleMask[0] = 0;": true,
	} {
		if got := (shaders{fragment: source}).discards(); got != want {
			t.Errorf("%q: %v", source, got)
		}
	}
	for source, want := range map[string]string{
		"/* a */ \n#version 310 es\nvoid main() {}": "#version 310 es\nprecision", "void main() {}": "\nvoid main() { gl_FragColor",
		"#version 100\nvoid main() {}": "#version 100\nvoid main() { gl_FragColor",
	} {
		s := shaders{vertex: source, fragment: "discard;"}
		if got := s.plain(); !strings.HasPrefix(got[fragment], want) || got[vertex] != source || s[fragment] != "discard;" {
			t.Errorf("%q: %v", source, got)
		}
	}
}

// TestMessages parses the logs of several compilers.
func TestMessages(t *testing.T) {
	for log, want := range map[string]Message{
		"0:12(5): error: `x' undeclared":                  {12, "error: `x' undeclared"},
		"ERROR: 0:3: 'wrong' : undeclared identifier":     {3, "'wrong' : undeclared identifier"},
		"0(7) : error C1503: undefined variable \"x\"":    {7, "error C1503: undefined variable \"x\""},
		"0:4: L0001: Typename expected, found 'precisio'": {4, "L0001: Typename expected, found 'precisio'"},
	} {
		if got := messagesOf("first line\n" + log + "\n"); !slices.Equal(got, []Message{want}) {
			t.Errorf("%q: %+v", log, got)
		}
	}
}

// TestCaptures selects outputs, and reads their values.
func TestCaptures(t *testing.T) {
	c := capturesOf(12, []replay.Output{{Name: "n", Type: 0x1404, Size: 1}, {Name: position, Type: vec4, Size: 1}, {Name: "large", Type: 0x8B5C, Size: 1}, {Name: "two[0]", Type: 0x8B50, Size: 2}, {Name: "odd", Type: 1, Size: 1}})
	if !slices.Equal(c.names(), []string{position, "n", "two"}) || !slices.Equal(c.leftOut, []string{"large", "odd"}) || c.size != 9 {
		t.Fatalf("%+v", c)
	}
	data := binary.LittleEndian.AppendUint32(nil, 2)
	for v := range 2 {
		for i := range c.size {
			bits := math.Float32bits(float32(10*v + i))
			if i == 4 {
				bits = ^uint32(v)
			}
			data = binary.LittleEndian.AppendUint32(data, bits)
		}
	}
	got, err := c.values(data)
	if err != nil || got.Vertices != 2 || !slices.Equal(got.Outputs[0].Values[1], []float64{10, 11, 12, 13}) || !slices.Equal(got.Outputs[1].Values[1], []float64{-2}) ||
		!slices.Equal(got.Outputs[2].Values[0], []float64{5, 6, 7, 8}) || got.Outputs[2].Type != "vec2[2]" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.values(data[:len(data)-1]); err == nil {
		t.Error("truncated values have no error")
	}
	if _, err := c.values(nil); err == nil {
		t.Error("missing values have no error")
	}
}
