// Command core measures generating a project, the start of the tool, and generated layers with their builds.
// It prints a table, writes build/bench/core.json, and fails if a limit is exceeded.
//
//	go run ./bench/core [-markdown] [new] [start] [build] [walk]
//
// Without names it runs all parts: about three minutes on two idle cores.
package main

import (
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() { os.Exit(measure.Main("core", parts, prepare)) }

var parts = []measure.Part[*bench]{
	{Name: "new", Run: (*bench).generate},
	{Name: "start", Run: (*bench).start},
	{Name: "build", Run: (*bench).builds},
	{Name: "walk", Run: (*bench).walk},
}
