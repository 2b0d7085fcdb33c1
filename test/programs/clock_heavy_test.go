//go:build heavy && linux

package programs

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
)

// clock gives a program a simulated clock, which stops it after some steps; see testdata/clock.c.
func clock(t *testing.T, microseconds, steps int) []string {
	t.Helper()
	lib := filepath.Join(t.TempDir(), "clock.so")
	testproject.Command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC", "-o", lib, "testdata/clock.c")
	return []string{"LD_PRELOAD=" + lib, fmt.Sprintf("CLOCK_STEP=%d", microseconds), fmt.Sprintf("CLOCK_STEPS=%d", steps)}
}
