package test

import (
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gleslayergen/gleslayergen/trace/tracetest"
)

// recording is a verb of scripts: "recording FRAMES FILE [BYTES]" writes the recording of a program, or its first bytes.
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
