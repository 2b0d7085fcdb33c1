// Command android measures the work with devices: enabling a layer and reading the state, "device why",
// "check" of a large APK, and fifty devices at once. The devices are test devices behind the real adb, with a
// delay like that of a cable. It prints a table, writes build/bench/android.json, and fails if a limit is
// exceeded.
//
//	go run ./bench/android [-markdown] [session] [why] [check] [all]
//
// Without names it runs all parts: about a minute on two idle cores.
package main

import (
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() { os.Exit(measure.Main("android", parts, prepare)) }

var parts = []measure.Part[*bench]{
	{Name: "session", Run: (*bench).session},
	{Name: "why", Run: (*bench).why},
	{Name: "check", Run: (*bench).check},
	{Name: "all", Run: (*bench).all},
}
