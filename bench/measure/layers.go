package measure

import (
	"context"
	"os"
	"strings"
)

// Project generates a project if it does not exist.
func (w *Workshop) Project(ctx context.Context, name string) error {
	if _, err := os.Stat(w.Path(name)); err == nil {
		return nil
	}
	_, err := w.Tool(append([]string{"new", name}, strings.Fields(w.Projects[name])...)...).Run(ctx)
	return err
}

// Layer generates and builds a project if necessary and returns the path of the shared object.
func (w *Workshop) Layer(ctx context.Context, name string) (string, error) {
	if !w.built[name] {
		if err := w.Project(ctx, name); err != nil {
			return "", err
		}
		if _, err := w.Build(name, w.Cache).Run(ctx); err != nil {
			return "", err
		}
		w.built[name] = true
	}
	return w.Path(name, "build", "host", "lib"+name+".so"), nil
}

// Build runs "gleslayergen build" in a project.
func (w *Workshop) Build(name, cache string) Command {
	return Command{Args: []string{w.tool, "build"}, Dir: w.Path(name), Env: buildEnv(cache)}
}

// GoShared builds the Go package in a directory as a shared object, with those flags of layers that affect
// time: Android requires pages of 16 KiB, so more pages are loaded.
func (w *Workshop) GoShared(ctx context.Context, dir, out, cache string) (string, error) {
	_, err := Command{Args: []string{"go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -extldflags=-Wl,-z,max-page-size=16384", "-o", w.Path(out), "."}, Dir: w.Path(dir), Env: buildEnv(cache)}.Run(ctx)
	return w.Path(out), err
}

// GoList runs "go list" in a project.
func (w *Workshop) GoList(project, cache string, args ...string) Command {
	return Command{Args: append([]string{"go", "list"}, args...), Dir: w.Path(project), Env: buildEnv(cache)}
}

func buildEnv(cache string) []string {
	env := []string{"GOFLAGS=", "GOWORK=off", "GOPROXY=off", "CGO_ENABLED=1"}
	if cache != "" {
		env = append(env, "GOCACHE="+cache)
	}
	return env
}
