// Command loader measures what the desktop LayerLoader costs its program: a GL call without layers and with
// them, the start, and the frames of a real program. It prints a table, writes build/bench/loader.json, and
// fails if a limit is exceeded.
//
//	go run ./bench/loader [-markdown] [calls] [start] [frames]
//
// Without names it runs all parts: about twelve minutes on two idle cores. docs/performance.md describes the
// method.
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
