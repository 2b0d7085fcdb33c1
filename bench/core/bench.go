package main

import (
	"context"
	"embed"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// rounds is how many processes a median is taken of.
const rounds = 9

//go:embed testdata
var sources embed.FS

// bench is what the parts share.
type bench struct {
	dir    string // gone at the end
	tool   string // the program under test
	report *measure.Report

	std, cache string // GOCACHE: of the standard library alone; of the projects here
	built      map[string]bool
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "glad", "taskset", measure.GlXML, measure.EglXML); err != nil {
		return nil, err
	}
	root, err := measure.Root()
	if err != nil {
		return nil, err
	}
	r.Path = filepath.Join(root, r.Path)
	b := &bench{dir: dir, tool: filepath.Join(dir, "gleslayergen"), report: r, built: map[string]bool{}}
	_, err = measure.Command{
		Args: []string{"go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.tool, "./cmd/gleslayergen"},
		Dir:  root, Env: []string{"CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"},
	}.Run(ctx)
	return b, err
}

// path is a place in the folder of the run.
func (b *bench) path(elem ...string) string {
	return filepath.Join(append([]string{b.dir}, elem...)...)
}

// toolCommand is the program under test with arguments.
func (b *bench) toolCommand(args ...string) measure.Command {
	return measure.Command{Args: append([]string{b.tool}, args...), Dir: b.dir}
}

// source writes a file of testdata to the folder of the run.
func (b *bench) source(name string) (string, error) {
	text, err := fs.ReadFile(sources, path.Join("testdata", name))
	if err != nil {
		return "", err
	}
	file := b.path(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return "", err
	}
	return file, os.WriteFile(file, text, 0o666)
}

// compile makes a program, or a shared object, of a C file of testdata.
func (b *bench) compile(ctx context.Context, name, out string, flags ...string) (string, error) {
	file, err := b.source(name)
	if err != nil {
		return "", err
	}
	args := append([]string{"cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-o", b.path(out), file}, flags...)
	_, err = measure.Command{Args: append(args, "-ldl")}.Run(ctx)
	return b.path(out), err
}

// probe makes a probe of a command's time, in a unit; before puts in order what the last round left.
func probe(name, unit string, c measure.Command, before func() error) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		if err := before(); err != nil {
			return nil, err
		}
		u, err := c.Run(ctx)
		return measure.Values{"": in(unit, u.Wall), measure.Processor: in(unit, u.Processor)}, err
	}}
}

func in(unit string, d time.Duration) float64 {
	if unit == measure.Second {
		return d.Seconds()
	}
	return float64(d.Nanoseconds()) / 1e6
}

func nothing() error { return nil }

// without removes a folder.
func without(dir string) func() error { return func() error { return os.RemoveAll(dir) } }
