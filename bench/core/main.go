// Command core measures what has limits: generating a project, the start of the tool, generated layers and
// their builds. It prints a table, writes build/bench/core.json, and fails if a limit is exceeded.
//
//	go run ./bench/core [new] [start] [build] [walk] [hooks]
//
// Without names all parts are run: about three minutes on two idle cores.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

func main() {
	chosen, err := choose(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench core:", err)
		os.Exit(2)
	}
	os.Exit(measure.Main("core", func(ctx context.Context, dir string, r *measure.Report) error {
		b, err := prepare(ctx, dir, r)
		if err != nil {
			return err
		}
		for _, p := range chosen {
			if err := p.run(b, ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// A part is a group of measurements that are taken in turns.
type part struct {
	name string
	run  func(*bench, context.Context) error
}

var parts = []part{
	{"new", (*bench).generate},
	{"start", (*bench).start},
	{"build", (*bench).builds},
	{"walk", (*bench).walk},
	{"hooks", (*bench).hooks},
}

func choose(names []string) ([]part, error) {
	if len(names) == 0 {
		return parts, nil
	}
	var chosen []part
	for _, name := range names {
		i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		if i < 0 {
			var all []string
			for _, p := range parts {
				all = append(all, p.name)
			}
			return nil, fmt.Errorf("%q: no part; the parts are %s", name, strings.Join(all, ", "))
		}
		chosen = append(chosen, parts[i])
	}
	return chosen, nil
}
