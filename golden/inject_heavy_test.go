//go:build heavy

package golden

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
)

// injectStage has a layer in C with modules around all functions, and the program that checks them.
type injectStage struct{ lib, app string }

func newInjectStage(t *testing.T, name string, sets ...string) injectStage {
	t.Helper()
	source, err := os.ReadFile("testdata/" + name + "/app.c")
	if err != nil {
		t.Fatal(err)
	}
	functions := slices.Compact(slices.Sorted(slices.Values(regexp.MustCompile(`\bgl[A-Z]\w+`).FindAllString(string(source), -1))))
	q := inC(request("passive", "none", append(functions, "egl*")))
	q.Config.Sets = sets
	dir := kase{name: name, request: q}.write(t)
	command(t, dir, "make", "layer", "CFLAGS=-O2 -Wshadow -Werror")
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", app, "testdata/"+name+"/app.c", "-lEGL", "-lGLESv2")
	return injectStage{filepath.Join(dir, "build", "host", "libgleslayer.so"), app}
}

// run runs the program with settings, and returns its output and the log. It fails if the program does.
func (s injectStage) run(t *testing.T, settings []string, args ...string) (out, log string) {
	t.Helper()
	cmd := under(t, []string{s.lib}).Command(t.Context(), s.app, args...)
	cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "DISPLAY=", "XDG_CONFIG_HOME="+t.TempDir(), "GLESLAYER_LOG=debug")
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		cmd.Env = append(cmd.Env, "GLESLAYER_"+strings.ToUpper(strings.ReplaceAll(name, ".", "_"))+"="+value)
	}
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Run(); err != nil {
		t.Errorf("%v %v: %v\n%s\n%s", settings, args, err, stdout.String(), stderr.String())
	}
	return stdout.String(), stderr.String()
}

// Each fault is what a driver does that fails: results, errors and later calls match.
func TestInject(t *testing.T) {
	for i, sets := range [][]string{{"draw", "errors", "log", "inject"}, {"inject"}} {
		s := newInjectStage(t, "inject", sets...)
		if i == 1 {
			checkReplays(t, s)
			checkBadSettings(t, s)
		}
		for _, c := range []struct {
			app, settings, line string
		}{
			{"memory", "faults=out_of_memory", `inject: fault 1: out_of_memory in call 1 of thread 1: glBufferData\(`},
			{"lost", "faults=context_lost,functions=eglSwap*,most=1", `inject: fault 1: context_lost in call 1 of thread 1: eglSwapBuffers\(`},
			{"compile", "faults=compile,most=1", `inject: fault 1: compile in call 1 of thread 1: glCompileShader\(shader=\d+\)`},
			{"separable", "faults=compile,most=1", `inject: fault 1: compile in call 1 of thread 1: glCreateShaderProgramv\(`},
			{"link", "faults=link,most=1", `inject: fault 1: link in call 1 of thread 1: glLinkProgram\(`},
			{"incomplete", "faults=incomplete,most=1", `inject: fault 1: incomplete in call 1 of thread 1: glCheckFramebufferStatus\(`},
			{"make_current", "faults=make_current,after=1,most=1", `inject: fault 1: make_current in call 2 of thread 1: eglMakeCurrent\(`},
			{"slow", "faults=slow,functions=glViewport,delay=80", `inject: fault 1: slow in call 1 of thread 1: glViewport\(`},
		} {
			settings := []string{"inject.on=1", "inject.rate=1"}
			for _, one := range strings.Fields(regexp.MustCompile(`,([a-z]+=)`).ReplaceAllString(c.settings, " $1")) {
				settings = append(settings, "inject."+one)
			}
			out, log := s.run(t, settings, c.app)
			if out != "end\n" || !regexp.MustCompile(c.line).MatchString(log) {
				t.Errorf("%v: %s: %s\n%s", sets, c.app, out, log)
			}
		}
	}
}

// checkReplays checks that the same seed has the same faults in each run, another one has others, and off means none.
func checkReplays(t *testing.T, s injectStage) {
	t.Helper()
	on := []string{"inject.on=1", "inject.faults=out_of_memory", "inject.rate=20"}
	first, log := s.run(t, slices.Concat(on, []string{"inject.seed=7"}), "replay")
	again, _ := s.run(t, slices.Concat(on, []string{"inject.seed=7"}), "replay")
	other, _ := s.run(t, slices.Concat(on, []string{"inject.seed=8"}), "replay")
	if first != again || first == other {
		t.Errorf("seed 7:\n%sagain:\n%sseed 8:\n%s", first, again, other)
	}
	if n := strings.Count(log, "inject: fault "); n < 600 || n > 1000 || n != len(strings.Fields(first))-2*16 { // 16 x 1000 / 20
		t.Errorf("%d faults\n%s", n, first)
	}
	if line := strings.SplitN(first, "\n", 3); line[0][9:] == line[1][9:] {
		t.Errorf("two threads have the same faults: %s", first)
	}
	later, _ := s.run(t, slices.Concat(on, []string{"inject.seed=7", "inject.after=500"}), "replay")
	for line := range strings.Lines(later) {
		for _, call := range strings.Fields(line)[2:] {
			if len(call) < 3 || !strings.Contains(first, " "+call) {
				t.Errorf("after 500: %s", line)
			}
		}
	}
	off, log := s.run(t, []string{"inject.seed=7", "inject.rate=1"}, "replay")
	if strings.Contains(off, ": ") || strings.Contains(log, "inject: fault ") {
		t.Errorf("off: %s\n%s", off, log)
	}
}

// checkBadSettings checks that bad settings are logged.
func checkBadSettings(t *testing.T, s injectStage) {
	t.Helper()
	_, log := s.run(t, []string{"inject.on=1", "inject.faults=comple,link", "inject.rate=0"}, "none")
	for _, want := range []string{`inject.faults: no fault "comple": the faults are out_of_memory`, "inject.rate=0: must be a number from 1 to 1000000"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %q:\n%s", want, log)
		}
	}
}
