package test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/test/replays"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// liveTestdata has programs of other tests.
const liveTestdata = "test/trace/live/testdata/"

// TestTraceReplay replays a recording, a part of it, and recordings that differ or lack data.
func TestTraceReplay(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--frame-images", "--errors", "--out", "a.gltrace", "--", r.frames(), "12", "20", "0")
	if code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	replays := func(want int, text string, args ...string) {
		t.Helper()
		out, messages, code := r.run(append([]string{"trace", "replay"}, args...)...)
		if code != want || !strings.Contains(out+messages, text) {
			t.Errorf("trace replay %v: exit code %d, want %d and %q\n%s%s", args, code, want, text, out, messages)
		}
	}
	replays(0, `"equal": true`, "a.gltrace", "--json", "--out", "b.gltrace")
	replays(1, "already exists", "a.gltrace", "--out", "b.gltrace")
	replays(0, " 0 different", "a.gltrace", "--junit", "report.xml")
	replays(0, "3 frames", "a.gltrace", "--frames", "4-6")
	replays(0, "images: 3 compared, 3 equal", "a.gltrace", "--frames", "4-6")
	replays(0, "images: 1 compared, 1 equal", "a.gltrace", "--frames", "0")
	if out, messages, code := r.run("trace", "trim", "a.gltrace", "--frames", "5", "--out", "one.gltrace"); code != 0 {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	replays(0, "images: 1 compared, 1 equal", "one.gltrace")
	replays(0, "6 frames", "a.gltrace", "--frames", "4-6", "--loop", "2", "--check", "off")

	for _, prepared := range []bool{false, true, true} { // the second replay prepares the script
		replays(0, fmt.Sprintf(`"prepared": %t`, prepared), "a.gltrace", "--frames", "4-6", "--check", "off", "--json")
	}
	replays(0, "3 frames", "a.gltrace", "--frames", "4-6", "--check", "off")
	replays(1, "hint: --driver DIR expects a directory with libEGL.so", "a.gltrace", "--frames", "4-6", "--check", "off", "--driver", "nowhere")
	replays(2, "no frame 60: the recording has 12 frames", "a.gltrace", "--frames", "60-70")
	for _, prepared := range []bool{false, true} { // the failed replay removed the script
		replays(0, fmt.Sprintf(`"prepared": %t`, prepared), "a.gltrace", "--frames", "4-6", "--check", "off", "--json")
	}
	replays(0, `"prepared": false`, "a.gltrace", "--frames", "4-6", "--check", "off", "--json", "--no-cache")
	replays(0, `"prepared": false`, "a.gltrace", "--frames", "4-6", "--json")

	b, err := file.Open(filepath.Join(r.home, "b.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if len(b.Frames()) != 12 {
		t.Errorf("the recording of the replay has %d frames", len(b.Frames()))
	}
	changeImage(t, filepath.Join(r.home, "a.gltrace"), filepath.Join(r.home, "changed.gltrace"))
	replays(8, "different", "changed.gltrace")
	replays(0, "equal", "changed.gltrace", "--check", "tolerant")
}

// TestTraceReplayLate replays recordings that began after the program, and their last frames: all answers and images are equal.
func TestTraceReplayLate(t *testing.T) {
	const frames = 8
	for _, p := range []struct {
		name, source, arg string
		env               []string
		calls, contexts   int // calls of a frame
	}{
		{"scene", "../../trace/live/testdata/scene.c", "1000000", []string{"SCENE_SLOW=1", "SCENE_CLEARS=1"}, 40, 1},
		{"targets", "replay/targets.c", "", nil, 6, 1},
		{"pending", "replay/pending.c", "", nil, 6, 3},
	} {
		t.Run(p.name, func(t *testing.T) {
			r := newTracer(t)
			b := r.idle(p.env, r.compiled(p.name, p.source, "-I../"+liveTestdata, "-lEGL", "-lGLESv2"), p.arg)
			r.says(b, "drawing")
			recording := p.name + ".gltrace"
			out, messages, code := r.run("trace", "start", "--pid", fmt.Sprint(r.recorder().PID), "--frames", fmt.Sprint(frames), "--frame-images", "--errors", "--block", "--out", recording)
			if code != 0 {
				t.Fatalf("exit code %d\n%s%s", code, out, messages)
			}
			out, messages, code = r.run("trace", "replay", recording, "--json")
			report := replays.Report{Check: &diff.Report{}}
			if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || !strings.Contains(messages, "began after the program") {
				t.Fatalf("%v, exit code %d\n%s%s", err, code, out, messages)
			}
			if c := report.Check; !c.Equal || c.Calls < frames*p.calls || c.Images.Compared < frames-p.contexts || c.Images.Missing > 0 || len(report.LeftOut) > 0 {
				t.Errorf("%+v\n%s", report, out)
			}
			if out, messages, code = r.run("trace", "trim", recording, "--frames", "4-7", "-o", "end.gltrace"); code != 0 {
				t.Fatalf("exit code %d\n%s%s", code, out, messages)
			}
			if out, messages, code = r.run("trace", "replay", "end.gltrace"); code != 0 {
				t.Errorf("trimmed: exit code %d\n%s%s", code, out, messages)
			}
		})
	}
}

// TestTraceReplaySnapshot replays later frames from a snapshot of the state. The program makes the same calls and answers with and
// without snapshots.
func TestTraceReplaySnapshot(t *testing.T) {
	r := newTracer(t)
	scene := r.compiled("scene", "../../trace/live/testdata/scene.c", "-lEGL", "-lGLESv2")
	record := func(out string, options ...string) *file.File {
		cmd := r.command("", append(append([]string{"trace", "record", "--frame-images", "--errors", "--out", out}, options...), "--", scene, "25")...)
		cmd.Env = append(cmd.Env, "SCENE_CLEARS=1")
		if out, messages, code := r.done(cmd); code != 0 {
			t.Fatalf("exit code %d\n%s%s", code, out, messages)
		}
		f, err := file.Open(filepath.Join(r.home, out))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	f := record("snapshots.gltrace", "--snapshot-every", "10")
	frames := map[int]bool{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Snapshot() {
			frames[c.Frame] = true
		}
	}
	if !frames[10] || !frames[20] || len(frames) != 2 {
		t.Errorf("snapshots in the frames %v", frames)
	}
	record("plain.gltrace")
	if out, messages, code := r.run("trace", "diff", "plain.gltrace", "snapshots.gltrace"); code != 0 {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	out, messages, code := r.run("trace", "replay", "snapshots.gltrace", "--frames", "22-23")
	if code != 0 || !strings.Contains(messages, "snapshot before frame 20") || !strings.Contains(out, " equal, 0 different (all bits") {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
}

// TestTraceReplayDiskFull replays with a full directory for temporary files, or a full directory of --out. Each command says that there is
// no space left, and where.
func TestTraceReplayDiskFull(t *testing.T) {
	r := newTracer(t)
	if out, messages, code := r.run("trace", "record", "--out", "a.gltrace", "--", r.frames(), "40", "2000", "0"); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	scene := r.compiled("scene", "../../trace/live/testdata/scene.c", "-lEGL", "-lGLESv2")
	if out, messages, code := r.run("trace", "record", "--out", "draws.gltrace", "--", scene, "25"); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	if out, messages, code := r.run("trace", "replay", "a.gltrace", "--frames", "0"); code != 0 { // builds the player
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	disk := filepath.Join(r.home, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		t.Fatal(err)
	}
	const size = 128 << 10
	const inside = `mount -t tmpfs -o size=128k none "$1" && head -c "$2" /dev/zero >"$1/fill" && shift 2 && exec "$0" "$@"`
	for _, c := range []struct {
		free int // KiB
		out  bool
		args string
	}{
		{0, false, "replay a.gltrace"},
		{4, false, "replay a.gltrace"},
		{20, false, "replay a.gltrace"},
		{50, false, "replay a.gltrace"},
		{128, false, "replay a.gltrace"},
		{0, true, "replay a.gltrace --out disk/b.gltrace"},
		{50, true, "replay a.gltrace --out disk/b.gltrace"},
		{4, false, "time draws.gltrace --method query --loop 1"},
		{4, false, "trim a.gltrace --frames 1-38 --verify --out part.gltrace"},
	} {
		args := append([]string{"trace"}, strings.Fields(c.args)...)
		cmd := r.command("unshare", append([]string{"--user", "--map-root-user", "--mount", "/bin/sh", "-c", inside, filepath.Join(bin, "gleslayergen"), disk, fmt.Sprint(size - c.free<<10)}, args...)...)
		hint := "choose a FILE on another disk for --out"
		if !c.out {
			cmd.Env = append(cmd.Env, "TMPDIR="+disk)
			hint = "set TMPDIR to a directory on another disk"
		}
		out, messages, code := r.done(cmd)
		if code != 1 || strings.Count(messages, disk+": no space left for the recording of the replay\n") != 1 || strings.Count(messages, "hint: ") != 1 || !strings.Contains(messages, hint) {
			t.Errorf("%d KiB, trace %s: exit code %d\n%s%s", c.free, c.args, code, out, messages)
		}
	}
}

// changeImage copies a recording and changes a byte of its largest payload.
func changeImage(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	e, err := tracetest.Edit(data)
	if err != nil {
		t.Fatal(err)
	}
	largest := slices.MaxFunc(e.Payloads, func(a, b *tracepb.Payload) int { return len(a.Content) - len(b.Content) }).Content
	largest[len(largest)-8] ^= 1
	if err := os.WriteFile(to, e.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
