// Package rules holds facts about Android's EGL loader and its GLES layers as data: the names that each
// release knows, what the loader does with a name, what Android decides before the loader runs, which driver
// it opens, known pitfalls, the meaning of log lines, and short explanations of the rules.
//
// The facts are in the tables in data/, each with its source. "Rule 2.3" is a numbered rule; "gleslayergen
// explain rule-2.3" prints it. Releases are Android 10 to 16 QPR2. Tables are read on first use and shared:
// callers must not modify what this package returns, unless a function says that it returns a copy.
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
	pitfallsTable string
	//go:embed data/topics.txt
	topicsTable string
	//go:embed data/gate.txt
	gateTable string
	//go:embed data/logs.txt
	logsTable string
	//go:embed data/linker.txt
	linkerTable string
	//go:embed data/makerlayers.txt
	makerLayersTable string
	//go:embed data/vendors.txt
	vendorsTable string
	//go:embed data/abis.txt
	abisTable string
	//go:embed data/drivers.txt
	driversTable string
	//go:embed data/ndk.txt
	ndkTable string
)

// must panics on an error in an embedded table. Such an error is a bug in the program; the tests read every
// table.
func must[T any](v T, err error) T {
	if err != nil {
		panic("rules: " + err.Error())
	}
	return v
}
