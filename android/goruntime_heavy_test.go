//go:build heavy && linux

package android

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// machine describes how this host runs layers of one ABI, as far as Go's runtime is concerned.
type machine struct {
	abi, cc string
	libc    []string // compiler flags for the substitute of Android's libc
	// fixedSlot reports whether Go keeps its g where it does since Android 10: in the same TLS slot for all
	// runtimes.
	fixedSlot bool
	emulator  []string
}

var deviceLike = machine{abi: "arm64-v8a", cc: "aarch64-linux-gnu-gcc", fixedSlot: true,
	emulator: emulated("/usr/aarch64-linux-gnu")}

// emulated returns the emulator's command line with a root directory; the program's name follows. Before QEMU
// 8, a forked child may wait forever for a lock of GLib's allocator that another thread held at the fork.
func emulated(root string) []string {
	return []string{"env", "G_SLICE=always-malloc", "qemu-aarch64", "-U", "G_SLICE", "-L", root, "-0"}
}

// native runs without an emulator, but only as before Android 10, where each runtime has its own TLS word:
// the C library of this machine uses the fixed slot. So it tests the code for Android on a second processor
// architecture, with real threads and a real kernel's signals. Only the emulator shows how two runtimes
// affect each other.
var native = machine{abi: "x86_64", cc: "gcc", libc: []string{"-DBEFORE_ANDROID_10"}}

// install fills a new directory with the program that acts as app and loader, two layers, the app's own Go
// library, and Android's libraries.
func (m machine) install(t *testing.T, ndk string) string {
	t.Helper()
	dir, source := t.TempDir(), "testdata/goruntime"
	cc := append([]string{m.cc, "-Wall", "-Wextra", "-Werror", "-o"}, filepath.Join(dir, "libc.so"))
	must(t, "../internal/testutil/testdata/standin", nil, append(append(cc, m.libc...), "-shared", "-fPIC", "-Wl,-soname,libc.so", "libc.c")...)
	must(t, source, nil, m.cc, "-Wall", "-Wextra", "-Werror", "-pthread", "-o", filepath.Join(dir, "host"), "host.c", "await.c", "layers.c", "signals.c",
		"-Wl,--no-as-needed,--disable-new-dtags,-rpath,"+dir, filepath.Join(dir, "libc.so"), "-ldl")
	must(t, source, nil, m.cc, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", filepath.Join(dir, "inside.so"), "inside.c", "-ldl")
	liblog := filepath.Join(ndk, "toolchains", "llvm", "prebuilt", "linux-x86_64", "sysroot", m.abi, "liblog.so")
	if err := os.Symlink(liblog, filepath.Join(dir, "liblog.so")); err != nil {
		t.Fatal(err)
	}
	abi, err := FindABI(m.abi)
	if err != nil {
		t.Fatal(err)
	}
	env, err := openTestNDK(t, ndk).Env(abi, gen.MinAPI)
	if err != nil {
		t.Fatal(err)
	}
	must(t, source, append(env, "CGO_ENABLED=1"), "go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", filepath.Join(dir, "foreign.so"), "./foreign")
	for _, name := range []string{"lower", "upper"} {
		if err := os.Rename(buildLayer(t, name, build.Target{Name: m.abi, Env: env}), filepath.Join(dir, name+".so")); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// buildLayer builds a layer with a hook in Go and one in C.
func buildLayer(t *testing.T, name string, target build.Target) string {
	t.Helper()
	c := project.Config{Name: name, Init: "active", API: "egl=1.5,gles2=3.2", Extensions: "none", Template: "go",
		Intercept: []project.Intercept{{Match: "glClear", Hooks: "go"}, {Match: "glClearStencil", Hooks: "c"}}}
	q := project.Request{Module: name, Tool: "test", Config: c, Dir: filepath.Join(t.TempDir(), name)}
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"hooks.go": "hooks.go", "hooks.c": "core/hooks.c"} {
		text, err := os.ReadFile(filepath.Join("testdata/goruntime", from))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(q.Dir, to), strings.ReplaceAll(string(text), "NAME", name), 0o644)
	}
	var output bytes.Buffer
	lib, err := build.Build(t.Context(), q.Dir, &c, target, &output)
	if err != nil {
		t.Fatalf("%v\n%s", err, output.String())
	}
	return lib
}

// stack matches the goroutine traces that follow a panic message.
var stack = regexp.MustCompile(`(?m)^log 6/\w+: goroutine .*\n(log 6/\w+: .*\n)*`)

// qemuSaid matches the line that the emulator adds when a signal ends the program.
var qemuSaid = regexp.MustCompile(`(?m)^qemu: uncaught target signal .*\n`)

// play runs the program under a name and returns its output, with the lines joined by "|".
func (m machine) play(t *testing.T, dir, name string, env []string, words string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	line := append(append(append([]string{}, m.emulator...), name, filepath.Join(dir, "host")), strings.Fields(words)...)
	if m.emulator == nil {
		line = line[1:]
	}
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	if m.emulator == nil {
		cmd.Args[0] = name
	}
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that Cancel kills its children, too
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.CombinedOutput()
	output := qemuSaid.ReplaceAllString(stack.ReplaceAllString(string(out), ""), "")
	if err != nil {
		output += strings.TrimSuffix(err.Error(), " (core dumped)") // the suffix depends on the host's core dump settings
	}
	return strings.ReplaceAll(strings.TrimSpace(output), "\n", "|")
}
