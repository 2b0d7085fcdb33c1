// Package cc calls the C compiler of the user's machine.
package cc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// ErrNone says that no C compiler is there.
var ErrNone = errors.New("no C compiler")

// Find splits $CC as a shell or make would, so that "ccache gcc" works; without it, the compiler is cc.
func Find() []string {
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		return cc
	}
	return []string{"cc"}
}

// limit is how long one call may take, on a machine that is busy.
const limit = 5 * time.Minute

// Run calls the compiler in a folder. what says in the error what it was to compile.
func Run(ctx context.Context, cc []string, dir, what string, args ...string) error {
	if _, err := exec.LookPath(cc[0]); err != nil {
		return fmt.Errorf("%w: %s", ErrNone, cc[0])
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, cc[0], append(append([]string{}, cc[1:]...), args...)...)
	cmd.Dir = dir
	cmd.WaitDelay = 10 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %s cannot be compiled: %w%s", strings.Join(cc, " "), what, err, complaint(string(out)))
	}
	return nil
}

// complaint is the gist of what a compiler or linker wrote, in one line.
func complaint(out string) string {
	words := ""
	for line := range strings.Lines(out) {
		if strings.Contains(line, "error") || strings.Contains(line, "failed") {
			words += "; " + strings.TrimSpace(line)
		}
	}
	return words[:min(len(words), 1000)]
}
