package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/gen/modules"
)

// kinds are what the guest does; clock preloads a clock that jumps.
var kinds = []string{"fork", "vfork", "cancel", "signals", "setrlimit", "threads", "closeall", "dlclose", "setuid", "terminate", "clock"}

// recordings are the exit codes of trace record that are correct for a kind: 7 for calls that are missing because of what the program
// does.
var recordings = map[string][]int{"closeall": {0, 7}, "setrlimit": {0, 7}, "setuid": {0, 7}, "cancel": {0, 7}, "threads": {0, 7}}

// known are the layers and kinds with a known limit, and its exit code: docs/limits.md has the reasons.
var known = map[string]int{"observe closeall": 128 + int(syscall.SIGABRT)}

// guests runs each kind of guest with each layer. The guest itself checks the results of its calls.
func (r *runner) guests(ctx context.Context, o options) ([]figure, error) {
	var figures []figure
	n := 0
	for _, l := range r.layers {
		f := figure{what: "programs, layer " + l[0]}
		if !strings.Contains(f.what, o.only) {
			continue
		}
		for _, kind := range kinds {
			if n++; (n+o.shard)%max(o.parts, 1) != 0 {
				continue
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			r.guest(ctx, &f, l, kind)
		}
		figures = append(figures, f)
	}
	return figures, nil
}

func (r *runner) guest(ctx context.Context, f *figure, layer [2]string, kind string) {
	program := []string{filepath.Join(r.dir, "guest"), kind}
	if kind == "clock" {
		program = []string{"env", "LD_PRELOAD=" + filepath.Join(r.dir, "clock.so"), program[0], "signals"}
	}
	allowed := []int{0}
	args := []string{r.tool, "run", "--layer", layer[1], "--set", "log=debug", "--"}
	switch layer[0] {
	case "recorder":
		allowed = append(allowed, recordings[kind]...)
		args = []string{r.tool, "trace", "record", "--frame-images", "--out", filepath.Join(r.dir, kind+".gltrace"), "--"}
	case "modules":
		for _, name := range modules.Switchable(everything()) {
			args = slices.Insert(args, len(args)-1, "--set", name+".on=1")
		}
		args = slices.Insert(args, len(args)-1, "--set", "errors.stack=0", "--set", "screenshot.every=1")
	}
	cmd, stop := r.command(ctx, append(args, program...)...)
	defer stop()
	out, err := cmd.CombinedOutput()
	f.processes++
	switch code := cmd.ProcessState.ExitCode(); {
	case code == known[layer[0]+" "+kind] && code != 0:
	case code < 0:
		f.report(cmd, fmt.Sprintf("the process was killed: %v", err), out)
	case !slices.Contains(allowed, code):
		f.report(cmd, fmt.Sprintf("exit code %d", code), out)
	case strings.Contains(string(out), "fatal error: ") || strings.Contains(string(out), "goroutine "):
		f.report(cmd, "a Go runtime failed", out)
	}
}
