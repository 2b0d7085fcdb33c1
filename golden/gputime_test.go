package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// gpuStage has the layer and the program with the simulated GPU.
type gpuStage struct{ lib, app string }

// gpuHook gives the program what the layer knows.
const gpuHook = `#define _GNU_SOURCE
#include "zz_generated_hooks.h"

#include <dlfcn.h>

EGLBoolean hook_eglSwapBuffers(next_eglSwapBuffers next, EGLDisplay dpy, EGLSurface surface) {
    EGLBoolean result = next(dpy, surface);
    void (*saw)(unsigned long long ns);
    *(void **)&saw = dlsym(RTLD_DEFAULT, "saw_frame");
    if (saw) saw(gputime_frame_ns());
    return result;
}
`

func newGPUStage(t *testing.T) gpuStage {
	t.Helper()
	q := inC(request("passive", "c", []string{"eglSwapBuffers"}))
	q.Config.Sets = []string{"gputime", "contexts"}
	dir := kase{name: "gputime", request: q}.write(t)
	write(t, filepath.Join(dir, "src", "hooks.c"), gpuHook)
	command(t, dir, "make", "layer", "CFLAGS=-O2 -g -Wshadow -Werror")
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-rdynamic", "-pthread", "-o", app, "testdata/gputime/app.c", "-ldl")
	return gpuStage{filepath.Join(dir, "build", "host", "libgleslayer.so"), app}
}

// run returns what the layer logs.
func (s gpuStage) run(t *testing.T, scenario, queries string, seed int, env ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), s.app, s.lib, scenario, strconv.Itoa(seed), queries)
	cmd.Env = append(append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir()), env...)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), " frames\n") {
		t.Fatalf("%s, %s, seed %d: %v\n%s", scenario, queries, seed, err, out)
	}
	return string(out)
}

const gpuOn = "GLESLAYER_GPUTIME_ON=1"

// TestGPUTime compares the times of the module with those of a simulated GPU, whose driver lies: it is late, reports that its
// clock changed, invents results, or loses the context.
func TestGPUTime(t *testing.T) {
	s := newGPUStage(t)
	t.Run("off", func(t *testing.T) {
		if out := s.run(t, "exact", "stamps", 0); strings.Contains(out, "gputime") {
			t.Errorf("the module is on:\n%s", out)
		}
	})
	for _, queries := range []string{"stamps", "short", "elapsed", "none"} {
		t.Run(queries, func(t *testing.T) {
			s.testExact(t, queries)
			s.testRandom(t, queries)
			s.testLate(t, queries)
			s.testThreads(t, queries)
			s.run(t, "switched", queries, 0)
			s.run(t, "many", queries, 0, gpuOn)
			s.run(t, "lost", queries, 0, gpuOn)
		})
	}
	t.Run("many", s.testMany)
	t.Run("lost", s.testLost)
	t.Run("traced", s.testTraced)
}

// hasLines checks that the log has each of these lines, after the name of the module.
func hasLines(t *testing.T, out string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(out, "gputime: context 1: "+line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
}

func (s gpuStage) testExact(t *testing.T, queries string) {
	t.Helper()
	out := s.run(t, "exact", queries, 0, gpuOn)
	if queries == "none" {
		hasLines(t, out, "fence times, which are upper bounds, because the driver has no timer queries for it",
			"63 frames in 1.01 s: fence time at most: mean 16.000 ms, longest 16.000 ms")
		return
	}
	hasLines(t, out, "63 frames in 1.01 s: mean 2.631 ms, longest 3.000 ms; 2.0 passes in a frame", `framebuffer 7: mean 2.000 ms, longest 2.000 ms, in 63 of 63 frames`,
		`group "scene": mean 2.250 ms, longest 2.250 ms, in 63 of 63 frames`, `group "scene/trees": mean 1.000 ms, longest 1.000 ms, in 63 of 63 frames`,
		`framebuffer 0: mean 0.631 ms, longest 1.000 ms, in 63 of 63 frames`)
}

var gpuReport = regexp.MustCompile(`context 1: (\d+) frames in [\d.]+ s:?(?:.*without a time: (\d+) disjoint, (\d+) impossible, (\d+) late)?`)

// testRandom: the program checks each time; each frame has one, or is counted.
func (s gpuStage) testRandom(t *testing.T, queries string) {
	t.Helper()
	for seed := range 20 {
		out, sum := s.run(t, "random", queries, seed, gpuOn), [4]int{}
		for _, m := range gpuReport.FindAllStringSubmatch(out, -1) {
			for i := range sum {
				n, _ := strconv.Atoi(m[i+1])
				sum[i] += n
			}
		}
		if all := sum[0] + sum[1] + sum[2] + sum[3]; all < 300 && queries != "elapsed" || sum[0] < 100 || queries == "stamps" && (sum[1] == 0 || sum[2] == 0) {
			t.Errorf("%s, seed %d: %v\n%s", queries, seed, sum, out)
		}
	}
}

func (s gpuStage) testLate(t *testing.T, queries string) {
	t.Helper()
	hasLines(t, s.run(t, "late", queries, 0, gpuOn), "0 frames in 1.01 s; without a time: 0 disjoint, 0 impossible, 56 late",
		"0 frames in 1.01 s; without a time: 0 disjoint, 0 impossible, 63 late")
}

func (s gpuStage) testThreads(t *testing.T, queries string) {
	t.Helper()
	out := s.run(t, "threads", queries, 0, gpuOn)
	if queries == "none" {
		return
	}
	// The time of a pass includes what the GPU does for another context meanwhile.
	for _, line := range []string{"context 1: 32 frames in 1.02 s: mean 0.030 ms", "context 1: framebuffer 3: mean 0.024 ms", "context 2: 32 frames in 1.02 s: mean 0.005 ms"} {
		if !strings.Contains(out, line) {
			t.Errorf("%s: no line %q in\n%s", queries, line, out)
		}
	}
}

// testMany: the passes beyond the queries of a frame are merged, and their sum is right.
func (s gpuStage) testMany(t *testing.T) {
	out := s.run(t, "many", "stamps", 0, gpuOn)
	hasLines(t, out, "63 frames in 1.01 s: mean 0.436 ms, longest 0.436 ms; 30.0 passes in a frame", `merged passes: mean 0.344 ms, longest 0.344 ms, in 63 of 63 frames`,
		`group "all": mean 0.092 ms, longest 0.092 ms, in 63 of 63 frames`, "framebuffer 5: mean 0.005 ms, longest 0.005 ms, in 63 of 63 frames")
}

// testLost: a lost context has no times.
func (s gpuStage) testLost(t *testing.T) {
	hasLines(t, s.run(t, "lost", "stamps", 0, gpuOn), "19 frames in 1.01 s: mean 0.002 ms, longest 0.002 ms; 1.5 passes in a frame; without a time: 0 disjoint, 44 impossible, 0 late",
		"0 frames in 1.01 s; without a time: 0 disjoint, 63 impossible, 0 late")
}

// testTraced: while the system traces, the times of each frame are counters.
func (s gpuStage) testTraced(t *testing.T) {
	out := s.run(t, "traced", "stamps", 0, gpuOn)
	want := "GPU ns, context 1: 3000000\nGPU ns, context 1, framebuffer 7: 2000000\nGPU ns, context 1, group scene: 2250000\n" +
		"GPU ns, context 1, group scene/trees: 1000000\nGPU ns, context 1, framebuffer 0: 1000000\n"
	if !strings.Contains(out, want) {
		t.Errorf("no\n%s\nin\n%s", want, out)
	}
}

// The module runs before each draw and dispatch, and not before functions that set which buffers are drawn.
func TestGPUTimeOfDraws(t *testing.T) {
	m, _ := modules.Find("gputime")
	works := 0
	for _, c := range registry.Builtin().Commands {
		around := m.Around(c.Name, false, true)
		work := len(around) == 1 && around[0].Before == "gpu_work"
		if work {
			works++
		}
		if file.IsGPUWork(c.Name) && !work || work && strings.HasPrefix(c.Name, "glDrawBuffers") {
			t.Errorf("%s: %v", c.Name, around)
		}
	}
	if works < 60 {
		t.Errorf("only %d functions", works)
	}
}
