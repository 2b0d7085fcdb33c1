package view

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

func TestSearch(t *testing.T) {
	s := serve(t, small(), Options{})
	for _, c := range []struct {
		query string
		want  int // -1 for none
	}{
		{"q=gldraw&from=0", 4}, {"q=gldraw&from=4", 4}, {"q=gldraw&from=5", 14}, {"q=gldraw&from=15", -1},
		{"q=glDRAW&from=16&dir=-1", 14}, {"q=gldraw&from=13&dir=-1", 4}, {"q=gldraw&from=3&dir=-1", -1},
		{"q=gl_invalid&from=0", 7}, {"q=cap%3DGL_BLEND&from=0", 1}, {"q=egl_true&from=11", 15}, {"q=outer&from=0", 2},
		{"q=0.5&from=0", 12}, {"q=%3Cscript&from=0", 3}, {"q=nowhere&from=0", -1},
	} {
		got := getJSON[found](t, s, "/api/search?"+c.query)
		if got.Found != (c.want >= 0) || got.Found && got.I != c.want || got.Partial {
			t.Errorf("%s: %+v, want %d", c.query, got, c.want)
		}
	}
}

// TestSearchLetters: case is ignored also for non-ASCII letters, in blocks with and without trigrams.
func TestSearchLetters(t *testing.T) {
	s := serve(t, recorded(func(t *tracetest.Thread) {
		t.Call("glObjectLabel", 0x82E0, 7, -1, tracetest.String("Тень Été"))
		for range index.Size {
			t.Call("glFlush")
		}
	}), Options{pace: paced(func(p *pace) { p.paint = time.Hour })}) // computed by the test below
	for range 2 {
		for _, text := range []string{"Тень", "тень", "ТЕНЬ", "Été", "été"} {
			if got := getJSON[found](t, s, "/api/search?from=0&q="+url.QueryEscape(text)); !got.Found || got.I != 0 {
				t.Errorf("%s: %+v", text, got)
			}
		}
		if err := s.gather(); err != nil || s.trigrams.Next() != 1 {
			t.Fatal(err)
		}
	}
}

// TestLongSearch: a search that exceeds the time limit is continued from where the answer says.
func TestLongSearch(t *testing.T) {
	const calls = 40_000
	s := serve(t, recorded(func(t *tracetest.Thread) {
		for i := range calls {
			t.Call("glUniform1f", 0, i%calls)
		}
	}), Options{pace: paced(func(p *pace) { p.search = 0 })})
	for _, c := range []struct{ from, dir, want int }{{0, 1, 31234}, {calls - 1, -1, 31234}, {31235, 1, -1}, {31233, -1, -1}} {
		answer, steps := found{At: c.from, Partial: true}, 0
		for ; answer.Partial && !answer.Found; steps++ {
			answer = getJSON[found](t, s, fmt.Sprintf("/api/search?q=31234&from=%d&dir=%d", answer.At, c.dir))
		}
		if answer.Found != (c.want >= 0) || answer.Found && answer.I != c.want || c.want >= 0 && steps < 2 {
			t.Errorf("%+v: %+v after %d requests", c, answer, steps)
		}
	}
}

// TestSearchSkips: blocks without the trigrams of a text are not read, and the results are the same.
func TestSearchSkips(t *testing.T) {
	const calls = 40_000
	s := serve(t, recorded(func(t *tracetest.Thread) {
		for i := range calls {
			switch i {
			case 31234:
				t.Call("glObjectLabel", 0x82E0, 7, -1, tracetest.Bytes([]byte("Needle")))
			case 35000:
				t.Call("glFinish")
			default:
				t.Call("glUniform1f", 0, i%1000)
			}
		}
	}), Options{pace: paced(func(p *pace) { p.paint, p.search = time.Hour, time.Hour })}) // trigrams are computed by the test; searches have no time limit
	searchAll := func() (all []found) {
		for _, q := range []string{"q=needle&from=0", "q=needle&from=39999&dir=-1", "q=needle&from=31235", "q=name%3D7&from=0", "q=glfinish&from=0", "q=nowhere&from=0", "q=location%3D0&from=31234", "q=7.&from=0"} {
			all = append(all, getJSON[found](t, s, "/api/search?"+q))
		}
		return all
	}
	before := searchAll()
	if err := s.gather(); err != nil || s.trigrams.Next() != calls/index.Size {
		t.Fatalf("%d sets: %v", s.trigrams.Next(), err)
	}
	if after := searchAll(); !reflect.DeepEqual(before, after) || !after[0].Found || after[0].I != 31234 || after[4].I != 35000 || after[5].Found {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	look, err := s.test(t.Context(), filter{either: "needle"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range calls / index.Size {
		found, err := look.in(t.Context(), n)
		if err != nil || s.trigrams.MayContain(n, "needle") != (n == 31234/index.Size) || len(found) > 0 != (n == 31234/index.Size) {
			t.Errorf("block %d: %v, %v", n, found, err)
		}
	}
}

// addView creates a filtered list and waits until it is complete.
func addView(t *testing.T, s *Server, filter string) viewAnswer {
	t.Helper()
	w := serveRequest(s, "POST", "/api/views", filter)
	var v viewAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d, %s", filter, w.Code, w.Body)
	}
	for deadline := time.Now().Add(time.Minute); v.Partial; {
		if time.Now().After(deadline) {
			t.Fatalf("%s: the list never completes", filter)
		}
		state := getJSON[viewState](t, s, fmt.Sprintf("/api/views/%d", v.View))
		v.Total, v.Partial = state.Total, !state.Done
	}
	return v
}

// inView returns the calls of a filtered list.
func inView(t *testing.T, s *Server, filter string) string {
	t.Helper()
	v := addView(t, s, filter)
	page := getJSON[callsAnswer](t, s, fmt.Sprintf("/api/calls?view=%d", v.View))
	if page.Total != v.Total || len(page.Calls) != v.Total {
		t.Errorf("%s: %d, %d and %d calls", filter, v.Total, page.Total, len(page.Calls))
	}
	var calls []int
	for _, c := range page.Calls {
		calls = append(calls, c.I)
	}
	return strings.Trim(fmt.Sprint(calls), "[]")
}

func TestViews(t *testing.T) {
	s := serve(t, small(), Options{})
	for filter, want := range map[string]string{
		`{}`:                           "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
		`{"function": "swap ENABLE"}`:  "1 6 10 15",
		`{"argument": "gl_triangles"}`: "4 14",
		`{"argument": "EGL_TRUE"}`:     "10 15",
		`{"function": "draw", "argument": "count=6"}`: "14",
		`{"frame": 1}`:                       "12 13 14 15",
		`{"group": 2}`:                       "2 3 4 5 6 7 8",
		`{"group": 3}`:                       "3 4 5",
		`{"thread": 2}`:                      "11",
		`{"context": 0}`:                     "0 11",
		`{"errors": true}`:                   "6",
		`{"draws": true}`:                    "4 14",
		`{"draws": true, "frame": 0}`:        "4",
		`{"draws": true, "function": "egl"}`: "",
		`{"argument": "no such text"}`:       "",
	} {
		if got := inView(t, s, filter); got != want {
			t.Errorf("%s: %s, want %s", filter, got, want)
		}
	}
}

func TestPagesOfAView(t *testing.T) {
	s := serve(t, tracetest.Sample(100), Options{})
	v := addView(t, s, `{"function": "eglSwapBuffers"}`)
	page := getJSON[callsAnswer](t, s, fmt.Sprintf("/api/calls?view=%d&from=95&count=10", v.View))
	if v.Total != 100 || page.Total != 100 || len(page.Calls) != 5 || page.Calls[0].Frame != 95 {
		t.Errorf("%+v, %+v", v, page)
	}
	first := getJSON[found](t, s, fmt.Sprintf("/api/search?q=swapbuffers&from=%d&view=%d", page.Calls[1].I-3, v.View))
	if !first.Found || first.I != page.Calls[1].I {
		t.Errorf("%+v", first)
	}
	if got := getJSON[found](t, s, fmt.Sprintf("/api/search?q=glClear&from=0&view=%d", v.View)); got.Found {
		t.Errorf("%+v is not in the view", got)
	}
}

func TestViewsAreRefused(t *testing.T) {
	s := serve(t, small(), Options{})
	for body, want := range map[string]int{
		`{"frame": 2}`: 404, `{"frame": -1}`: 404, `{"group": 99}`: 404, `{"path": "/etc"}`: 400, `{"thread": -1}`: 400, `no JSON`: 400, ``: 400,
		`{"function": "` + strings.Repeat("x", 257) + `"}`:         400,
		`{"function": "` + strings.Repeat("x", longestBody) + `"}`: 400,
	} {
		if w := serveRequest(s, "POST", "/api/views", body); w.Code != want {
			t.Errorf("%.40s: %d, want %d", body, w.Code, want)
		}
	}
}

// TestViewsAreBounded: the least recently used list is removed.
func TestViewsAreBounded(t *testing.T) {
	s := serve(t, small(), Options{})
	first := addView(t, s, `{}`)
	second := addView(t, s, `{}`)
	for range mostViews - 1 {
		getJSON[viewState](t, s, fmt.Sprintf("/api/views/%d", first.View))
		addView(t, s, `{}`)
	}
	getJSON[viewState](t, s, fmt.Sprintf("/api/views/%d", first.View))
	refused(t, s, fmt.Sprintf("/api/views/%d", second.View), 404, "expired")
	if n := len(s.views.each()); n != mostViews {
		t.Errorf("%d views", n)
	}
}
