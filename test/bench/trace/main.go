// Command trace measures what recording costs, beside apitrace in the same run: cheap calls with times and without,
// on one thread and on two, with recording off; the size of the file; a scene of client arrays; waiting for the
// receiver; replays; answers about a call by replay; a trimmed recording; imported traces of apitrace; the recorder's memory; the viewer over a
// million calls; and reading of recordings of 1 and 10 million calls, or with SIZE=100M of 100 million, once. It
// prints a table, writes build/bench/trace.json, and fails if a limit is exceeded.
//
//	cd test && go run ./bench/trace [-markdown] [calls] [arrays] [waiting] [replay] [inspect] [trim] [import] [memory] [viewer] [length]
//
// Without names all parts are run. docs/trace.md describes the method.
package main

import (
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() { os.Exit(measure.Main("trace", parts, prepare)) }

var parts = []measure.Part[*bench]{
	{Name: "calls", Run: (*bench).calls},
	{Name: "arrays", Run: (*bench).arrays},
	{Name: "waiting", Run: (*bench).waiting},
	{Name: "replay", Run: (*bench).replay},
	{Name: "inspect", Run: (*bench).inspect},
	{Name: "trim", Run: (*bench).trim},
	{Name: "import", Run: (*bench).imports},
	{Name: "memory", Run: (*bench).memory},
	{Name: "viewer", Run: (*bench).viewer},
	{Name: "length", Run: (*bench).length},
}
