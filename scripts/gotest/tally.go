package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// slow is the time in seconds from which a passed test is printed.
const slow = 10

// event is a line of go test -json.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// name is a test of a package; test is empty for the package itself.
type name struct{ pkg, test string }

// parent is the test that a subtest belongs to.
func (n name) parent() name {
	i := strings.LastIndexByte(n.test, '/')
	return name{n.pkg, n.test[:max(i, 0)]}
}

// tally counts the tests of several modules. A test with subtests is not counted itself, unless it fails
// while they pass.
type tally struct {
	mu                      sync.Mutex
	out                     io.Writer
	passed, failed, skipped int
	broken                  bool            // go test failed, for example because a package did not build
	output                  map[name]string // output of tests that have not ended
	hasSubtests, hasFailure map[name]bool
}

func newTally(out io.Writer) *tally {
	return &tally{out: out, output: map[name]string{}, hasSubtests: map[name]bool{}, hasFailure: map[name]bool{}}
}

// printf prints a line that is not an event.
func (t *tally) printf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(t.out, format, args...)
}

// breaks records that a run of go test failed.
func (t *tally) breaks() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.broken = true
}

func (t *tally) addEvent(e event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := name{cmp.Or(e.Package, e.ImportPath), e.Test}
	switch e.Action {
	case "run":
		t.hasSubtests[n.parent()] = true // also the total of a package, which is not needed
	case "output", "build-output":
		if !strings.HasPrefix(e.Output, "=== ") { // RUN, PAUSE, CONT
			t.output[n] += e.Output
		}
	case "build-fail":
		fmt.Fprint(t.out, t.output[n])
	case "pass", "fail", "skip":
		if n.test == "" {
			t.endPackage(n, e)
		} else {
			t.endTest(n, e)
		}
		delete(t.output, n)
	}
}

func (t *tally) endTest(n name, e event) {
	leaf := !t.hasSubtests[n]
	switch {
	case e.Action == "fail":
		t.fail(n, leaf)
	case e.Action == "skip":
		t.skipped++
		fmt.Fprint(t.out, t.output[n])
	case leaf:
		t.passed++
	}
	if e.Action == "pass" && e.Elapsed >= slow && leaf {
		fmt.Fprintf(t.out, "    %s (%.0f s)\n", n.test, e.Elapsed)
	}
}

// fail records a failure for the test and its package, so that it is counted once.
func (t *tally) fail(n name, leaf bool) {
	if leaf || !t.hasFailure[n] {
		t.failed++
	}
	for at := n; at.test != ""; at = at.parent() {
		t.hasFailure[at.parent()] = true
	}
	fmt.Fprint(t.out, t.output[n])
}

// endPackage prints the closing line of a package, and the output of a package that failed outside its tests
// or ended during them.
func (t *tally) endPackage(n name, e event) {
	t.showUnended(n.pkg)
	switch {
	case e.Action == "fail" && !t.hasFailure[n]:
		t.failed++
		fmt.Fprint(t.out, t.output[n])
	case e.Action == "fail":
		fmt.Fprintf(t.out, "FAIL\t%s\t%.3fs\n", n.pkg, e.Elapsed)
	case e.Action == "pass":
		fmt.Fprint(t.out, lastLine(t.output[n]))
	}
}

// showUnended prints the output of tests that had not ended when their package's process ended: the message
// of a panic or of a timeout is part of the output of one of them.
func (t *tally) showUnended(pkg string) {
	for _, n := range slices.SortedFunc(maps.Keys(t.output), func(a, b name) int { return cmp.Compare(a.test, b.test) }) {
		if n.pkg == pkg && n.test != "" {
			fmt.Fprintf(t.out, "    %s did not end\n%s", n.test, t.output[n])
			delete(t.output, n)
		}
	}
}

func lastLine(s string) string {
	s = strings.TrimSuffix(s, "\n")
	return s[strings.LastIndexByte(s, '\n')+1:] + "\n"
}

// close returns the closing line.
func (t *tally) close() string {
	line := fmt.Sprintf("%d passed, %d failed", t.passed, t.failed)
	if t.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", t.skipped)
	}
	return line
}

func (t *tally) ok(strict bool) bool {
	return !t.broken && t.failed == 0 && t.passed > 0 && (t.skipped == 0 || !strict)
}
