package build

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/project"
)

// Target is the platform and the kind of a build.
type Target struct {
	Name  string   // directory below build/: host, or an ABI
	Env   []string // GOOS, GOARCH, CC, ...
	Debug bool     // for a debugger: without optimization
	NDK   string   // directory of the NDK with the compilers; "" for none

	Sysroot   string // directory of the sysroot with which clang builds C and C++ for a device without the NDK; "" for none
	Toolchain string // CMake's toolchain file in Sysroot; "" without the headers of the C++ standard library
	Start     string // object in Sysroot with the entry point, which is linked into programs
}

// Host returns the target for this machine, regardless of GOOS and GOARCH.
func Host() Target {
	return Target{Name: "host", Env: []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}}
}

// platform names the target in messages.
func (t Target) platform() string {
	if t.Name == Host().Name {
		return "this machine"
	}
	return t.Name
}

// grace is the time that an interrupted command has to exit.
const grace = 10 * time.Second

// Build builds the layer of the project at root for a target and returns the path of the stripped shared
// object. Symbols returns the path of its symbols. Output of the commands goes to out.
func Build(ctx context.Context, root string, c *project.Config, t Target, out io.Writer) (string, error) {
	if t.Name == Host().Name && runtime.GOOS != "linux" {
		return "", &project.Error{What: "cannot build for this machine", Why: "desktop layers require Linux", Advice: "to build for Android devices, pass --abi arm64-v8a"}
	}
	b := &building{root: root, name: c.Name, target: t, out: out, commands: project.BuildCommands(root)}
	if err := b.checkCompiler(); err != nil {
		return "", err
	}
	work, err := workDir()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	if err := b.prepare(work); err != nil {
		return "", err
	}
	result := filepath.Join(root, "build", t.Name, "lib"+c.Name+".so")
	if err := os.MkdirAll(filepath.Dir(result), 0o777); err != nil {
		return "", err
	}
	beside, err := os.MkdirTemp(filepath.Dir(result), ".build-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(beside)
	return result, b.run(ctx, beside, result)
}

// building is the state of one Build.
type building struct {
	root, name string
	target     Target
	out        io.Writer
	commands   [][]string // of the template pack; none: the kind of the project decides

	env     []string // environment of the go command and the compilers
	args    []string // arguments of go build
	link    string   // flags of the Go linker
	work    string   // temporary directory
	exports string   // version script of the linker, in work
}

// prepare sets up the environment and arguments of the build, with temporary files in work.
func (b *building) prepare(work string) error {
	hash, err := project.LockHash(b.root)
	if err != nil {
		return &project.Error{What: project.LockName, Why: fsx.Reason(err), Advice: "restore the file, for example from version control; if it is lost, create it again: gleslayergen update --adopt"}
	}
	b.work = work
	if len(b.commands) == 0 {
		if b.exports, err = plainCopy(filepath.Join(b.root, "core", "zz_generated_layer.map"), work); err != nil {
			return err
		}
		b.link = linkFlags(b.name, hash, b.exports)
	}
	if b.env, err = buildEnv(work); err != nil {
		return err
	}
	b.env = append(b.env, b.target.Env...)
	b.args = []string{"build", "-buildmode=c-shared", "-buildvcs=false"}
	if b.target.Debug {
		return b.forDebugger(work)
	}
	b.args = append(b.args, "-trimpath")
	return nil
}

// run builds the layer in the directory beside, and moves it and its symbols to their destination.
func (b *building) run(ctx context.Context, beside, result string) error {
	objcopy := b.objcopy(ctx)
	whole := filepath.Join(beside, "whole.so")
	if err := b.compiler()(ctx, whole, objcopy == "" && !b.target.Debug); err != nil {
		return err
	}
	if err := checkImports(whole); err != nil {
		return err
	}
	if objcopy == "" {
		return b.withoutSymbols(whole, result)
	}
	return b.split(ctx, objcopy, whole, result)
}

// compiler returns the function that builds this kind of project, with symbols or stripped.
func (b *building) compiler() func(ctx context.Context, whole string, strip bool) error {
	switch {
	case len(b.commands) > 0:
		return b.compileCommands
	case b.has(sourcesFile):
		return b.compileCMake
	case b.has(dispatchFile):
		return b.compileGo
	case b.has(goCoreFile):
		return b.compileC
	}
	return b.compileMake
}

// has reports whether the project has a file.
func (b *building) has(path string) bool {
	_, err := os.Stat(filepath.Join(b.root, filepath.FromSlash(path)))
	return err == nil
}

// compileGo builds the layer with the go command.
func (b *building) compileGo(ctx context.Context, whole string, strip bool) error {
	link := b.link
	if strip {
		link = "-s -w " + link
	}
	cmd := b.command(ctx, "go", append(b.args, "-ldflags", link, "-o", whole, ".")...)
	var output bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.root, &output, &output
	err := RunGroup(cmd)
	_, _ = io.WriteString(b.out, withDirs(b.root, output.String()))
	if err != nil {
		return buildError(b.target, err)
	}
	return nil
}

// command returns a command with the environment of the build.
func (b *building) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = b.env, b.out, b.out, grace
	return cmd
}

// SeeMessages is the advice of an error whose cause is in the messages of the compiler.
const SeeMessages = "the messages above describe the errors; to list missing tools: gleslayergen doctor build"

func buildError(t Target, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build", Why: "no go command in PATH", Advice: "install Go from https://go.dev/dl/"}
	}
	return &project.Error{What: "the build for " + t.platform() + " failed", Why: err.Error(), Advice: SeeMessages}
}

// workDir creates a temporary directory, also for the compilers. Its path has no characters with a meaning
// in linker options; the path of the project can contain blanks and commas.
func workDir() (string, error) {
	dir := os.TempDir()
	if runtime.GOOS != "windows" && strings.ContainsAny(dir, " ,='\"\\") {
		dir = "/tmp"
	}
	dir, err := os.MkdirTemp(dir, "gleslayergen-")
	if err != nil {
		return "", &project.Error{What: "cannot create a temporary directory", Why: err.Error(), Advice: "set TMPDIR to a writable directory"}
	}
	return dir, nil
}

func plainCopy(path, dir string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", &project.Error{What: "cannot read " + path, Why: fsx.Reason(err), Advice: "to generate the file again: gleslayergen update"}
	}
	copied := filepath.Join(dir, "layer.map")
	return copied, os.WriteFile(copied, text, 0o600)
}
