package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The projects to build, with the arguments of new.
var projects = map[string]string{
	"fullgo":   "--active --hooks go --intercept @all --force",
	"fullnone": "--active --hooks none --intercept @all --force",
	"onego":    "--active --hooks go --intercept eglChooseConfig",
}

// layer builds a project as Layer does, with the standard library in the cache.
func (b *bench) layer(ctx context.Context, name string) (string, error) {
	if err := b.needCache(ctx); err != nil {
		return "", err
	}
	return b.Layer(ctx, name)
}

// needCache creates the build caches: one that contains only the standard library, built for shared objects,
// and a copy of it for the projects.
func (b *bench) needCache(ctx context.Context) error {
	if b.std != "" {
		return nil
	}
	if err := b.Project(ctx, "fullgo"); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "cache: building the standard library")
	imports, err := b.standardImports(ctx)
	if err != nil {
		return err
	}
	if err := b.buildStandard(ctx, imports, b.Path("std")); err != nil {
		return err
	}
	b.std, b.Cache = b.Path("std"), b.Path("cache")
	return os.CopyFS(b.Cache, os.DirFS(b.std))
}

// standardImports returns the packages of the standard library that the largest project imports, directly or
// not.
func (b *bench) standardImports(ctx context.Context) ([]string, error) {
	list := "{{if not .Standard}}{{range .Imports}}{{println .}}{{end}}{{end}}"
	u, err := b.GoList("fullgo", b.Path("std"), "-deps", "-f", list, ".").Run(ctx)
	var imports []string
	for _, path := range strings.Fields(u.Out) {
		if path != "C" && path != "unsafe" && !strings.HasPrefix(path, "fullgo/") {
			imports = append(imports, path)
		}
	}
	return imports, err
}

// buildStandard fills a cache: it builds an empty shared object with the flags of build.Build.
func (b *bench) buildStandard(ctx context.Context, imports []string, cache string) error {
	dir := b.Path("standard")
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
	_, err := b.GoShared(ctx, "standard", "standard.so", cache)
	return err
}
