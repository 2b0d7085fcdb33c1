package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// issues is where defects are reported.
const issues = "https://github.com/gleslayergen/gleslayergen/issues"

// endAfterPanic reports a panic of this program and ends the process.
func endAfterPanic(args []string, reason any, stack []byte) {
	ending.Lock() // the report of a second goroutine that panics would interrupt this one
	var words []string
	for _, arg := range args[1:] {
		words = append(words, ui.Quote(arg))
	}
	fmt.Fprintf(os.Stderr, "gleslayergen: internal error: %s\n", ui.OneLine(fmt.Sprint(reason)))
	fmt.Fprintf(os.Stderr, "note: version %s, arguments %s\n", toolVersion(), strings.Join(words, " "))
	text := fmt.Sprintf("gleslayergen %s\narguments: %s\npanic: %v\n\n%s", toolVersion(), strings.Join(words, " "), reason, stack)
	file, err := writeStack(text)
	if err != nil {
		fmt.Fprintf(os.Stderr, "note: the stack was not written: %s\n", ui.OneLine(err.Error()))
		fmt.Fprintf(os.Stderr, "hint: report this defect with the two lines above and the input files: %s\n", issues)
	} else {
		fmt.Fprintf(os.Stderr, "hint: report this defect with the file %s and the input files: %s\n", file, issues)
	}
	os.Exit(ui.ExitInternal)
}

var ending sync.Mutex

// writeStack writes the report to a new file, which only the user can read: arguments and paths can be private.
func writeStack(text string) (string, error) {
	f, err := os.CreateTemp("", "gleslayergen-panic-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return filepath.Clean(f.Name()), err
}
