package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Target is what a layer is built for.
type Target struct {
	Name string   // folder below build/: host, or an ABI
	Env  []string // GOOS, GOARCH, CC, ...
}

// Host is this machine, whatever GOOS and GOARCH say.
func Host() Target {
	return Target{Name: "host", Env: []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}}
}

// grace is how long an interrupted Go tool may take to end.
const grace = 10 * time.Second

// linkFlags are what #cgo lines may not hold: the name others link against, pages of 16 KiB, no missing
// symbols, and the list of the two exports.
const linkFlags = "-Wl,-soname,lib%s.so -Wl,-z,max-page-size=16384 -Wl,--no-undefined -Wl,--version-script=%s"

// Build builds the layer of the project at root for a target and gives the path of the shared object. Messages
// of the Go tool go to out.
func Build(ctx context.Context, root string, c *Config, t Target, out io.Writer) (string, error) {
	if t.Name == Host().Name && runtime.GOOS != "linux" {
		return "", &Error{What: "cannot build for this machine", Why: "layers for a desktop are for Linux", Advice: "build for devices with --abi arm64-v8a"}
	}
	hash, err := lockHash(root)
	if err != nil {
		return "", &Error{What: LockName, Why: reason(err), Advice: "the project is not complete: make it anew with gleslayergen new"}
	}
	work, err := workFolder()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	exports, err := plainCopy(filepath.Join(root, "core", "zz_generated_layer.map"), work)
	if err != nil {
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
	unfinished := filepath.Join(beside, filepath.Base(result))
	ldflags := "-s -w -buildid=gleslayer-" + hash + " -X=runtime.godebugDefault=asyncpreemptoff=1 '-extldflags=" +
		fmt.Sprintf(linkFlags, c.Name, exports) + "'"
	cmd := exec.CommandContext(ctx, "go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false",
		"-ldflags", ldflags, "-o", unfinished, ".")
	cmd.Dir = root
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=1", "GOWORK=off", "GOTMPDIR="+work, "TMPDIR="+work), t.Env...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = grace
	if err := runGroup(cmd); err != nil {
		return "", buildError(t, err)
	}
	return result, os.Rename(unfinished, result)
}

func buildError(t Target, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return &Error{What: "cannot build", Why: "there is no go command on the PATH", Advice: "install Go from https://go.dev/dl/"}
	}
	return &Error{What: "the build for " + t.Name + " failed", Why: err.Error(), Advice: "the messages above name file and line; gleslayergen doctor build names tools that are missing"}
}

// workFolder is a folder for temporary files, also those of the compilers, whose path has no characters that a
// linker option gives a meaning: the project may stand in a folder with a blank or a comma in its name.
func workFolder() (string, error) {
	dir := os.TempDir()
	if runtime.GOOS != "windows" && strings.ContainsAny(dir, " ,'\"\\") {
		dir = "/tmp"
	}
	dir, err := os.MkdirTemp(dir, "gleslayergen-")
	if err != nil {
		return "", &Error{What: "no folder for temporary files", Why: err.Error(), Advice: "set TMPDIR to a folder that can be written to"}
	}
	return dir, nil
}

func plainCopy(path, dir string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", &Error{What: "no complete project", Why: reason(err) + ": " + path, Advice: "make it anew with gleslayergen new"}
	}
	copied := filepath.Join(dir, "layer.map")
	return copied, os.WriteFile(copied, text, 0o600)
}
