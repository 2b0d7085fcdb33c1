package layercmd

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/doctor"
	"github.com/gleslayergen/gleslayergen/examples"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
)

// demoFiles are the author's files of the demonstration: the hook and its test.
//
//go:embed demo/*.txt
var demoFiles embed.FS

// Demo returns the command demo.
func Demo(e *ui.Env) *cobra.Command {
	keep := ""
	cmd := &cobra.Command{
		Use: "demo",
		Long: `Writes a layer in a temporary directory, edits its hook, builds the layer, and shows a call that the hook
intercepts. For each step, the demo prints the command that you would type.

If Mesa is installed, the demo runs a small OpenGL ES program with the layer, without a window. Otherwise a
test calls the hook, with a fake driver. The first build takes about a minute. At the end, the demo removes the
directory.

The demo needs Go and a C compiler. To check that they are installed, run gleslayergen doctor demo.`,
		Example: `  gleslayergen demo
  gleslayergen demo --keep ./demo`,
		Args: ui.Args(0, 0, ""),
	}
	cmd.Flags().StringVar(&keep, "keep", "", "write to `DIR`, which must be empty or not exist, and keep the files")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("keep") && keep == "" {
			return ui.Usage("--keep", "the directory name is empty", "for example: --keep ./demo")
		}
		d := &demo{e: e, keep: keep}
		return d.run(cmd.Context())
	}
	return cmd
}

// demo is a run of the command demo.
type demo struct {
	e     *ui.Env
	keep  string // the directory to write to, or ""
	dir   string // where the steps run
	self  string // the path of this program
	tools *doctor.Report
}

func (d *demo) run(ctx context.Context) (err error) {
	if d.self, err = os.Executable(); err != nil {
		return err
	}
	d.tools = doctor.Check(ctx, d.e.Machine, doctor.For(doctor.Tools(d.e.Machine.System), "demo"), []string{"demo"})
	if needed, _ := d.tools.Missing(); len(needed) > 0 {
		return ui.WithHint(fmt.Errorf("demo: %s not found", needed[0].Tool), "to see how to install it: gleslayergen doctor demo")
	}
	if err := d.makeDir(); err != nil {
		return err
	}
	if d.keep == "" {
		defer func() { err = errors.Join(err, os.RemoveAll(d.dir)) }()
	}
	steps := []func(context.Context) error{d.create, d.editHook, d.callHook}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	d.printNext()
	return nil
}

func (d *demo) makeDir() (err error) {
	if d.keep == "" {
		d.dir, err = os.MkdirTemp("", "gleslayergen-demo-")
		return err
	}
	if entries, err := os.ReadDir(d.keep); err == nil && len(entries) > 0 {
		return ui.Usage("--keep "+d.keep, "the directory is not empty", "give a directory that is empty or does not exist")
	}
	if d.dir, err = filepath.Abs(d.keep); err != nil {
		return err
	}
	return os.MkdirAll(d.dir, 0o777)
}

// create writes the project.
func (d *demo) create(ctx context.Context) error {
	d.e.Printf("Write a layer that intercepts eglChooseConfig:\n")
	_, err := d.step(ctx, "", d.self, "new", "demo", "--active", "--intercept", "eglChooseConfig")
	return err
}

// editHook replaces the stub of the hook, and its test.
func (d *demo) editHook(context.Context) error {
	for _, name := range []string{"hooks.go", "hooks_test.go"} {
		content, err := demoFiles.ReadFile("demo/" + name + ".txt")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(d.dir, "demo", name), content, 0o666); err != nil {
			return err
		}
		if name == "hooks.go" {
			_, hook, _ := strings.Cut(string(content), "// eglChooseConfig")
			d.e.Printf("\nEdit demo/hooks.go. The hook now logs each call:\n\n")
			d.e.Printf("    // eglChooseConfig%s", strings.ReplaceAll(strings.TrimSuffix(hook, "\n"), "\n", "\n    "))
			d.e.Printf("\n")
		}
	}
	return nil
}

// callHook builds the layer, makes a program or a test call the hook, and prints the hook's log line.
func (d *demo) callHook(ctx context.Context) error {
	var log string
	var err error
	caller := "The program"
	if missing := d.missingForProgram(ctx); missing == "" {
		log, err = d.runProgram(ctx)
	} else {
		caller = "The test"
		log, err = d.runTest(ctx, missing)
	}
	if err != nil {
		return err
	}
	_, line, found := strings.Cut(log, "eglChooseConfig({")
	if !found {
		return ui.WithHint(errors.New("demo: the hook was not called"), "to see which tools are missing: gleslayergen doctor demo; then run gleslayergen demo again")
	}
	line, _, _ = strings.Cut(line, "\n")
	d.e.Printf("\n%s called eglChooseConfig, and the hook logged:\n\n", caller)
	d.e.Printf("    eglChooseConfig({%s\n", line)
	return nil
}

// missingForProgram returns a sentence about what a program with the layer needs and this machine lacks, or "". It
// writes the program's source.
func (d *demo) missingForProgram(ctx context.Context) string {
	if d.e.Machine.System != "linux" {
		return "The desktop loader does not run on " + d.e.Machine.System
	}
	if _, others := d.tools.Missing(); len(others) > 0 {
		return others[0].Tool + " was not found"
	}
	if err := os.CopyFS(filepath.Join(d.dir, "app"), examples.App()); err != nil {
		return "The source of the program was not written (" + err.Error() + ")"
	}
	cc := cbuild.FindCompiler()
	cmd := exec.CommandContext(ctx, cc[0], append(cc[1:], "-E", "-o", os.DevNull, "app.c")...)
	if cmd.Dir = filepath.Join(d.dir, "app"); cmd.Run() != nil {
		return "The headers of EGL and OpenGL ES were not found"
	}
	return ""
}

// runProgram runs examples/app with the layer.
func (d *demo) runProgram(ctx context.Context) (log string, err error) {
	d.e.Printf("\nBuild the layer:\n")
	if _, err := d.step(ctx, "demo", d.self, "build"); err != nil {
		return "", err
	}
	d.e.Printf("\nBuild a small OpenGL ES program:\n")
	cc := cbuild.FindCompiler()
	if _, err := d.step(ctx, "app", cc[0], append(cc[1:], "-o", "app", "app.c", "-pthread", "-lEGL", "-lGLESv2")...); err != nil {
		return "", err
	}
	d.e.Printf("\nRun the program with the layer, without a window or a GPU:\n")
	return d.step(ctx, "", "env", "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1",
		d.self, "run", "--layer", "demo/build/host/libdemo.so", "--", "app/app")
}

// runTest runs the test of the hook.
func (d *demo) runTest(ctx context.Context, missing string) (log string, err error) {
	d.e.Printf("\n%s, so a test calls the hook, with a fake driver:\n", missing)
	return d.step(ctx, "demo", "go", "test", "-v", "-run", "TestHook", ".")
}

// step prints a command, runs it in a directory below the demonstration's, and returns its output.
func (d *demo) step(ctx context.Context, dir, program string, args ...string) (output string, err error) {
	shown := append([]string{program}, args...)
	if i := slices.Index(shown, d.self); i >= 0 {
		shown[i] = "gleslayergen"
	}
	line := strings.Join(shown, " ")
	d.e.Printf("    $ %s%s\n", changeDir(cmp.Or(dir, ".")), line)
	d.e.Out.Flush()
	d.e.Err.Flush()
	var buf bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = filepath.Join(d.dir, dir)
	cmd.Stdout = io.MultiWriter(d.e.Out, &buf)
	cmd.Stderr = cmd.Stdout
	if err := cmd.Run(); err != nil {
		return "", ui.WithHint(fmt.Errorf("demo: %s: %w", line, err), "to see which tools are missing: gleslayergen doctor demo")
	}
	return buf.String(), nil
}

// printNext prints what was shown, and the commands to continue with.
func (d *demo) printNext() {
	if d.keep != "" {
		d.e.Printf("\nThe files are in %s.\n", d.keep)
	}
	d.e.Printf("\nTo write your own layer:\n")
	d.e.Printf("    gleslayergen new mylayer --active --intercept eglChooseConfig\n    cd mylayer\n    make && make test\n")
	d.e.Printf("To see all commands:\n    gleslayergen --help\n")
}
