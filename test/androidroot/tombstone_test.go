//go:build androidroot && linux

package androidroot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/crash"
)

// The hook of a layer that crashes: store on line 4, called on line 8. A compiler that optimizes inlines store.
const crashHook = `#include "zz_generated_hooks.h"

static void store(int *to, int value) {
    *to = value; // crashes
}

void hook_glClear(next_glClear next, GLbitfield mask) {
    store((int *)(uintptr_t)(mask >> 4), 1);
    next(mask);
}
`

// The functions and lines of the crash, innermost first.
var crashPlaces = []crash.Place{{Function: "store", File: "src/hooks.c", Line: 4}, {Function: "hook_glClear", File: "src/hooks.c", Line: 8}}

// A layer crashes in a hook, and device symbolize prints the function and the line: from the log and the tombstone that
// crash_dump64 and tombstoned of Android write, or in the emulator, in which no process can trace another, from the stack that
// libunwindstack of Android reads in the process.
func TestTombstone(t *testing.T) {
	r, h := newPhone(t), newHost(t, releaseOf(t))
	command(t, h.dir, nil, h.tool, "new", "crash", "--template", "c", "--passive", "--intercept", "glClear", "--hooks", "c")
	project := filepath.Join(h.dir, "crash")
	if err := os.WriteFile(filepath.Join(project, "src/hooks.c"), []byte(crashHook), 0o644); err != nil {
		t.Fatal(err)
	}
	command(t, project, nil, h.tool, "build", "--abi", r.abi.Name)
	r.copy(t, filepath.Join(project, "build", r.abi.Name, "libcrash.so"), "data/local/debug/gles/libcrash.so", 0o644)
	r.set(t, map[string]string{"debug.gles.layers": "libcrash.so"})
	if r.emulator != "" {
		library := r.path("data/local/tmp/libunwind.so")
		command(t, ".", nil, append(rootCompiler(t, r), "-O1", "-fPIC", "-shared", "-Wl,-z,separate-loadable-segments", "-o", library, "testdata/unwind.c")...)
		r.crash(t, []string{"LD_PRELOAD=/data/local/tmp/libunwind.so"})
		checkPlaces(t, h, project, r.writeLog(t))
		return
	}
	r.startTombstoned(t)
	r.crash(t, nil)
	const written = "Tombstone written to: "
	r.waitFor(t, "tombstoned", written)
	_, tombstone, _ := strings.Cut(strings.Join(r.lines("tombstoned"), "\n"), written)
	checkPlaces(t, h, project, r.writeLog(t))
	checkPlaces(t, h, project, r.path(strings.Fields(tombstone)[0]))
}

// crash runs the test program, which must crash.
func (r *root) crash(t *testing.T, env []string) {
	t.Helper()
	if out, err := r.run(t, env, "/data/local/tmp/app", "exit", "3"); err == nil || strings.Contains(out, "drawn") {
		t.Fatalf("the program did not crash: %v\n%s\n%s", err, out, strings.Join(r.lines("libEGL"), "\n"))
	}
}

// startTombstoned starts tombstoned until the end of the test. The linker starts crash_dump64 when a program crashes.
func (r *root) startTombstoned(t *testing.T) {
	t.Helper()
	// The linker looks for it in the APEX or, if it is the one that starts before the APEX is mounted, in /system.
	const program = "system/bin/crash_dump64"
	r.copy(t, find(t, "crash_dump"), program, 0o755)
	r.link(t, "/"+program, "apex/com.android.runtime/bin/crash_dump64")
	r.copy(t, find(t, "tombstoned"), "system/bin/tombstoned", 0o755)
	r.mkdir(t, "data/tombstones")
	r.mkdir(t, "data/anr")
	command(t, ".", nil, append(rootCompiler(t, r), "-O1", "-fPIE", "-pie", "-Wl,-dynamic-linker,/system/bin/linker64", "-o", r.path("data/local/tmp/tombstoned"),
		"testdata/start.c", "testdata/tombstoned.c")...)
	cmd := r.cmd(t.Context(), nil, nil, []string{"/data/local/tmp/tombstoned"})
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	r.waitFor(t, "tombstoned", "successfully initialized")
}

// writeLog writes the lines of a crash as logcat -v brief does, and returns the file.
func (r *root) writeLog(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for _, line := range append(r.lines("libc"), r.lines("DEBUG")...) {
		head, message, _ := strings.Cut(line, ": ")
		fmt.Fprintf(&text, "%s/%s(    1): %s\n", head[:1], head[2:], message)
	}
	file := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// checkPlaces checks the source lines that device symbolize finds for the frame of the layer.
func checkPlaces(t *testing.T, h *host, project, file string) {
	t.Helper()
	out := command(t, project, nil, h.tool, "device", "symbolize", "--json", file)
	var report struct{ Entries []crash.Entry }
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, e := range report.Entries {
		if e.Frame == nil || e.Frame.Library() != "libcrash.so" {
			continue
		}
		for i, want := range crashPlaces {
			if i >= len(e.Frame.Places) || e.Frame.Places[i].Function != want.Function || e.Frame.Places[i].Line != want.Line || !strings.HasSuffix(e.Frame.Places[i].File, want.File) {
				t.Errorf("%s: place %d is not %v: %+v", e.Text, i, want, e.Frame.Places)
			}
		}
		t.Logf("%s: %v", e.Text, e.Frame.Places)
		return
	}
	t.Errorf("no frame of the layer\n%s", out)
}
