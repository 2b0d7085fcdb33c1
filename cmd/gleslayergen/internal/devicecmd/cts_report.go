package devicecmd

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/android/cts"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// ctsReport is the report of device cts.
type ctsReport struct {
	Serial string               `json:"serial"`
	With   string               `json:"with"` // origin of the apps and layers: gleslayergen or android
	Lacks  string               `json:"lacks,omitempty"`
	Passed int                  `json:"passed"`
	Failed int                  `json:"failed"`
	Cases  []cts.Result         `json:"cases"`
	Left   []deploy.RestoreItem `json:"left"` // changed by another tool during the run
	Atest  string               `json:"atest"`
}

// atest is the command that runs Android's tests themselves.
const atest = "atest CtsGpuToolsHostTestCases"

func newCTSReport(serial string, found *cts.Report, lacks error) *ctsReport {
	r := &ctsReport{Serial: serial, With: "gleslayergen", Cases: found.Results, Left: append([]deploy.RestoreItem{}, found.Left...), Atest: atest}
	if !found.Own {
		r.With, r.Lacks = "android", lacks.Error()
	}
	for _, c := range found.Results {
		if c.Passed {
			r.Passed++
		} else {
			r.Failed++
		}
	}
	return r
}

func (r *ctsReport) print(e *ui.Env) {
	if r.Lacks != "" {
		e.Printf("using the CTS apps that are installed on the device, not the test apps of gleslayergen: %s\n\n", r.Lacks)
	}
	rows := [][]string{{"CASE", "EXPECTED", "SEEN", "RESULT"}}
	for _, c := range r.Cases {
		seen, result := "as expected", "pass"
		if !c.Passed {
			seen, result = "not met: "+strings.Join(c.Missed, ", "), "FAIL"
		}
		rows = append(rows, []string{c.Case, strings.Join(c.Expected, ", "), seen, result})
	}
	ui.Table(e.Out, "", rows)
	e.Printf("\n%d passed, %d failed\n", r.Passed, r.Failed)
	for _, l := range r.Left {
		e.Printf("%s: not restored: %s\n", ChangeName(l), l.Why)
	}
	for _, c := range r.Cases {
		if c.Passed {
			continue
		}
		e.Printf("\nlog of %s (%s):\n", c.Case, c.Reason)
		for _, line := range c.Log {
			e.Printf("    %s\n", ui.OneLine(line))
		}
	}
	e.Printf("\nTo run Android's own tests, which also cover Vulkan layers, run this in an Android source tree: %s\n", r.Atest)
}
