// Package rules holds what is known of Android's EGL loader and its GLES
// layers, as data: the names each release knows, what the loader does with a
// name, what Android decides before the loader runs, its traps, and short
// explanations of its rules.
//
// The facts stand in the tables under data/, each with its source. "Rule 2.3"
// names a numbered rule, which "gleslayergen explain rule-2.3" tells; releases are Android's, 10 to
// 16 QPR2. Tables are read on first use and shared: what this package returns
// is not to be modified, except where a function says that it returns a copy.
package rules

import _ "embed" // the tables

var (
	//go:embed data/releases.txt
	releasesTable string
	//go:embed data/names.txt
	namesTable string
	//go:embed data/quirks.txt
	quirksTable string
	//go:embed data/explain.txt
	explainTable string
	//go:embed data/traps.txt
	trapsTable string
	//go:embed data/topics.txt
	topicsTable string
	//go:embed data/gate.txt
	gateTable string
	//go:embed data/abis.txt
	abisTable string
	//go:embed data/ndk.txt
	ndkTable string
)

// must turns a fault in an embedded table into a panic: it is one in the
// program, and the package's tests read every table.
func must[T any](v T, err error) T {
	if err != nil {
		panic("rules: " + err.Error())
	}
	return v
}
