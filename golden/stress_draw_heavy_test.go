//go:build heavy

package golden

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
)

// drawStressTime is the time of one run.
const drawStressTime = 6 * time.Second

// A drawStress is a layer with the modules draw and shaders, and the program that calls it, built for a sanitizer.
type drawStress struct {
	host, lib string
	env       []string
}

// drawSanitizers are the sanitizers of the C code: AddressSanitizer and UndefinedBehaviorSanitizer in one build.
// ThreadSanitizer needs no suppressions, because the driver is part of the program.
var drawSanitizers = map[string]sanitizer{
	"address,undefined": {
		flags:  "-fsanitize=address,undefined -fno-sanitize-recover=all",
		goFlag: "-asan",
		env:    []string{"ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1"},
	},
	"thread": {
		flags: "-fsanitize=thread",
		env:   []string{"TSAN_OPTIONS=halt_on_error=1:history_size=7"},
	},
}

// drawStressLayer builds the layer with hooks in C or Go. fault, if not empty, names a bug to put into the hooks in C.
func drawStressLayer(t *testing.T, z sanitizer, hooks, fault string) string {
	t.Helper()
	q := request("active", hooks, []string{"eglMakeCurrent", "eglSwapBuffers", "eglTerminate", "glBindFramebuffer", "glBindTexture", "glLinkProgram", "glUseProgram"},
		"glActiveTexture", "glBindTexture", "glBlendFuncSeparate", "glDepthFunc", "glEnable", "glGetIntegerv", "glUseProgram", "glViewport")
	q.Config.Name, q.Config.Sets, q.Config.Template = "stress", []string{"hud", "screenshot", "draw", "shaders"}, hooks
	dir := kase{name: "stress", request: q}.write(t)
	file := map[string]string{"c": "src/hooks.c", "go": "hooks.go"}[hooks]
	text, err := os.ReadFile(filepath.Join("testdata/stressdraw", "hooks."+hooks+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, filepath.FromSlash(file)), string(text))
	if hooks == "go" {
		var goFlags []string
		if z.goFlag != "" {
			goFlags = []string{z.goFlag}
		}
		return testproject.Instrument(t, dir, z.flags, goFlags...)
	}
	flags := z.flags
	if fault != "" {
		flags += " -DPLANTED_" + fault
	}
	command(t, dir, "make", "layer", "CC=gcc", "CFLAGS=-O1 -g -fno-omit-frame-pointer -Werror "+flags, "LTO=")
	return filepath.Join(dir, "build", "host", "libstress.so")
}

// buildDraw builds the layer and the program.
func (z sanitizer) buildDraw(t *testing.T, hooks, fault string) drawStress {
	t.Helper()
	host := filepath.Join(t.TempDir(), "stress")
	sources, err := filepath.Glob("testdata/stressdraw/*.c")
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", host}, strings.Fields(z.flags)...)
	command(t, ".", "gcc", append(append(args, sources...), "-ldl")...)
	return drawStress{host: host, lib: drawStressLayer(t, z, hooks, fault), env: z.env}
}

// run runs the program for some time, and returns its output.
func (s drawStress) run(t *testing.T, d time.Duration, seed int) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d+limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.host, s.lib, fmt.Sprint(d.Seconds()), fmt.Sprint(seed))
	cmd.Env = append(append(os.Environ(), s.env...), "XDG_CONFIG_HOME="+t.TempDir(), "STRESS_HUD_ON=1",
		"STRESS_SCREENSHOT_ON=1", "STRESS_SCREENSHOT_EVERY=50", "STRESS_SCREENSHOT_LIMIT=100", "STRESS_SCREENSHOT_DIRECTORY="+t.TempDir())
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Threads draw in contexts that share objects, move and are destroyed, while the modules and hooks are switched: no
// sanitizer reports anything, each call of the app reaches the driver once, and no swap changes the state.
func TestStressOfDrawing(t *testing.T) {
	for name, z := range drawSanitizers {
		list := []string{"c"}
		if name == "thread" {
			list = []string{"c", "go"}
		}
		for _, hooks := range list {
			t.Run(name+" "+hooks, func(t *testing.T) {
				stress := z.buildDraw(t, hooks, "")
				for d := drawStressTime; ; d *= 4 {
					out, err := stress.run(t, d, 1)
					if err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
					missing := checkDrawStress(t, out)
					if len(missing) == 0 {
						break
					}
					if t.Logf("%v: %v", d, missing); d > time.Minute {
						t.Fatal("the run has not tested everything")
					}
				}
			})
		}
	}
}

// checkDrawStress checks the counts of a run, and returns what it has done too rarely: a busy machine needs more time.
func checkDrawStress(t *testing.T, out string) (missing []string) {
	t.Helper()
	counts := map[string]int{}
	for line := range strings.Lines(out) {
		var name string
		var n int
		if _, err := fmt.Sscan(strings.TrimPrefix(line, "calls "), &name, &n); err == nil {
			counts[name] = n
		}
	}
	for name, least := range map[string]int{"swaps": 100, "compared": 100, "moves": 20, "created": 10, "begun": 5, "drawn": 20, "programs": 5, "shaders": 5,
		"glEnable": 50, "glBindTexture": 20, "glUseProgram": 20, "glBindFramebuffer": 20, "glLinkProgram": 5, "glCreateShaderProgramv": 1, "glDeleteTextures": 5} {
		if counts[name] < least {
			missing = append(missing, fmt.Sprintf("%s: %d of %d", name, counts[name], least))
		}
	}
	if counts["created"] != counts["destroyed"] || counts["begun"] != counts["ended"] || counts["created"] < counts["begun"] {
		t.Errorf("%d contexts were created and %d destroyed, %d had data, which ended in %d", counts["created"], counts["destroyed"], counts["begun"], counts["ended"])
	}
	if !strings.Contains(out, " sets are on") {
		missing = append(missing, "the modules were not switched")
	}
	if strings.Count(out, "screenshot: /") < 5 {
		missing = append(missing, "too few pictures")
	}
	t.Logf("%d swaps; %d states compared", counts["swaps"], counts["compared"])
	return missing
}

// The test finds hooks that change the state, that call next twice, that race, and that write beyond a block.
func TestStressOfDrawingFindsFaults(t *testing.T) {
	for fault, want := range map[string]struct{ sanitizer, report string }{
		"STATE":    {"thread", "stress: another state after eglSwapBuffers"},
		"TWICE":    {"thread", "stress: a call was lost or repeated: glBindTexture"},
		"RACE":     {"thread", "WARNING: ThreadSanitizer: data race"},
		"OVERFLOW": {"address,undefined", "ERROR: AddressSanitizer: heap-buffer-overflow"},
	} {
		t.Run(fault, func(t *testing.T) {
			out, err := drawSanitizers[want.sanitizer].buildDraw(t, "c", fault).run(t, drawStressTime, 1)
			if err == nil || !strings.Contains(out, want.report) {
				t.Errorf("%v, no %q in\n%s", err, want.report, out)
			}
		})
	}
}
