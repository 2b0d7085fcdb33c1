//go:build linux && heavy

package live_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Contexts have no data races and no invalid memory accesses.
func TestContextsSanitized(t *testing.T) {
	for _, sanitizer := range []string{"thread", "address,undefined"} {
		t.Run(sanitizer, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "faults")
			compilePlayed(t, "faults", path, "-O1 -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize="+sanitizer)
			for _, name := range []string{"many", "reuse", "errors", "ends", "gone", "idle", "held", "later", "meanwhile", "joins", "next"} {
				play(t, path, name)
			}
		})
	}
}

// TestHostileProgram with more rounds.
func TestHostileProgramLong(t *testing.T) { playHostile(t, 12) }

// TestHostileProgram above a driver that reads nothing: sanitizers check what the recorder reads. The
// program's output is not compared, because the driver returns nothing.
func TestHostileProgramSanitized(t *testing.T) {
	dir := projectOf(t, "@all")
	driver := sources(t, filepath.Join(dir, "test", "zz_generated_fakedriver.h"))
	calls := hostileCalls(func(name string) bool { return strings.Contains(driver, "(*"+name+")(") })
	if err := os.WriteFile(filepath.Join(dir, "test", "hostile_calls.h"), []byte(calls), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "hostile")
	buildPlayed(t, dir, "hostile", path, "-O0 -DFAKE -Wno-unused-function -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=address,undefined -fno-sanitize=alignment") // the program passes arbitrary pointers
	const rounds = 40
	n := 0
	fmt.Sscan(output(t, exec.CommandContext(within(t), path)), &n)
	for _, with := range []string{"without", "context"} {
		for _, errors := range []string{"0", "1"} {
			t.Run(with+errors, func(t *testing.T) {
				to := filepath.Join(t.TempDir(), "a.gltrace")
				cmd := exec.CommandContext(within(t), path, "0", fmt.Sprint(n), fmt.Sprint(rounds), strings.Repeat(".", n*rounds), with)
				cmd.Env = mesa("GLTRACE_START=1", "GLTRACE_ERRORS="+errors, "GLTRACE_FILE="+to, "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))
				if printed := output(t, cmd); !strings.HasSuffix(printed, "end\n") {
					t.Error("it does not come to its end")
				}
				f := recorded(t, to)
				for _, err := range f.Calls(0, f.Len()) {
					if err != nil {
						t.Fatal(err)
					}
				}
				if f.Len() < n {
					t.Errorf("%d calls", f.Len())
				}
			})
		}
	}
}
