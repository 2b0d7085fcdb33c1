package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

// A group has the comparisons of a driver and a layer.
type group struct {
	driver, layer string
	list          []comparison
}

// groups sorts comparisons into groups, in the order in which they ran.
func groups(list []comparison) (all []*group) {
	at := map[[2]string]*group{}
	for _, c := range list {
		key := [2]string{c.Driver, c.Layer}
		if at[key] == nil {
			at[key] = &group{driver: c.Driver, layer: c.Layer}
			all = append(all, at[key])
		}
		at[key].list = append(at[key].list, c)
	}
	return all
}

// different returns the comparisons whose verdicts differ.
func (g *group) different() (list []comparison) {
	for _, c := range g.list {
		if !c.equal() {
			list = append(list, c)
		}
	}
	return list
}

// printVerdicts prints a row for each group, and each difference.
func printVerdicts(out io.Writer, all []*group) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "DRIVER\tLAYER\tCASES\tPASS\tEQUAL\tMASKED\tALONE\tDIFFERENT")
	for _, g := range all {
		passed, alone, masked := 0, 0, 0
		for _, c := range g.list {
			if c.Without == "Pass" {
				passed++
			}
			if c.Alone {
				alone++
			}
			if c.masked() {
				masked++
			}
		}
		different := len(g.different())
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", g.driver, g.layer, len(g.list), passed, len(g.list)-different-masked, masked, alone, different)
	}
	w.Flush()
	for _, g := range all {
		for _, c := range g.different() {
			fmt.Fprintf(out, "%s: %s: %s: %s without a layer, %s with it\n", c.Driver, c.Layer, c.Case, c.Without, c.With)
		}
	}
}

// checkVerdicts fails if a verdict differs, if there is none, or if no case passed.
func checkVerdicts(all []*group) error {
	different, passed := 0, false
	for _, g := range all {
		different += len(g.different())
		for _, c := range g.list {
			passed = passed || c.Without == "Pass"
		}
	}
	switch {
	case different > 0:
		return fmt.Errorf("%d verdicts differ", different)
	case len(all) > 0 && !passed:
		return errors.New("no case passes without a layer: see the logs")
	}
	return nil
}

// The report in JUnit's XML format: a suite for each group.
type junitReport struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
}

// writeJUnit writes the comparisons, and the replays that failed.
func writeJUnit(path string, all []*group, replays []result) error {
	var report junitReport
	for _, g := range all {
		suite := junitSuite{Name: g.driver + "." + g.layer}
		for _, c := range g.list {
			one := junitCase{Class: suite.Name, Name: c.Case}
			if !c.equal() {
				one.Failure = &junitFailure{fmt.Sprintf("%s without a layer, %s with it", c.Without, c.With)}
			}
			suite.add(one)
		}
		report.Suites = append(report.Suites, suite)
	}
	for _, r := range replays {
		suite := junitSuite{Name: "replay." + r.module}
		for _, name := range r.failures {
			suite.add(junitCase{suite.Name, name, &junitFailure{"the replay differs"}})
		}
		suite.Tests = r.cases
		report.Suites = append(report.Suites, suite)
	}
	text, err := xml.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append([]byte(xml.Header), append(text, '\n')...), 0o600)
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}
