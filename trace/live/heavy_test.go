//go:build linux && heavy

package live_test

import (
	"path/filepath"
	"testing"
)

// 9, for those who look closely: no race, and no memory that is gone.
func TestOldFault09Sanitized(t *testing.T) {
	for _, sanitizer := range []string{"thread", "address,undefined"} {
		t.Run(sanitizer, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "faults")
			compilePlayed(t, "faults", path, "-O1 -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize="+sanitizer)
			for _, name := range []string{"many", "reuse", "errors", "ends", "gone"} {
				play(t, path, name)
			}
		})
	}
}

// More of what TestHostileProgram does.
func TestHostileProgramLong(t *testing.T) { playHostile(t, 12) }
