package test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// TestTraceDamage damages a chunk of each type of a recording of a real program. No command says that the recording is complete.
func TestTraceDamage(t *testing.T) {
	r := newTracer(t)
	scene := r.compiled("scene", "../../trace/live/testdata/scene.c", "-lEGL", "-lGLESv2")
	out, messages, code := r.run("trace", "record", "--replayable", "--errors", "--frame-images", "--out", "a.gltrace", "--", scene, "5")
	if code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	recording, err := os.ReadFile(filepath.Join(r.home, "a.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	tried := map[tracepb.ChunkType]bool{}
	for _, d := range tracetest.Damage(recording) {
		if tried[d.Type] {
			continue
		}
		tried[d.Type] = true
		name := fmt.Sprintf("damaged%d.gltrace", d.Type)
		if err := os.WriteFile(filepath.Join(r.home, name), d.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		trimmed := "trimmed-" + name
		if out, messages, code := r.run("trace", "trim", name, "--frames", "0-", "-o", trimmed); code != 0 {
			t.Errorf("%v: trim: exit code %d\n%s%s", d.Type, code, out, messages)
		}
		for _, path := range []string{name, trimmed} {
			r.checkDamaged(path)
		}
	}
	if !tried[tracepb.ChunkType_CHUNK_PAYLOADS] || !tried[tracepb.ChunkType_CHUNK_BATCH] {
		t.Errorf("types of chunks: %v", tried)
	}
	r.checkCut(recording)
}

// checkDamaged checks that a recording is not replayable, and that a replay is refused.
func (r *tracer) checkDamaged(path string) {
	r.Helper()
	var report struct {
		Replayable bool `json:"replayable"`
	}
	out, messages, code := r.run("trace", "stats", path, "--json")
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || report.Replayable {
		r.Errorf("stats %s: exit code %d, %v\n%s%s", path, code, err, out, messages)
	}
	if out, messages, code := r.run("trace", "replay", path); code != 1 || !strings.Contains(messages, "cannot be replayed: ") {
		r.Errorf("replay %s: exit code %d\n%s%s", path, code, out, messages)
	}
}

// checkCut checks that a recording without its end is replayed up to its end, with a note.
func (r *tracer) checkCut(recording []byte) {
	r.Helper()
	if err := os.WriteFile(filepath.Join(r.home, "cut.gltrace"), recording[:len(recording)-1], 0o600); err != nil {
		r.Fatal(err)
	}
	if out, messages, code := r.run("trace", "stats", "cut.gltrace"); code != 0 || !strings.Contains(messages, "\nreplayable up to its end: ") {
		r.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	if out, messages, code := r.run("trace", "replay", "cut.gltrace"); code != 0 || !strings.Contains(messages, "it is replayed up to its end") {
		r.Errorf("exit code %d\n%s%s", code, out, messages)
	}
}
