package build

import (
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

// Target is what a layer is built for, and how.
type Target struct {
	Name  string   // folder below build/: host, or an ABI
	Env   []string // GOOS, GOARCH, CC, ...
	Debug bool     // for a debugger: nothing is optimised
	NDK   string   // folder of the NDK that the compilers are of; "" for this machine
}

// Host is this machine, whatever GOOS and GOARCH say.
func Host() Target {
	return Target{Name: "host", Env: []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}}
}

// grace is how long an interrupted Go tool may take to end.
const grace = 10 * time.Second

// Build builds the layer of the project at root for a target and gives the path of the shared object, which is
// stripped; Symbols names what was taken from it. Messages of the Go tool go to out.
func Build(ctx context.Context, root string, c *project.Config, t Target, out io.Writer) (string, error) {
	if t.Name == Host().Name && runtime.GOOS != "linux" {
		return "", &project.Error{What: "cannot build for this machine", Why: "layers for a desktop are for Linux", Advice: "build for devices with --abi arm64-v8a"}
	}
	b := &building{root: root, name: c.Name, target: t, out: out}
	work, err := workFolder()
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

// building is one run of Build.
type building struct {
	root, name string
	target     Target
	out        io.Writer

	env     []string // of the Go tool and the compilers
	args    []string // of go build
	link    string   // flags of the Go linker
	work    string   // folder of temporary files
	exports string   // the linker's map, there
}

// prepare sets up everything that the Go tool is told, with files in the folder work.
func (b *building) prepare(work string) error {
	hash, err := project.LockHash(b.root)
	if err != nil {
		return &project.Error{What: project.LockName, Why: fsx.Reason(err), Advice: "bring it back, for example from version control; or make the project anew in another folder, and copy your hooks to it"}
	}
	b.work = work
	if b.exports, err = plainCopy(filepath.Join(b.root, "core", "zz_generated_layer.map"), work); err != nil {
		return err
	}
	b.link = linkFlags(b.name, hash, b.exports)
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

// run links the layer in the folder beside, and moves it to its place, with its symbols.
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

// compiler is the way in which the project's layer is made, with or without symbols.
func (b *building) compiler() func(ctx context.Context, whole string, strip bool) error {
	switch {
	case b.has(sourcesFile):
		return b.compileCMake
	case b.has(makeFile):
		return b.compileMake
	case b.has(dispatchFile):
		return b.compileGo
	}
	return b.compileC
}

// has reports whether there is a file in the project.
func (b *building) has(path string) bool {
	_, err := os.Stat(filepath.Join(b.root, filepath.FromSlash(path)))
	return err == nil
}

// compileGo makes the layer, with or without symbols, by the Go tool.
func (b *building) compileGo(ctx context.Context, whole string, strip bool) error {
	link := b.link
	if strip {
		link = "-s -w " + link
	}
	cmd := b.command(ctx, "go", append(b.args, "-ldflags", link, "-o", whole, ".")...)
	cmd.Dir = b.root
	if err := RunGroup(cmd); err != nil {
		return buildError(b.target, err)
	}
	return nil
}

// command is a program in the environment of the build.
func (b *building) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = b.env, b.out, b.out, grace
	return cmd
}

func buildError(t Target, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return &project.Error{What: "cannot build", Why: "there is no go command on the PATH", Advice: "install Go from https://go.dev/dl/"}
	}
	return &project.Error{What: "the build for " + t.Name + " failed", Why: err.Error(), Advice: "the messages above name file and line; gleslayergen doctor build names tools that are missing"}
}

// workFolder is a folder for temporary files, also those of the compilers, whose path has no characters that a
// linker option gives a meaning: the project may stand in a folder with a blank or a comma in its name.
func workFolder() (string, error) {
	dir := os.TempDir()
	if runtime.GOOS != "windows" && strings.ContainsAny(dir, " ,='\"\\") {
		dir = "/tmp"
	}
	dir, err := os.MkdirTemp(dir, "gleslayergen-")
	if err != nil {
		return "", &project.Error{What: "no folder for temporary files", Why: err.Error(), Advice: "set TMPDIR to a folder that can be written to"}
	}
	return dir, nil
}

func plainCopy(path, dir string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", &project.Error{What: "no complete project", Why: fsx.Reason(err) + ": " + path, Advice: "make it anew with gleslayergen new"}
	}
	copied := filepath.Join(dir, "layer.map")
	return copied, os.WriteFile(copied, text, 0o600)
}
