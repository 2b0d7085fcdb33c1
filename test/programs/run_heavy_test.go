//go:build heavy && linux

package programs

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/loader"
)

// limit is the time limit of one run of a program.
const limit = 10 * time.Minute

// A program is run without layers and with each chain of layers.
type program struct {
	argv []string
	env  []string
	dir  string
	busy func(t *testing.T, cmd *exec.Cmd) []byte // observes the running program, and ends it if it does not end itself; may be nil
}

// An outcome is everything observed in a run.
type outcome struct {
	out, errOut string
	status      string
	seen        []byte // what busy returned
}

// software is for every program: Mesa without a GPU, and with an empty cache; and the settings of the layer hud.
var software = []string{"LIBGL_ALWAYS_SOFTWARE=1", "MESA_SHADER_CACHE_DISABLE=true", "HUD_HUD_ON=1", "HUD_HUD_OPACITY=0"}

// run runs the program. env comes before the program's own environment.
func (p program) run(t *testing.T, env []string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.argv[0], p.argv[1:]...)
	cmd.Env = append(append(append(os.Environ(), software...), env...), p.env...)
	cmd.Dir = p.dir
	cmd.WaitDelay = limit // for children that end after it
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (a missing program: make deps)", err)
	}
	o := outcome{}
	if p.busy != nil {
		o.seen = p.busy(t, cmd)
	}
	_ = cmd.Wait() // the state has the exit code
	if ctx.Err() != nil {
		t.Fatalf("%s does not end\n%s%s", p.argv, out.String(), errOut.String())
	}
	o.out, o.errOut, o.status = out.String(), errOut.String(), cmd.ProcessState.String()
	return o
}

// same runs the program without layers and with every chain, and requires the same outcome. It returns that
// of the first run.
func (p program) same(t *testing.T) outcome {
	t.Helper()
	setStage(t)
	plain := p.run(t, nil)
	for _, chain := range chains {
		t.Run(chain.name, func(t *testing.T) { p.under(t, chain.layers).compare(t, plain) })
	}
	return plain
}

// under runs the program under layers and requires that each of them has seen calls.
func (p program) under(t *testing.T, names []string) outcome {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	run, err := stage.host.NewRun(t.TempDir(), loader.Setup{List: strings.Join(paths(names), ":"), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	o := p.run(t, run.Env())
	layered(t, run, len(names), log)
	return o
}

// layered requires for every process that used EGL that all layers were loaded and called, and that the
// loader reported no warning.
func layered(t *testing.T, run *loader.Run, count int, log string) {
	t.Helper()
	processes, err := run.Stats()
	if err != nil {
		t.Error(err)
	}
	touched := 0
	for _, b := range processes {
		if !b.Touched {
			continue
		}
		touched++
		if len(b.Layers) != count || count > 0 && b.State != loader.StateAttached {
			t.Errorf("%d layers, %v, expected %d", len(b.Layers), b.State, count)
		}
		for _, l := range b.Layers {
			if !ran(b, l) {
				t.Errorf("%s saw no call", filepath.Base(l.Path))
			}
		}
		if len(b.Problems) > 0 {
			t.Errorf("the loader saw problems: %q", b.Problems)
		}
	}
	if touched == 0 {
		t.Error("no process used the loader")
	}
	warnings(t, log)
}

// ran reports whether a function that the layer hooks was called.
func ran(b loader.ProcessStats, l loader.LayerStats) bool {
	for i, hooked := range l.Hooked {
		if hooked && b.Calls[i] > 0 {
			return true
		}
	}
	return false
}

// warnings requires that the loader's log has no warnings except those in the table of noise.
func warnings(t *testing.T, log string) {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil && !os.IsNotExist(err) {
		t.Error(err)
	}
	for line := range strings.Lines(quiet(t, string(text))) {
		if strings.HasPrefix(line, "W ") || strings.HasPrefix(line, "E ") {
			t.Errorf("the loader said: %s", line)
		}
	}
}

func (o outcome) compare(t *testing.T, plain outcome) {
	t.Helper()
	if o.status != plain.status {
		t.Errorf("%s, without layers %s", o.status, plain.status)
	}
	for _, d := range []string{difference(t, o.out, plain.out), difference(t, o.errOut, plain.errOut)} {
		if d != "" {
			t.Errorf("with layers (+) and without (-) it said:\n%s", d)
		}
	}
	if !bytes.Equal(o.seen, plain.seen) {
		t.Errorf("another picture: %d of %d bytes differ", differing(o.seen, plain.seen), len(plain.seen))
	}
}

func differing(a, b []byte) int {
	if len(a) != len(b) {
		return max(len(a), len(b))
	}
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// difference returns the first lines that differ after noise is replaced.
func difference(t *testing.T, got, want string) string {
	t.Helper()
	a, b := strings.Split(quiet(t, got), "\n"), strings.Split(quiet(t, want), "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a)+len(b) == 0 {
		return ""
	}
	return "-" + strings.Join(b[:min(len(b), 8)], "\n-") + "\n+" + strings.Join(a[:min(len(a), 8)], "\n+")
}
