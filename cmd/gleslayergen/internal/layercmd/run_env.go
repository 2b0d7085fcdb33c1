package layercmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
)

// runEnvReport is the JSON report of run --env.
type runEnvReport struct {
	Schema      int               `json:"schema"`
	Dir         string            `json:"folder"`
	Environment map[string]string `json:"environment"`
}

// printRunEnv creates a run directory, which stays, and prints the variables that name it.
func printRunEnv(ctx context.Context, e *ui.Env, host *loader.Host, s *loader.Setup, f *RunFlags) error {
	if err := CheckLayers(ctx, e, host, s, f.KeepGoing); err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	parent := filepath.Join(cache, "gleslayergen", "runs")
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	r, err := host.NewRun(parent, *s)
	if err != nil {
		return err
	}
	report := runEnvReport{1, r.Dir, map[string]string{}}
	for _, variable := range r.Env() {
		name, value, _ := strings.Cut(variable, "=")
		if ui.Escape(value) != value {
			return errors.Join(fmt.Errorf("%q: the path contains control characters, so it cannot be printed for a shell", value), r.Close())
		}
		report.Environment[name] = value
		if !f.asJSON {
			e.Printf("export %s=%s\n", name, ui.ShellQuote(value))
		}
	}
	e.Notef("the variables use a directory that gleslayergen does not remove; to remove it afterward: rm -r %s", ui.ShellQuote(r.Dir))
	if f.asJSON {
		return e.PrintJSON(report)
	}
	return nil
}
