//go:build heavy && linux

package programs

import (
	_ "embed"
	"path/filepath"
	"strings"
	"testing"
)

// piglitTable lists the tests to run, and what each adds to the others.
//
//go:embed testdata/piglit.tsv
var piglitTable string

// Piglit's tests of OpenGL ES and EGL, without a window: they check their pixels themselves.
func TestPiglit(t *testing.T) {
	found, err := filepath.Glob("/usr/lib/*/piglit")
	if err != nil || len(found) != 1 {
		t.Fatalf("piglit is not there: %q, %v (make deps)", found, err)
	}
	setStage(t)
	for line := range strings.Lines(piglitTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		test, reason, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if len(reason) < 10 {
			t.Errorf("%q has no reason", test)
		}
		t.Run(test, func(t *testing.T) {
			t.Parallel()
			piglit(t, found[0], test)
		})
	}
}

func piglit(t *testing.T, dir, test string) {
	argv := append(strings.Fields(test), "-auto", "-fbo")
	argv[0] = filepath.Join(dir, "bin", argv[0])
	p := program{argv: argv, dir: dir, env: []string{"PIGLIT_PLATFORM=surfaceless_egl", "PIGLIT_SOURCE_DIR=" + dir, "DISPLAY="}}
	if plain := p.same(t); !strings.HasSuffix(strings.TrimSpace(plain.out), `PIGLIT: {"result": "pass" }`) {
		t.Errorf("without layers it does not pass:\n%s%s", plain.out, plain.errOut)
	}
}
