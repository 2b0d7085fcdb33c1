// Command specerrors counts which errors the reference pages of OpenGL ES and EGL list for each command, and which of them the
// module explain has rules for:
//
//	go run ./scripts/specerrors count GL EGL > scripts/specerrors/errors.tsv
//	go run ./scripts/specerrors tables                                        # those of docs/explain.md
//	go run ./scripts/specerrors gaps                                          # commands and errors with fewer rules than paragraphs, and why
//
// GL and EGL are copies of https://github.com/KhronosGroup/OpenGL-Refpages and https://github.com/KhronosGroup/EGL-Registry. A test
// checks that docs/explain.md is current.
package main

import (
	"fmt"
	"os"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 4 && os.Args[1] == "count":
		err = printCounts(os.Args[2], os.Args[3])
	case len(os.Args) == 2 && os.Args[1] == "tables":
		fmt.Print(tables())
	case len(os.Args) == 2 && os.Args[1] == "gaps":
		fmt.Print(gaps())
	default:
		fmt.Fprintln(os.Stderr, "usage: specerrors count GL EGL|tables|gaps")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "specerrors:", err)
		os.Exit(1)
	}
}
