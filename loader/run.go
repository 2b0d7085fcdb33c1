package loader

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// EnvRun is the environment variable with the path of the run directory.
const EnvRun = "GLESLAYERGEN_RUN"

const envLibraries = "LD_LIBRARY_PATH"

// A Run is a directory that configures the loader in one program and its child processes, and receives their
// results.
type Run struct {
	Dir   string
	host  *Host
	setup Setup
	held  *os.File // nil for a directory that stays
}

// NewRun creates a run directory. In parent, it stays until someone removes it; with an empty parent, it is
// with the user's temporary files and ends with this process.
func (h *Host) NewRun(parent string, s Setup) (*Run, error) {
	config, err := s.config(h.Driver)
	if err != nil {
		return nil, err
	}
	properties, err := lines(s.Properties)
	if err != nil {
		return nil, err
	}
	linker, err := lines(s.linker)
	if err != nil {
		return nil, err
	}
	dir, held, err := runDir(parent)
	if err != nil {
		return nil, err
	}
	r := &Run{dir, h, s, held}
	err = errors.Join(os.WriteFile(filepath.Join(dir, "config"), config, 0o600),
		os.WriteFile(filepath.Join(dir, "properties"), properties, 0o600),
		os.WriteFile(filepath.Join(dir, "linker"), linker, 0o600))
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// runDir creates a directory that only this user can access. It prefers file systems in memory, because
// programs update counters in the directory.
func runDir(parent string) (dir string, held *os.File, err error) {
	const prefix = "gleslayergen-run-"
	if parent != "" {
		if err := wantAbsolute(parent); err != nil {
			return "", nil, err
		}
		dir, err = os.MkdirTemp(parent, prefix)
		return dir, nil, err
	}
	var last error
	for _, parent := range []string{os.Getenv("XDG_RUNTIME_DIR"), "/dev/shm", os.TempDir()} {
		err := wantAbsolute(parent)
		if err == nil {
			dir, held, err = fsx.MakeLocked(parent, prefix, inUse)
		}
		if err == nil {
			return dir, held, nil
		}
		last = err
	}
	return "", nil, last
}

func wantAbsolute(dir string) error {
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("%q: not an absolute path", dir)
	}
	return nil
}

// Close removes the folder.
func (r *Run) Close() error {
	defer r.held.Close() // a no-op if nil
	return os.RemoveAll(r.Dir)
}

// Env returns the variables that make a program run under the layers, and those of the setup. It leaves all others unchanged.
func (r *Run) Env() []string {
	return append([]string{
		EnvRun + "=" + r.Dir,
		envLibraries + "=" + prependDir(r.host.Dir, os.Getenv(envLibraries)),
	}, r.setup.Variables...)
}

// prependDir puts dir in front of a path, and drops empty elements, which would mean the current
// directory.
func prependDir(dir, path string) string {
	kept := []string{dir}
	for _, element := range strings.FieldsFunc(path, func(r rune) bool { return r == ':' || r == ';' }) {
		if element != dir {
			kept = append(kept, element)
		}
	}
	return strings.Join(kept, ":")
}

// Command returns a command that runs prog under the layers.
func (r *Run) Command(ctx context.Context, prog string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, prog, args...)
	cmd.Env = append(os.Environ(), r.Env()...)
	return cmd
}
