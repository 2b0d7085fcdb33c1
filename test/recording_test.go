package test

import (
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/crumbstest"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// recording is a script command: "recording FRAMES FILE [BYTES]" writes the recording of a program, or its
// first bytes.
func recording(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: recording FRAMES FILE [BYTES]")
	}
	frames, err := strconv.Atoi(args[0])
	ts.Check(err)
	data := tracetest.Sample(frames)
	if len(args) == 3 {
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		if n > len(data) {
			ts.Fatalf("it has %d bytes", len(data))
		}
		data = data[:n]
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o600))
}

// writeCrumbs is the script command crumbs: it writes a small file of the module breadcrumbs.
func writeCrumbs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: crumbs FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), crumbstest.Sample(), 0o600))
}

// withRecorder is the script command recorder: it adds the program fakerecorder to the path, and sets IDLE to
// a layer that does nothing.
func withRecorder(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: recorder")
	}
	_, err := fake()
	ts.Check(err)
	layer, err := idleLayer()
	ts.Check(err)
	ts.Setenv("IDLE", layer)
	ts.Setenv("GLTRACE_FOLDER", ts.MkAbs("recorders"))
}

// registered is a script command: it waits until a recordable program has registered.
func registered(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: registered")
	}
	dir := ts.Getenv("GLTRACE_FOLDER")
	if !testutil.Poll(func() bool { found, _, _ := link.Find(dir); return len(found) > 0 }) {
		ts.Fatalf("timed out: no program registers in %s", dir)
	}
}
