package loader

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/dirlock"
)

// EnvRun names the run folder to the stand-ins.
const EnvRun = "GLESLAYERGEN_RUN"

const envLibraries = "LD_LIBRARY_PATH"

// A Run is a folder by which one program, with its children, and the stand-ins in them are told what to do, and in
// which they leave what they saw.
type Run struct {
	Dir   string
	host  *Host
	setup Setup
	held  *os.File // nil for a folder that stays
}

// NewRun makes a run folder in parent, to stay until somebody removes it; or where temporary files of this user stand best,
// to stay no longer than this process.
func (h *Host) NewRun(parent string, s Setup) (*Run, error) {
	config, err := s.config(h.Driver)
	if err != nil {
		return nil, err
	}
	properties, err := lines(s.Properties)
	if err != nil {
		return nil, err
	}
	dir, held, err := runFolder(parent)
	if err != nil {
		return nil, err
	}
	r := &Run{dir, h, s, held}
	err = errors.Join(os.WriteFile(filepath.Join(dir, "config"), config, 0o600),
		os.WriteFile(filepath.Join(dir, "properties"), properties, 0o600))
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// runFolder makes a folder of nobody else's. In memory is best: what programs count there is written to no disk.
func runFolder(parent string) (dir string, held *os.File, err error) {
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
			dir, held, err = dirlock.MakeLocked(parent, prefix, inUse)
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
	defer r.held.Close() // of none, it does nothing
	return os.RemoveAll(r.Dir)
}

// Env returns the variables by which a program comes to run under the layers; all others are left as they are.
func (r *Run) Env() []string {
	return []string{
		EnvRun + "=" + r.Dir,
		envLibraries + "=" + prependFolder(r.host.Dir, os.Getenv(envLibraries)),
	}
}

// prependFolder puts dir before the folders of a path, and leaves no empty element, which would mean the current folder.
func prependFolder(dir, path string) string {
	kept := []string{dir}
	for _, element := range strings.FieldsFunc(path, func(r rune) bool { return r == ':' || r == ';' }) {
		if element != dir {
			kept = append(kept, element)
		}
	}
	return strings.Join(kept, ":")
}

// Command returns prog set to run under the layers.
func (r *Run) Command(ctx context.Context, prog string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, prog, args...)
	cmd.Env = append(os.Environ(), r.Env()...)
	return cmd
}
