package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

func sameProject(t *testing.T, a, b *registry.Registry) {
	t.Helper()
	q := request("active", "go", []string{"@all"})
	x, err := project.Render(t.Context(), a, q)
	if err != nil {
		t.Fatal(err)
	}
	y, err := project.Render(t.Context(), b, q)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range x.Files {
		if string(f.Content) != string(y.Files[i].Content) {
			t.Errorf("%s differs", f.Path)
		}
	}
}

// If new is killed or interrupted at any time, it leaves a complete project or none.
func TestKilledNewLeavesNoHalfProject(t *testing.T) {
	path := tool(t)
	whole := len(layerCase(t, "all").render(t).Files)
	started := time.Now()
	newAll(t, path, filepath.Join(t.TempDir(), "whole"), nil)
	full := time.Since(started)
	for _, signal := range testutil.Shard(t, []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}, 3) {
		none, all := 0, 0
		for step := 0; step < 24 || (none == 0 || all == 0) && step < 80; step += stride {
			dir, moment := filepath.Join(t.TempDir(), "p"), full*time.Duration(step)/20
			switch { // the machine is less busy than when the time was measured
			case step >= 24 && none == 0:
				moment = 0
			case step >= 24:
				moment *= 20
			}
			newAll(t, path, dir, func(p *os.Process) {
				time.Sleep(moment) // the test varies the time of the kill
				_ = p.Signal(signal)
			})
			switch n := len(filesIfAny(t, dir)); n {
			case 0:
				none++
			case whole:
				all++
			default:
				t.Errorf("%v after %v of %v: %d of %d files", signal, moment, full, n, whole)
			}
			if signal != syscall.SIGKILL {
				checkNoStage(t, filepath.Dir(dir))
			}
		}
		if none == 0 || all == 0 {
			t.Errorf("%v: %d runs left nothing, %d a whole project", signal, none, all)
		}
	}
}

// newAll starts "new" for every command and calls disturb if it is not nil.
func newAll(t *testing.T, path, dir string, disturb func(p *os.Process)) {
	t.Helper()
	cmd := exec.Command(path, "new", "--active", "--intercept", "@all", "--out", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if disturb != nil {
		disturb(cmd.Process)
	}
	err := cmd.Wait()
	if disturb == nil && err != nil {
		t.Fatal(err)
	}
}

func filesIfAny(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return files(t, dir)
}

func checkNoStage(t *testing.T, parent string) {
	t.Helper()
	entries, err := os.ReadDir(parent)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}
