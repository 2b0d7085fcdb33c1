package loader

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// a and b are two layers, in the order of initialization, of a program that calls two functions.
func twoLayers() ProcessStats {
	return ProcessStats{PID: 1, State: StateAttached, Touched: true, Names: []string{"glClear", "glFlush", "eglClientWaitSync", ""},
		Calls: []uint64{10, 3, 0, 0}, Problems: []string{"layer a called eglGetDisplay"},
		Layers: []LayerStats{
			{"/b.so", 1104, 0, []bool{true, false, false, false}},
			{"/a.so", 1104, 2, []bool{true, false, true, false}},
		}}
}

func TestSummary(t *testing.T) {
	two := twoLayers()
	two.PID, two.Calls, two.Dropped = 2, []uint64{1, 20, 0, 0}, 3
	two.Running = []LayerCall{{"/c.so", phaseInitialize}}
	sum := Summarize([]ProcessStats{twoLayers(), two}, &Setup{List: "a.so:b.so"})
	if sum.State != "attached" || sum.Processes != 2 || sum.Listed != 2 || sum.Lack() != "" {
		t.Errorf("%+v", sum)
	}
	if l := sum.Layers; len(l) != 2 || l[0].Path != "/a.so" || l[0].Walked != 1104 || l[0].Lookups != 4 ||
		!slices.Equal(l[0].Hooked, []string{"glClear", "eglClientWaitSync"}) || !slices.Equal(l[1].Hooked, []string{"glClear"}) {
		t.Errorf("%+v", l)
	}
	if f := sum.Functions; len(f) != 3 || f[0].Name != "glFlush" || f[0].Calls != 23 || f[1].Calls != 11 ||
		!slices.Equal(f[1].HookedBy, []string{"/a.so", "/b.so"}) || f[2].Calls != 0 {
		t.Errorf("%+v", f)
	}
	if !slices.Equal(sum.Unhooked, []string{"glFlush"}) || len(sum.Problems) != 3 {
		t.Errorf("%q, %q", sum.Unhooked, sum.Problems)
	}
	want := []string{
		"/a.so: 2 hooked, 1 of them called: glClear 11",
		"/b.so: 1 hooked, 1 of them called: glClear 11",
		"functions called without a hook: 1, most often glFlush 23",
		"hooked but never called: eglClientWaitSync: Android calls eglClientWaitSyncKHR instead (gleslayergen explain trap-clientwaitsync)",
		"problem: process 2 ended inside layer /c.so, in AndroidGLESLayer_Initialize",
		"problem: layer a called eglGetDisplay",
	}
	if got := sum.Lines(); len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// Missing values are an empty list, not null.
func TestEmptySummary(t *testing.T) {
	sum := Summarize(nil, &Setup{})
	data, err := json.Marshal(sum)
	if err != nil || strings.Contains(string(data), "null") || !strings.HasPrefix(string(data), `{"schema":1,`) || sum.Lack() != "" ||
		len(sum.Lines()) != 0 {
		t.Errorf("%s, %v", data, err)
	}
}

func TestLack(t *testing.T) {
	with := func(change func(*ProcessStats)) []ProcessStats {
		b := twoLayers()
		change(&b)
		return []ProcessStats{twoLayers(), b}
	}
	list := &Setup{Properties: map[string]string{"debug.gles.layers": "a.so:b.so"}}
	for words, processes := range map[string][]ProcessStats{
		"":                                  {twoLayers()},
		"never called EGL":                  {{State: StateNone}},
		"ran without layers":                with(func(b *ProcessStats) { b.State = StateAbandoned }),
		"listed: 2, loaded: 1":              with(func(b *ProcessStats) { b.Layers = b.Layers[:1] }),
		"libEGL or libGLESv2 of the driver": with(func(b *ProcessStats) { b.State = StateNoDriver }),
		"no layer was loaded":               {{State: StateNone, Touched: true}},
		"did not load libEGL":               nil,
	} {
		lack := Summarize(processes, list).Lack()
		if (lack == "") != (words == "") || !strings.Contains(lack, words) {
			t.Errorf("%q: %q", words, lack)
		}
	}
}

// The summary of a layer that hooks everything is short.
func TestShortSummary(t *testing.T) {
	all := rules.Newest().Offered()
	b := ProcessStats{State: StateAttached, Touched: true, Names: all, Calls: make([]uint64, len(all)),
		Layers: []LayerStats{{Path: "/all.so", Hooked: make([]bool, len(all))}}}
	for i := range all {
		b.Layers[0].Hooked[i] = true
	}
	for range 9 {
		b.Problems = append(b.Problems, strings.Repeat("x\n", len(b.Problems)+1))
	}
	lines := Summarize([]ProcessStats{b}, &Setup{List: "all.so"}).Lines()
	if len(lines) > 10 {
		t.Errorf("%d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	for _, line := range lines {
		if len(line) > 300 || strings.Contains(line, "\n") {
			t.Error(line)
		}
	}
}

// A layer that is listed twice is one library.
func TestListedTwice(t *testing.T) {
	for list, want := range map[string]int{"a.so:b.so": 0, "a.so:b.so:a.so": 1, "a.so:a.so:a.so": 1} {
		lines := strings.Join(Summarize([]ProcessStats{twoLayers()}, &Setup{List: list}).Lines(), "\n")
		if got := strings.Count(lines, "a.so is in the list of layers more than once"); got != want {
			t.Errorf("%s: told %d times\n%s", list, got, lines)
		}
	}
}
