// Command layer measures what a layer costs its app: a call through each kind of hook and each module, the
// start, and memory. It prints a table, writes build/bench/layer.json, and fails if a limit is exceeded.
//
//	go run ./bench/layer [-markdown] [calls] [observe] [sets] [draw] [hud] [tracked] [start] [memory]
//
// Without names it runs all parts: about two minutes on two idle cores. docs/performance.md describes the
// method.
package main

import (
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() { os.Exit(measure.Main("layer", parts, prepare)) }

var parts = []measure.Part[*bench]{
	{Name: "calls", Run: (*bench).calls},
	{Name: "observe", Run: (*bench).observe},
	{Name: "sets", Run: (*bench).sets},
	{Name: "draw", Run: (*bench).draw},
	{Name: "hud", Run: (*bench).hud},
	{Name: "tracked", Run: (*bench).tracked},
	{Name: "start", Run: (*bench).start},
	{Name: "memory", Run: (*bench).memory},
}
