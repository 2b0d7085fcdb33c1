package view

import (
	"fmt"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestHits: matches are counted, those before a call also, of names and arguments apart, and of a list.
func TestHits(t *testing.T) {
	s := serve(t, small(), Options{})
	list := addView(t, s, `{"frame": 1}`)
	for query, want := range map[string]hits{
		"q=gldraw&i=5":                                  {Total: 2, Before: 1},
		"q=gl_&in=names&i=5":                            {},
		"q=gldraw&in=arguments&i=5":                     {},
		"q=triangles&in=arguments&i=14":                 {Total: 2, Before: 1},
		"q=nowhere&i=3":                                 {},
		fmt.Sprintf("q=gldraw&i=14&view=%d", list.View): {Total: 1},
	} {
		got := getJSON[hits](t, s, "/api/hits?from=0&"+query)
		if got.At = 0; got != want {
			t.Errorf("%s: %+v, want %+v", query, got, want)
		}
	}
}

// TestSearchInParts: a search can skip calls of which only the arguments, or the name, has the text.
func TestSearchInParts(t *testing.T) {
	s := serve(t, recorded(func(t *tracetest.Thread) {
		t.Call("glObjectLabel", 0x82E0, 7, -1, tracetest.String("glFlush"))
		t.Call("glFlush")
	}), Options{})
	for in, want := range map[string]int{"": 0, "names": 1, "arguments": 0} {
		if got := getJSON[found](t, s, "/api/search?q=glflush&from=0&in="+in); !got.Found || got.I != want {
			t.Errorf("%q: %+v, want call %d", in, got, want)
		}
	}
}

// TestLongHits: a count that exceeds the time limit is continued from where the answer says.
func TestLongHits(t *testing.T) {
	const calls = 40_000
	s := serve(t, recorded(func(t *tracetest.Thread) {
		for i := range calls {
			t.Call("glUniform1f", 0, i%2)
		}
	}), Options{pace: paced(func(p *pace) { p.search = 0 })})
	total, before, steps := 0, 0, 0
	for answer := (hits{Partial: true}); answer.Partial; steps++ {
		answer = getJSON[hits](t, s, fmt.Sprintf("/api/hits?q=v0%%3D1&i=20000&from=%d", answer.At))
		total, before = total+answer.Total, before+answer.Before
	}
	if total != calls/2 || before != calls/4 || steps < 2 {
		t.Errorf("%d matches, %d before the call, in %d requests", total, before, steps)
	}
}
