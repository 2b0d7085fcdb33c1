package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The projects that are built here, and how new makes them. The name is folder, library and module.
var projects = map[string]string{
	"fullgo":    "--active --hooks go --intercept @all --force",
	"fullnone":  "--active --hooks none --intercept @all --force",
	"onego":     "--active --hooks go --intercept eglChooseConfig",
	"probego":   "--passive --hooks go" + probed,
	"probec":    "--passive --hooks c" + probed,
	"probenone": "--passive --hooks none" + probed,
}

// probed are commands of three, five and nine parameters.
const probed = " --intercept glDrawArrays --intercept eglChooseConfig --intercept glTexImage2D"

// project generates a project unless it is there.
func (b *bench) project(ctx context.Context, name string) error {
	if _, err := os.Stat(b.path(name)); err == nil {
		return nil
	}
	_, err := b.toolCommand(append([]string{"new", name}, strings.Fields(projects[name])...)...).Run(ctx)
	return err
}

// layer generates and builds a project unless that is done, and gives the shared object.
func (b *bench) layer(ctx context.Context, name string) (string, error) {
	if !b.built[name] {
		err := errors.Join(b.project(ctx, name), b.needCache(ctx))
		if err == nil {
			_, err = b.buildCommand(name, b.cache).Run(ctx)
		}
		if err != nil {
			return "", err
		}
		b.built[name] = true
	}
	return b.path(name, "build", "host", "lib"+name+".so"), nil
}

// buildCommand is "gleslayergen build" in a project.
func (b *bench) buildCommand(name, cache string) measure.Command {
	return measure.Command{Args: []string{b.tool, "build"}, Dir: b.path(name), Env: buildEnv(cache)}
}

func buildEnv(cache string) []string {
	return []string{"GOCACHE=" + cache, "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "CGO_ENABLED=1"}
}

// needCache makes the build caches: one with the standard library as shared objects need it and nothing else, and a
// copy of it for the projects.
func (b *bench) needCache(ctx context.Context) error {
	if b.std != "" {
		return nil
	}
	if err := b.project(ctx, "fullgo"); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "cache: building the standard library")
	imports, err := b.standardImports(ctx)
	if err != nil {
		return err
	}
	if err := b.buildStandard(ctx, imports, b.path("std")); err != nil {
		return err
	}
	b.std, b.cache = b.path("std"), b.path("cache")
	return os.CopyFS(b.cache, os.DirFS(b.std))
}

// standardImports are the packages outside the full project that it is made from.
func (b *bench) standardImports(ctx context.Context) ([]string, error) {
	list := "{{if not .Standard}}{{range .Imports}}{{println .}}{{end}}{{end}}"
	u, err := measure.Command{Args: []string{"go", "list", "-deps", "-f", list, "."}, Dir: b.path("fullgo"), Env: buildEnv(b.path("std"))}.Run(ctx)
	var imports []string
	for _, path := range strings.Fields(u.Out) {
		if path != "C" && path != "unsafe" && !strings.HasPrefix(path, "fullgo/") {
			imports = append(imports, path)
		}
	}
	return imports, err
}

// buildStandard fills a cache by building a shared object that does nothing, with the flags of project.Build.
func (b *bench) buildStandard(ctx context.Context, imports []string, cache string) error {
	dir := b.path("standard")
	text := "package main\n\nimport \"C\"\n"
	for _, path := range imports {
		text += fmt.Sprintf("import _ %q\n", path)
	}
	files := map[string]string{"main.go": text + "\nfunc main() {}\n", "go.mod": "module standard\n\ngo 1.26\n"}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	_, err := measure.Command{Args: []string{"go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w",
		"-o", filepath.Join(dir, "standard.so"), "."}, Dir: dir, Env: buildEnv(cache)}.Run(ctx)
	return err
}
