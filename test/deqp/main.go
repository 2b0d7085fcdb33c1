// Command deqp runs test cases of dEQP with layers and without, and compares the verdicts. It also records cases and replays the
// recordings with the same driver. It prints tables, and fails if a verdict or an asserted answer of a replay differs, or if nothing was
// compared.
//
//	cd test && go run ./deqp [-sample N] [-seed N] [-shard I/N] [-cases FILE] [-drivers mesa,angle] [-layers LIST] [-profiles LIST] [-explain] [-junit FILE] [-keep DIR] DIR
//
// DIR has the programs deqp-gles2, deqp-gles3, deqp-gles31 and deqp-egl, or those of a build in modules/*. Modules without a program are left
// out. -layers replay is the replay. -explain runs the cases that make wrong calls with a layer that explains errors, and fails if less than
// 98 % of the errors have a reason. If a replay fails, the cases that fail alone are searched and printed, unless differences.tsv has them.
// With -keep, a later run with the same directory continues this one. docs/reliability.md describes the method.
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
	keep   string // directory for the recordings; "": they are kept only after a failure
	shard  shard
	layers string // names, separated by commas
	driver string // names of drivers, separated by commas
	angle  string // directory of ANGLE
	junit  string // file for the report; "": none

	profiles string // paths or names, separated by commas
	explain  bool   // run negative cases, and count the errors with a reason
}

// A shard is a part of the cases.
type shard struct{ index, count int }

// String and Set make it a flag.
func (s *shard) String() string { return fmt.Sprintf("%d/%d", s.index, s.count) }

func (s *shard) Set(text string) error {
	n, err := fmt.Sscanf(text, "%d/%d", &s.index, &s.count)
	if err != nil || n != 2 || s.index < 1 || s.index > s.count || text != s.String() {
		return fmt.Errorf("%q: I/N expected, with I from 1 to N", text)
	}
	return nil
}

// part returns the names of a shard; of the zero value, all.
func (s shard) part(names []string) (list []string) {
	if s.count == 0 {
		return names
	}
	for i, name := range names {
		if i%s.count == s.index-1 {
			list = append(list, name)
		}
	}
	return list
}

func main() {
	var o options
	flag.IntVar(&o.sample, "sample", 20, "run one case in `N`")
	flag.Uint64Var(&o.seed, "seed", 1, "choose other cases with another `N`")
	flag.StringVar(&o.cases, "cases", "", "take the names of the cases from `FILE`, for example a list of mustpass")
	flag.StringVar(&o.keep, "keep", "", "keep recordings and logs in `DIR`, and continue an earlier run with it")
	flag.Var(&o.shard, "shard", "run part `I/N` of the cases")
	flag.StringVar(&o.layers, "layers", "all,c,go,observe,modules,trace,replay", "compare verdicts with these layers")
	flag.StringVar(&o.profiles, "profiles", "", "compare verdicts under the profiles of `LIST`: paths, or names in examples/profiles")
	flag.BoolVar(&o.explain, "explain", false, "run the negative cases with the module explain instead of other layers, and count the errors with a reason")
	flag.StringVar(&o.driver, "drivers", "mesa,angle", "run over these drivers: mesa, angle")
	flag.StringVar(&o.angle, "angle", "", "directory of ANGLE")
	flag.StringVar(&o.junit, "junit", "", "write a report in JUnit's format to `FILE`")
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
	names, replay := withoutReplay(o.layers)
	if o.explain {
		names, replay = explainLayer, false
	}
	selected, err := selectLayers(names)
	if err != nil {
		return err
	}
	profiles, err := profileLayers(o.profiles)
	if err != nil {
		return err
	}
	selected = append(selected, profiles...)
	work, err := workDir(o.keep)
	if err != nil {
		return err
	}
	tool := filepath.Join(work, "gleslayergen")
	if out, err := exec.CommandContext(ctx, "go", "-C", "..", "build", "-o", tool, "./cmd/gleslayergen").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	compared, err := compareVerdicts(ctx, o, tool, work, modules, selected)
	printVerdicts(os.Stdout, compared)
	var reasons []reasonCount
	if err == nil && o.explain {
		reasons, err = countReasons(work, modules, compared)
		printReasons(os.Stdout, reasons)
	}
	var results []result
	if err == nil && replay {
		results, err = runModules(ctx, o, tool, work, modules)
		printTable(os.Stdout, results)
	}
	if err == nil {
		err = errors.Join(checkVerdicts(compared), checkReplays(results, replay))
	}
	if err == nil && o.explain {
		err = checkReasons(reasons)
	}
	if o.junit != "" {
		err = errors.Join(err, writeJUnit(o.junit, compared, results))
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "recordings and logs:", work)
	case o.keep == "":
		err = os.RemoveAll(work)
	}
	return err
}

// withoutReplay splits the replay from a list of layers.
func withoutReplay(list string) (names string, replay bool) {
	kept := slices.DeleteFunc(strings.Split(list, ","), func(name string) bool { return name == "replay" })
	return cmp.Or(strings.Join(kept, ","), "none"), len(kept) < len(strings.Split(list, ","))
}

// checkReplays checks the results of replays, if there are any.
func checkReplays(results []result, replay bool) error {
	if !replay {
		return nil
	}
	return check(results)
}

// compareVerdicts compares the verdicts of cases with layers with those without, over each driver.
func compareVerdicts(ctx context.Context, o options, tool, work string, modules []module, selected []layer) ([]*group, error) {
	if len(selected) == 0 {
		return nil, nil
	}
	paths, err := buildLayers(ctx, tool, work, selected)
	if err != nil {
		return nil, err
	}
	results, err := openStore(filepath.Join(work, "verdicts.jsonl"))
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(o.driver, ",") {
		d, err := findDriver(name, o.angle, work)
		if err != nil {
			return groups(results.list), err
		}
		setups := []setup{d.setup(tool, layers[0], "", work)}
		for i, l := range selected {
			setups = append(setups, d.setup(tool, l, paths[i], work))
		}
		for _, m := range modules {
			if err := compareModule(ctx, o, work, m, comparer{driver: d.name, module: m, setups: setups, store: results}); err != nil {
				return groups(results.list), fmt.Errorf("%s: %w", m.name, err)
			}
		}
	}
	return groups(results.list), nil
}

// compareModule compares the chosen cases of a module. The lists of cases are those of Mesa.
func compareModule(ctx context.Context, o options, work string, m module, c comparer) error {
	c.dir = filepath.Join(work, "verdicts-"+m.name)
	if err := os.Mkdir(c.dir, 0o700); err == nil {
		err = m.link(c.dir)
		if err != nil {
			return err
		}
	} else if !errors.Is(err, os.ErrExist) {
		return err
	}
	names, err := runner{dir: c.dir, module: m}.names(ctx, o)
	if err != nil {
		return err
	}
	return c.run(ctx, names)
}

// buildLayers builds the selected layers, and returns their paths; "" for the recorder.
func buildLayers(ctx context.Context, tool, work string, selected []layer) (paths []string, err error) {
	dir := filepath.Join(work, "layers")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	for _, l := range selected {
		path := ""
		if l.create != nil {
			if path, err = l.build(ctx, tool, dir); err != nil {
				return nil, err
			}
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// runModules records and replays the cases of modules.
func runModules(ctx context.Context, o options, tool, work string, modules []module) (results []result, err error) {
	for _, m := range modules {
		r, err := runner{tool, filepath.Join(work, m.name), m}.run(ctx, o)
		results = append(results, r)
		if err != nil {
			return results, fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return results, nil
}

// workDir returns a directory, whose name can be given: a new one, or that of the run that this one continues.
func workDir(keep string) (string, error) {
	if keep == "" {
		return os.MkdirTemp("", "deqp-")
	}
	path, err := filepath.Abs(keep)
	return path, errors.Join(err, os.MkdirAll(path, 0o700))
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
