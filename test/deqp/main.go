// Command deqp records test cases of dEQP and replays the recordings with the same driver. It prints a table, and fails if an
// asserted answer of a replay differs, or if nothing was compared.
//
//	cd test && go run ./deqp [-sample N] [-seed N] [-cases FILE] [-keep DIR] DIR
//
// DIR has the programs deqp-gles2, deqp-gles3 and deqp-gles31, or those of a build in modules/*. Modules without a program are left
// out. If a replay fails, the cases that fail alone are searched and printed, unless differences.tsv has them. The recordings and logs are
// then kept, and their directory is printed. docs/reliability.md describes the method.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
)

// options has what the command line chooses.
type options struct {
	sample int    // one case in so many
	seed   uint64 // of the choice
	cases  string // file with the names of cases; "": those that the programs list
	keep   string // new directory for the recordings; "": they are kept only after a failure
}

func main() {
	var o options
	flag.IntVar(&o.sample, "sample", 20, "run one case in `N`")
	flag.Uint64Var(&o.seed, "seed", 1, "choose other cases with another `N`")
	flag.StringVar(&o.cases, "cases", "", "take the names of the cases from `FILE`, for example a list of mustpass")
	flag.StringVar(&o.keep, "keep", "", "keep recordings and logs in the new directory `DIR`")
	flag.Parse()
	if o.sample < 1 {
		fmt.Fprintf(os.Stderr, "deqp: -sample %d: a number from 1 expected\n", o.sample)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := test(ctx, o, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "deqp:", err)
		stop()
		os.Exit(1)
	}
}

// test runs the modules of a directory, and prints what it did before an error too.
func test(ctx context.Context, o options, dir string) error {
	modules, err := findModules(dir)
	if err != nil {
		return err
	}
	work, err := workDir(o.keep)
	if err != nil {
		return err
	}
	results, err := runModules(ctx, o, work, modules)
	printTable(os.Stdout, results)
	if err == nil {
		err = check(results)
	}
	switch failed := slices.ContainsFunc(results, func(r result) bool { return len(r.failures) > 0 }); {
	case failed:
		fmt.Fprintln(os.Stderr, "recordings and logs:", work)
	case o.keep == "":
		err = errors.Join(err, os.RemoveAll(work))
	}
	return err
}

// runModules runs the cases of modules with a new build of the tool.
func runModules(ctx context.Context, o options, work string, modules []module) (results []result, err error) {
	tool := filepath.Join(work, "gleslayergen")
	if out, err := exec.CommandContext(ctx, "go", "-C", "..", "build", "-o", tool, "./cmd/gleslayergen").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	for _, m := range modules {
		r, err := runner{tool, filepath.Join(work, m.name), m}.run(ctx, o)
		results = append(results, r)
		if err != nil {
			return results, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return results, nil
}

// workDir creates a directory, whose name can be given.
func workDir(keep string) (string, error) {
	if keep == "" {
		return os.MkdirTemp("", "deqp-")
	}
	path, err := filepath.Abs(keep)
	return path, errors.Join(err, os.Mkdir(keep, 0o700))
}

// check fails if a module failed, or if no module ran a case.
func check(results []result) error {
	cases, failed := 0, []string{}
	for _, r := range results {
		cases += r.cases
		if why := r.failure(); why != "" {
			failed = append(failed, r.module+": "+why)
		}
	}
	switch {
	case len(failed) > 0:
		return errors.New(strings.Join(failed, "; "))
	case cases == 0:
		return errors.New("no case ran: check the list of cases, and lower -sample")
	}
	return nil
}

func printTable(out io.Writer, results []result) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MODULE\tCASES\tKNOWN\tCALLS\tASSERTED ANSWERS\tDIFFERENT\tSTATUS")
	for _, r := range results {
		status := "ok"
		if r.cases == 0 {
			status = "no case ran"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%s\n", r.module, r.cases, r.known, r.calls, r.answers, r.different, cmp.Or(r.failure(), status))
	}
	w.Flush()
}
