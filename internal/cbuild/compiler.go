package cbuild

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNoCompiler means that the C compiler is not installed.
var ErrNoCompiler = errors.New("no C compiler")

// FindCompiler returns the words of $CC, so that "ccache gcc" works as in a Makefile, or cc if CC is not set.
func FindCompiler() []string {
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		return cc
	}
	return []string{"cc"}
}

// limit is the time limit of one compiler call; it allows for a busy machine.
const limit = 5 * time.Minute

// Compile calls the compiler in a directory. The error names what, the thing to compile, and quotes the compiler.
func Compile(ctx context.Context, cc []string, dir, what string, args ...string) error {
	if _, err := exec.LookPath(cc[0]); err != nil {
		return fmt.Errorf("%w: %s", ErrNoCompiler, cc[0])
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, cc[0], append(append([]string{}, cc[1:]...), args...)...)
	cmd.Dir = dir
	cmd.WaitDelay = 10 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("compile %s with %s: %w%s", what, strings.Join(cc, " "), err, errorLines(string(out)))
	}
	return nil
}

// errorLines returns the error lines in the output of a compiler or linker, as one line of at most 1000 bytes.
func errorLines(out string) string {
	words := ""
	for line := range strings.Lines(out) {
		if strings.Contains(line, "error") || strings.Contains(line, "failed") {
			words += "; " + strings.TrimSpace(line)
		}
	}
	return words[:min(len(words), 1000)]
}
