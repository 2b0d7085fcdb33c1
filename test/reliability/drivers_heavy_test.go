//go:build heavy && linux

package main

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/test/replays"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

//go:embed drivers.tsv
var driversTable string

// shortProgram is a row of drivers.tsv.
type shortProgram struct{ source, arguments, difference, reason string }

// Recordings over Mesa are replayed with the driver of TEST_DRIVER, or with Mesa, where nothing may differ.
func TestReplayWithDriver(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "gleslayergen")
	run := func(argv ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
		cmd.Env = append(os.Environ(), "DISPLAY=", "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
		}
	}
	run("go", "-C", "../..", "build", "-o", tool, "./cmd/gleslayergen")
	env, options := append(glesdriver.Env(), "DISPLAY="), []string{"--check", "tolerant"}
	if glesdriver.Dir() != "" {
		options = append(options, "--driver", glesdriver.Dir())
	}
	rows := table.Must("drivers.tsv", driversTable, 4, table.Row(func(row []string) shortProgram {
		return shortProgram{row[0], row[1], row[2], row[3]}
	}))
	for _, p := range rows {
		program := filepath.Join(dir, strings.TrimSuffix(filepath.Base(p.source), ".c"))
		recording := program + strings.ReplaceAll(p.arguments, " ", "-") + ".gltrace"
		run("cc", "-O1", "-pthread", "-o", program, filepath.Join("..", p.source), "-lEGL", "-lGLESv2", "-lm")
		run(append([]string{tool, "trace", "record", "--replayable", "--errors", "--frame-images", "--image-size", "4096", "--out", recording, "--", program},
			strings.Fields(p.arguments)...)...)
		report, err := replays.Play(t.Context(), tool, recording, env, options...)
		switch differs := p.difference != "" && glesdriver.Dir() != ""; {
		case !differs && err != nil:
			t.Errorf("%s %s: %v", p.source, p.arguments, err)
		case differs && (err == nil || !strings.Contains(err.Error(), p.difference)):
			t.Errorf("%s %s: %v, want a difference with %q (%s)", p.source, p.arguments, err, p.difference, p.reason)
		case !differs && (report.Asserted() == 0 || report.Check.Images.Compared == 0 && frames(t, recording) > 0):
			t.Errorf("%s %s: compared %d answers, and %d images of %d frames", p.source, p.arguments, report.Asserted(), report.Check.Images.Compared, frames(t, recording))
		}
	}
}

// frames returns the number of frames of a recording.
func frames(t *testing.T, recording string) int {
	t.Helper()
	f, err := file.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return len(f.Frames())
}
