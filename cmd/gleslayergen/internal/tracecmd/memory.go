package tracecmd

import (
	"os"
	"runtime/debug"
)

// limitMemory makes a command that reads a recording collect garbage more often, so that it stays far below the memory of a machine,
// for a recording of any length. Limits of what the reader keeps are in trace/file and trace/state.
func limitMemory() {
	const goal = 320 << 20 // bytes; with what Go's runtime needs, the process has less than 400 MB
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(goal)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(100) // main sets a higher one
	}
}
