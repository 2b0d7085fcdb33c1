// Command update measures how long it takes to keep a project up to date: an update without changes, the
// difference of two registries, a large template pack, and glad for comparison. It prints a table, writes
// build/bench/update.json, and fails if a limit is exceeded.
//
//	go run ./bench/update [-markdown] [update] [diff] [pack] [glad]
//
// Without names it runs all parts: about a minute on two idle cores.
package main

import (
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() { os.Exit(measure.Main("update", parts, prepare)) }

var parts = []measure.Part[*bench]{
	{Name: "update", Run: (*bench).update},
	{Name: "diff", Run: (*bench).diff},
	{Name: "pack", Run: (*bench).pack},
	{Name: "glad", Run: (*bench).glad},
}
