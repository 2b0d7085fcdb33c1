// Package orbit makes recordings of a real program: balls on a brick floor, drawn by Mesa, recorded by the
// tool itself.
package orbit

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed program
var sources embed.FS

// module is the root of the tool's module.
const module = "github.com/gleslayergen/gleslayergen"

// A Rig has the program and the tool, both built in a directory.
type Rig struct{ dir string }

// New builds both. Call it in the test module.
func New(ctx context.Context, dir string) (*Rig, error) {
	if err := os.CopyFS(dir, must(fs.Sub(sources, "program"))); err != nil {
		return nil, err
	}
	if err := os.Mkdir(filepath.Join(dir, "run"), 0o700); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		return nil, err
	}
	r := &Rig{dir}
	home, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return nil, fmt.Errorf("where %s is: %w", module, err)
	}
	program := append([]string{"-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", r.program()}, files...)
	for _, cmd := range []*exec.Cmd{
		exec.CommandContext(ctx, "gcc", append(program, "-lEGL", "-lGLESv2", "-lm")...),
		exec.CommandContext(ctx, "go", "build", "-C", strings.TrimSpace(string(home)), "-o", r.tool(), "./cmd/gleslayergen"),
	} {
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w (a missing program: make deps)\n%s", cmd.Args[0], err, out)
		}
	}
	return r, nil
}

func must(of fs.FS, err error) fs.FS {
	if err != nil {
		panic(err) // the directory is compiled into this program
	}
	return of
}

func (r *Rig) program() string  { return filepath.Join(r.dir, "orbit") }
func (r *Rig) tool() string     { return filepath.Join(r.dir, "gleslayergen") }
func (r *Rig) finished() string { return filepath.Join(r.dir, "finished") }

// Path returns the path of a file that the tool received without a directory.
func (r *Rig) Path(name string) string { return filepath.Join(r.dir, name) }

// Tool returns a run of the tool, which is interrupted when ctx is done. It sees only recordings of this rig.
func (r *Rig) Tool(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, r.tool(), args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "XDG_RUNTIME_DIR="+filepath.Join(r.dir, "run"))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	return cmd
}

// Record returns a run of the tool that records the program, for a number of frames with a pause after each,
// or until Finish.
func (r *Rig) Record(ctx context.Context, file string, frames int, pause time.Duration, options ...string) *exec.Cmd {
	args := append([]string{"trace", "record", "--out", file}, options...)
	return r.Tool(ctx, append(args, "--", "./orbit", strconv.Itoa(frames), strconv.Itoa(int(pause.Microseconds())), r.finished())...)
}

// Finish makes the program end after the current frame.
func (r *Rig) Finish() error { return os.WriteFile(r.finished(), nil, 0o600) }
