package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// explainLayer is the name of the layer that explains errors.
const explainLayer = "explain"

// leastNamed is the share of errors that must have a reason, in percent.
const leastNamed = 98

// isNegative reports whether a case is in a group of cases that make wrong calls.
func isNegative(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "."), func(group string) bool {
		return slices.Contains([]string{"negative_api", "negative_coverage", "negative"}, group)
	})
}

// A reasonCount has the errors of a module's cases over a driver.
type reasonCount struct {
	driver, module string
	cases          int
	errors, named  int
	unnamed        []string // different lines without a reason
}

var (
	explainLog = regexp.MustCompile(`^(\w+)-\d+-` + explainLayer + `-\d+\.log$`) // not that of a case that runs alone
	errorLine  = regexp.MustCompile(`^deqp` + explainLayer + `: E?GL_[A-Z_]+: `)
	reasonEnds = regexp.MustCompile(` \((?:ES 3\.2, |EGL 1\.5, |E?GL_)[\w., ]+\)$`)
)

// hasReason reports whether a line about an error names a rule that the call broke.
func hasReason(line string) bool {
	return reasonEnds.MatchString(line) && !strings.Contains(line, ": possible reasons: ") && !strings.Contains(line, ": no rule explains ")
}

// add counts the lines of a log.
func (n *reasonCount) add(log string) {
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		switch {
		case !errorLine.MatchString(line):
			continue
		case hasReason(line):
			n.named++
		case !slices.Contains(n.unnamed, line):
			n.unnamed = append(n.unnamed, line)
		}
		n.errors++
	}
}

// countReasons counts the errors in the logs of the comparisons.
func countReasons(work string, modules []module, compared []*group) (list []reasonCount, err error) {
	for _, g := range compared {
		if g.layer != explainLayer {
			continue
		}
		for _, m := range modules {
			n := reasonCount{driver: g.driver, module: m.name}
			for _, c := range g.list {
				if strings.HasPrefix(c.Case, m.prefix) {
					n.cases++
				}
			}
			if n.cases == 0 {
				continue
			}
			if err := n.addLogs(filepath.Join(work, "verdicts-"+m.name)); err != nil {
				return list, err
			}
			list = append(list, n)
		}
	}
	return list, nil
}

// addLogs counts the lines of the logs in a directory.
func (n *reasonCount) addLogs(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if found := explainLog.FindStringSubmatch(e.Name()); found == nil || found[1] != n.driver {
			continue
		}
		log, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		n.add(string(log))
	}
	return nil
}

// printReasons prints a row for each module, and the lines without a reason.
func printReasons(out io.Writer, list []reasonCount) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "DRIVER\tMODULE\tCASES\tERRORS\tWITH A REASON")
	for _, n := range list {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%.1f %%\n", n.driver, n.module, n.cases, n.errors, 100*float64(n.named)/float64(max(n.errors, 1)))
	}
	w.Flush()
	for _, n := range list {
		for _, line := range n.unnamed {
			fmt.Fprintf(out, "%s: %s: no reason: %s\n", n.driver, n.module, line)
		}
	}
}

// checkReasons fails if a module has too few errors with a reason, or if no case had an error.
func checkReasons(list []reasonCount) (err error) {
	total := 0
	for _, n := range list {
		total += n.errors
		if n.named*100 < n.errors*leastNamed {
			err = errors.Join(err, fmt.Errorf("%s: %s: %d of %d errors have a reason, less than %d %%", n.driver, n.module, n.named, n.errors, leastNamed))
		}
	}
	if total == 0 {
		return errors.New("no case had an error")
	}
	return err
}
