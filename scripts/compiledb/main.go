// Command compiledb writes compile_commands.json, which tells clangd and clang-tidy how to compile the plain C in templates/
// and loader/host. It generates the headers that this C includes below build/clang: those of a layer with hooks in Go and all
// modules, of a recorder, and of the desktop loader.
//
// Usage: go run ./scripts/compiledb
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/loader"
)

// entry is an element of compile_commands.json.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
}

// samples are the generated projects: a name, and the arguments of new.
var samples = map[string][]string{
	"layer":  {"--active", "--intercept", "glClear", "--hooks", "go", "--with", "log,errors,frames,calls,extensions,objects,draw,hud,screenshot,shaders,atrace,breadcrumbs,explain,gputime,memory,inject,profile"},
	"trace":  {"--template", "trace", "--force"},
	"replay": {"--template", "replay", "--force"},
}

// sources are the directories of plain C, with the directories of the generated headers.
var sources = []struct {
	glob    string
	include []string
}{
	{"templates/core/*.c", []string{"templates/core", "build/clang/layer/core"}},
	{"templates/trace/trace/*.c", []string{"templates/core", "templates/trace/trace", "build/clang/trace/trace", "build/clang/trace/core"}},
	{"templates/replay/play/*.c", []string{"templates/trace/trace", "templates/core", "templates/replay/play", "build/clang/replay/play", "build/clang/replay/trace", "build/clang/replay/core"}},
	{"loader/host/*.c", []string{"loader/host", "build/clang/loader"}},
	{"loader/host/probe/*.c", nil},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "compiledb:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	for name, args := range samples {
		dir := filepath.Join("build", "clang", name)
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		args = append([]string{"run", "./cmd/gleslayergen", "new", "--out", dir}, args...)
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("generate the sample project %s: %w\n%s", name, err, out)
		}
	}
	headers := filepath.Join("build", "clang", "loader")
	if err := errors.Join(os.RemoveAll(headers), loader.WriteSources(headers)); err != nil {
		return fmt.Errorf("generate the headers of the desktop loader: %w", err)
	}
	var entries []entry
	for _, s := range sources {
		files, err := filepath.Glob(s.glob)
		if err != nil {
			return err
		}
		for _, file := range files {
			args := []string{"clang", "-std=gnu11", "-pthread", "-Wall", "-Wextra"}
			for _, dir := range s.include {
				args = append(args, "-I"+dir)
			}
			entries = append(entries, entry{root, file, append(args, "-c", file)})
		}
	}
	text, err := json.MarshalIndent(entries, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile("compile_commands.json", append(text, '\n'), 0o666)
}
