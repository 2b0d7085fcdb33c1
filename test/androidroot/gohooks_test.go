//go:build androidroot && linux

package androidroot

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/rules"
)

// The project of the layers and the program, which the tests of package android play over a C library of the desktop, and what
// the cases over Android's own libraries have in addition.
const goRuntimeDir, goHooksDir = "../../android/testdata/goruntime", "testdata/gohooks"

// chainFile is the library of the APEX com.android.art through which the runtime of apps handles signals.
const chainFile = "apex/com.android.art/lib64/libsigchain.so"

// TestGoHooks plays the cases of layers with Go hooks over Android's linker, C library and EGL loader.
func TestGoHooks(t *testing.T) {
	r := goPhone(t)
	played := 0
	for _, c := range goCases {
		if why := c.unsuitable(r); why != "" {
			t.Logf("%s: not played: %s", c.name, why)
			continue
		}
		played++
		t.Run(c.name, func(t *testing.T) {
			if got, want := r.playGo(t, c), c.wanted(r.abi.Name); !fits(got, want) {
				t.Errorf("%s\ngot  %s\nwant %s\nlog:\n    %s", c.app, got, want, strings.Join(r.log, "\n    "))
			}
		})
	}
	t.Logf("%s: %d of %d cases played", r.abi.Name, played, len(goCases))
}

// goPhone returns a root with the layers upper and lower, which have Go hooks, the layer below, the program, and a Go library of
// the app. gleslayergen and the NDK build them.
func goPhone(t *testing.T) *root {
	t.Helper()
	home := os.Getenv("NDK")
	if home == "" {
		t.Skip("NDK is not set, so layers with Go hooks are not tested; for example: make test-android-root AOSP=DIR ANDROID=14 NDK=DIR")
	}
	r := newRoot(t, nil)
	t.Setenv("ANDROID_NDK_HOME", home)
	ndk, err := android.FindNDK(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	cc, err := ndk.Compiler(r.abi, rules.MinAPI)
	if err != nil {
		t.Fatal(err)
	}
	env, err := ndk.Env(r.abi, rules.MinAPI)
	if err != nil {
		t.Fatal(err)
	}
	r.addDriver(t, []string{cc})
	c := func(out string, args ...string) {
		t.Helper()
		flags := []string{cc, "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-I" + goRuntimeDir, "-include", goHooksDir + "/log.h", "-o", r.path(out)}
		command(t, ".", nil, slices.Concat(flags, args, []string{"-lEGL", "-lGLESv2", "-llog", "-ldl"})...)
	}
	const layer, tmp = "data/local/debug/gles/lib", "data/local/tmp/"
	c(layer+"below.so", "-fPIC", "-shared", goHooksDir+"/below.c")
	c(tmp+"inside.so", "-fPIC", "-shared", goRuntimeDir+"/inside.c")
	c(tmp+"app", goRuntimeDir+"/host.c", goRuntimeDir+"/await.c", goRuntimeDir+"/signals.c", goHooksDir+"/layers.c")
	for _, name := range []string{"system/bin/surfaceflinger", tmp + "zygote64"} {
		r.copy(t, r.path(tmp+"app"), name, 0o755)
	}
	command(t, goRuntimeDir, append(env, "CGO_ENABLED=1"), "go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", r.path(tmp+"foreign.so"), "./foreign")
	tool := filepath.Join(t.TempDir(), "gleslayergen")
	command(t, "../..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	for _, name := range []string{"upper", "lower"} {
		r.copy(t, buildGoLayer(t, tool, name, r.abi.Name), layer+name+".so", 0o644)
	}
	if chain := filepath.Join(os.Getenv("AOSP"), inBits(chainFile)); exists(chain) {
		r.copy(t, chain, chainFile, 0o644)
	}
	return r
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// buildGoLayer builds a layer as a user does, and returns its file.
func buildGoLayer(t *testing.T, tool, name, abi string) string {
	t.Helper()
	parent := t.TempDir()
	dir := filepath.Join(parent, name)
	command(t, parent, nil, tool, "new", name, "--active", "--intercept", "go:glClear", "--intercept", "c:glClearStencil")
	for from, to := range map[string]string{goRuntimeDir + "/hooks.go": "hooks.go", goHooksDir + "/faults.go": "faults.go", goRuntimeDir + "/hooks.c": "core/hooks.c"} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), []byte(strings.ReplaceAll(string(text), "NAME", name)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	command(t, dir, nil, tool, "build", "--abi", abi)
	return filepath.Join(dir, "build", abi, "lib"+name+".so")
}

// playGo runs the program with the commands of a case, and returns the lines of the log that count and how the program ended,
// joined by "|".
func (r *root) playGo(t *testing.T, c goCase) string {
	t.Helper()
	r.set(t, map[string]string{"debug.gles.layers": cmp.Or(c.layers, "libupper.so:libbelow.so")})
	r.forget()
	var env []string
	if c.chain {
		env = []string{"LD_PRELOAD=/" + inBits(chainFile)}
	}
	_, err := r.run(t, env, append([]string{cmp.Or(c.program, scratch+"app")}, strings.Fields(c.app)...)...)
	lines := goLines(r.log)
	if status := (*exec.ExitError)(nil); errors.As(err, &status) {
		lines = append(lines, r.endOf(status))
	}
	return strings.Join(lines, "|")
}

// endOf describes how a program ended. In the emulator, a program of Android 14 and newer that crashes ends with status 1, which
// the program of the cases never has.
func (r *root) endOf(status *exec.ExitError) string {
	if status.Sys().(syscall.WaitStatus).Signaled() || r.emulator != "" && status.ExitCode() == 1 {
		return "killed"
	}
	return "exit " + strconv.Itoa(status.ExitCode())
}

var (
	goLine    = regexp.MustCompile(`^(I host: |. (?:upper|lower|Go): )`)
	signal    = regexp.MustCompile(`^F libc: (Fatal signal \d+)`)
	stackLine = regexp.MustCompile(`^(. \w+: )(?:goroutine |\[signal |runtime stack:)`)
)

// goLines returns the lines of the program, the layers and Go, without stacks, and the signals that Android's C library reports.
func goLines(log []string) (some []string) {
	stackOf := "none" // the head of the lines that are a stack
	for _, line := range log {
		if m := signal.FindStringSubmatch(line); m != nil {
			some = append(some, m[1])
		} else if m := stackLine.FindStringSubmatch(line); m != nil {
			stackOf = m[1]
		} else if goLine.MatchString(line) && !strings.HasPrefix(line, stackOf) {
			some = append(some, strings.TrimPrefix(line, "I host: "))
		}
	}
	return some
}
