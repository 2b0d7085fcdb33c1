// Command pictures prints the generated pictures and tables of docs/:
//
//	go run ./scripts/pictures imports > docs/imports.svg
//	go run ./scripts/pictures why > docs/android-why.svg
//	go run ./scripts/pictures why-table      # the table of docs/android.md
//	go run ./scripts/pictures modules        # docs/NAME.svg for each module, or for those that follow; docs/screenshot.png
//	go run ./cmd/gleslayergen demo | go run ./scripts/pictures terminal > docs/demo.svg
//
// docs/overlay.png is made by two layers of new --example, overlay and screenshot, on a display such as Xvfb:
//
//	SCREENSHOT_FILE=docs/overlay.png SCREENSHOT_FRAME=250 gleslayergen run --layer liboverlay.so:libscreenshot.so -- es2gears_x11
//
// imports is the graph of the imports between the directories of this module, why the decision tree of "device why". terminal draws
// the output of gleslayergen demo. modules runs a program with each module over Mesa, and draws its output; addresses and times
// differ in each run. Tests check that the documents are current.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/gleslayergen/gleslayergen/android/why"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 2 && os.Args[1] != "modules" {
		exit(2, "usage: pictures imports|why|why-table|terminal|modules [NAME...]")
	}
	switch os.Args[1] {
	case "imports":
		graph, err := readImports()
		if err != nil {
			exit(1, err)
		}
		fmt.Print(drawImports(graph))
	case "why":
		os.Stdout.Write(drawTree(why.Tree()))
	case "why-table":
		fmt.Print(treeTable(why.Tree()))
	case "modules":
		if err := drawModules(context.Background(), "docs", os.Args[2:]); err != nil {
			exit(1, err)
		}
	case "terminal":
		output, err := io.ReadAll(os.Stdin)
		if err != nil {
			exit(1, err)
		}
		picture, err := drawTerminal(string(output))
		if err != nil {
			exit(1, err)
		}
		fmt.Print(picture)
	default:
		exit(2, fmt.Sprintf("unknown picture %q: imports, why, why-table, terminal or modules", os.Args[1]))
	}
}

func exit(code int, message any) {
	fmt.Fprintln(os.Stderr, "pictures:", message)
	os.Exit(code)
}
