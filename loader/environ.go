package loader

import (
	"context"
	"os"
	"os/exec"
	"strings"
)

const envLibraries = "LD_LIBRARY_PATH"

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
