// Command loader measures what the desktop LayerLoader costs the program it runs: a call of GL without layers and with
// them, the start, and the frames of a real program. It prints a table, writes build/bench/loader.json, and fails if a
// limit is exceeded.
//
//	go run ./bench/loader [-markdown] [calls] [start] [frames]
//
// Without names all parts are run: about twelve minutes on two idle cores. docs/performance.md tells how it measures.
package main

import (
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() { os.Exit(measure.Main("loader", parts, prepare)) }

var parts = []measure.Part[*bench]{
	{Name: "calls", Run: (*bench).calls},
	{Name: "start", Run: (*bench).start},
	{Name: "frames", Run: (*bench).frames},
}
