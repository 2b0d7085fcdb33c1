package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/loader"
)

// runEnvReport is run --env --json.
type runEnvReport struct {
	Schema      int               `json:"schema"`
	Folder      string            `json:"folder"`
	Environment map[string]string `json:"environment"`
}

// printRunEnv makes a run folder that stays, and prints the way to it.
func (e *env) printRunEnv(ctx context.Context, host *loader.Host, s *loader.Setup, f *runFlags) error {
	if err := e.checkLayers(ctx, host, s, f.keepGoing); err != nil {
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
		if text.Escape(value) != value {
			return errors.Join(fmt.Errorf("%q: a path with control characters cannot be printed for a shell", value), r.Close())
		}
		report.Environment[name] = value
		if !f.asJSON {
			e.printf("export %s=%s\n", name, shellQuote(value))
		}
	}
	e.notef("these lead to a folder that stays; when you are done: rm -r %s", shellQuote(r.Dir))
	if f.asJSON {
		return e.printJSON(report)
	}
	return nil
}

// shellQuote makes one word of a text for any shell.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
