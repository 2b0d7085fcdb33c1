//go:build linux && heavy

package player_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// sanitizers are the settings of the sanitizers in the player: without leaks, and with a limit of memory.
var sanitizers = []string{"ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:hard_rss_limit_mb=2048", "UBSAN_OPTIONS=print_stacktrace=1"}

// outOfMemory is what AddressSanitizer prints at the limit of memory.
const outOfMemory = "hard rss limit exhausted"

func sanitizedPlayer(t *testing.T) string {
	t.Helper()
	path, err := player.Sanitized(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Hostile scripts cause no error that a sanitizer finds.
func TestHostileSanitized(t *testing.T) { hostile(t, sanitizedPlayer(t), 2, 300, sanitizers...) }

// recorded compiles a program, records its calls and returns the recording.
func recorded(t *testing.T, p hostileProgram) []byte {
	t.Helper()
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	host, err := loader.Prepare(t.Context(), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := host.NewRun(t.TempDir(), loader.Setup{List: layer})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	sources, err := filepath.Glob(p.sources)
	if err != nil || len(sources) == 0 {
		t.Fatalf("%s: no files, %v", p.sources, err)
	}
	dir := t.TempDir()
	path, name := filepath.Join(dir, "program"), filepath.Join(dir, "a.gltrace")
	compile := exec.CommandContext(t.Context(), "cc", append(sources, "-O1", "-pthread", "-o", path, "-lEGL", "-lGLESv2")...)
	if printed, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	cmd := run.Command(t.Context(), path, p.args...)
	cmd.Env = slices.Concat(os.Environ(), run.Env(), []string{"EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1",
		"GLTRACE_START=1", "GLTRACE_BLOCK=1", "GLTRACE_FILE=" + name, "GLTRACE_FOLDER=" + dir}, p.settings)
	if printed, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// hostileProgram is a program whose recording is changed.
type hostileProgram struct {
	sources        string // a pattern
	args, settings []string
	snapshots      bool // replays of later frames begin with a snapshot
}

// hostilePrograms are a program that makes most calls of OpenGL ES 3.2, one with threads and shared objects, and one whose recording has
// snapshots.
var hostilePrograms = []hostileProgram{
	{sources: "../../../test/trace/apitrace/testdata/es32/*.c"},
	{sources: "../../../examples/app/app.c"},
	{sources: "../../../test/trace/live/testdata/scene.c", args: []string{"6"}, settings: []string{"SCENE_CLEARS=1", "GLTRACE_SNAPSHOT_EVERY=2"}, snapshots: true},
}

// Changed recordings cause no error that a sanitizer finds: each is refused, or played within the limits of time and memory.
func TestHostileRecordings(t *testing.T) {
	const rounds, parts = 600, 100
	path := sanitizedPlayer(t)
	ids, err := (&replay.Player{Path: path}).Functions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seeds := make([]uint64, rounds)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	seeds = testutil.Shard(t, seeds, parts)
	for _, p := range hostilePrograms {
		h := &hostileReplay{T: t, path: path, ids: ids, outcomes: map[string]int{}}
		original := recorded(t, p)
		h.play(original, 0)
		h.play(original, 3)
		if h.outcomes["played"] != 2 || h.resumed != p.snapshots {
			t.Errorf("%s: the recording is not played: %v; from a snapshot: %v", p.sources, h.outcomes, h.resumed)
		}
		for _, seed := range seeds {
			h.seed = seed
			random := rand.New(rand.NewPCG(seed, 3))
			h.play(tracetest.Mutate(random, original), random.IntN(6))
		}
		t.Log(p.sources, h.outcomes)
	}
}

// hostileTimeout is the time for a hostile recording, which can wait for a fence that is never reached.
const hostileTimeout = 2 * time.Minute

// hostileReplay counts how replays of recordings end.
type hostileReplay struct {
	*testing.T
	path     string
	ids      map[string]uint16
	seed     uint64
	resumed  bool // a replay began with a snapshot
	outcomes map[string]int
}

// play replays the frames of a recording from one on, as "trace replay --force" does it.
func (h *hostileReplay) play(recording []byte, from int) {
	h.Helper()
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		h.outcomes["not read"]++
		return
	}
	defer f.Close()
	script, err := replay.New(h.Context(), f, h.ids, replay.Options{From: from, To: -1, Rounds: 1})
	if err != nil {
		h.outcomes["no script"]++
		return
	}
	if _, ok := script.Snapshot(); ok {
		h.resumed = true
	}
	dir := h.TempDir()
	var messages bytes.Buffer
	limited := append([]string{"env"}, sanitizers...)
	p := replay.Player{
		Path: "sh", Args: append([]string{"-c", `ulimit -S -t "$0" && exec "$@"`, hostileLimit}, append(limited, "DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1", h.path)...),
		Settings: []string{"START=1", "BLOCK=1", "FILE=" + dir + "/b.gltrace", "FOLDER=none"}, Output: &messages,
	}
	ctx, stop := context.WithTimeout(h.Context(), hostileTimeout)
	defer stop()
	_, err = p.Play(ctx, script)
	script.LeftOut()
	var crash *replay.CrashError
	switch {
	case err == nil:
		h.outcomes["played"]++
	case errors.As(err, new(*replay.RefusedError)):
		h.outcomes["refused"]++
	case ctx.Err() != nil:
		h.outcomes["out of time"]++
	case !errors.As(err, &crash):
		h.outcomes["script fails"]++
	case strings.Contains(messages.String(), outOfMemory):
		h.outcomes["out of memory"]++
	case strings.Contains(crash.State, "CPU time limit"):
		h.outcomes["out of processor time"]++
	case isOfDriver(messages.String()):
		h.outcomes["defect of the driver"]++
	default:
		name := filepath.Join(h.ArtifactDir(), "changed.gltrace")
		if err := os.WriteFile(name, recording, 0o600); err != nil {
			h.Error(err)
		}
		h.Fatalf("seed %d, from frame %d: %v; the recording is %s\n%s", h.seed, from, err, name, messages.String())
	}
}
