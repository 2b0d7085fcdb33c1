// Command reliability runs third-party programs with and without the recorder, and compares the runs. It prints a table, and
// fails if there is a difference for which differences.tsv or noise.tsv has no reason.
//
//	cd test && go run ./reliability [-markdown] [-keep DIR] [PROGRAM]...
//
// Without names all programs of programs.tsv are run. docs/reliability.md describes the method.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() {
	markdown := flag.Bool("markdown", false, "print the table of docs/reliability.md")
	keep := flag.String("keep", "", "keep the recordings, images and messages in the new directory `DIR`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := test(ctx, *markdown, *keep, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "reliability:", err)
		stop()
		os.Exit(1)
	}
}

// test runs the programs with these names, or all.
func test(ctx context.Context, markdown bool, keep string, names []string) error {
	chosen, err := choose(programs(), names)
	if err != nil {
		return err
	}
	dir, remove, err := workDir(keep)
	if err != nil {
		return err
	}
	defer remove()
	if err := adoptOrphans(); err != nil {
		return err
	}
	s, err := newStage(ctx, dir)
	if err != nil {
		return err
	}
	var rows []row
	failed := 0
	for _, p := range chosen {
		r := s.check(ctx, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.report(os.Stderr)
		failed += min(1, len(r.failures))
		rows = append(rows, r)
	}
	if err := printTable(os.Stdout, rows, markdown); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d programs differ with the recorder", failed, len(rows))
	}
	return nil
}

// workDir creates a directory, and returns a function that removes it unless its name was given.
func workDir(keep string) (string, func(), error) {
	if keep != "" {
		return keep, func() {}, os.Mkdir(keep, 0o700)
	}
	dir, err := os.MkdirTemp("", "reliability-")
	return dir, func() { os.RemoveAll(dir) }, err
}

// choose returns the programs with these names.
func choose(all []program, names []string) ([]program, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []program
	for _, name := range names {
		i := slices.IndexFunc(all, func(p program) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown program %q: see programs.tsv", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}
