package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/cts"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
)

// ctsReport is what device cts found out.
type ctsReport struct {
	Serial string       `json:"serial"`
	Passed int          `json:"passed"`
	Failed int          `json:"failed"`
	Cases  []cts.Result `json:"cases"`
	Atest  string       `json:"atest"`
}

// atest is the real thing, and what it adds.
const atest = "atest CtsGpuToolsHostTestCases"

func deviceCTSCmd(e *env, f *deviceFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cts",
		Short: "Run the cases of Android's own tests of GLES layers",
		Long: `Runs the cases for GLES of Android's compatibility tests (CtsGpuToolsHostTestCases, rule 8.2) on the device,
those that its release has: the same settings, starts and lines of the log. They tell whether a device loads
layers as Android should, whatever layer you write.

The apps and layers of those tests have to be installed; what is missing is named. A device that this tool has
changed has to be restored first. All is put back at the end; after an interruption, device restore does it.

Exit code 4 if a case fails.`,
		Example: `  gleslayergen device cts
  gleslayergen device cts --json`,
		Args: wantArgs(0, 0, ""),
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		user, err := f.userID()
		if err != nil {
			return err
		}
		return e.onDevices(cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			results, err := cts.Run(ctx, d, user)
			if err != nil {
				return nil, err
			}
			report := &ctsReport{Serial: d.Serial, Cases: results, Atest: atest}
			for _, r := range results {
				if r.Passed {
					report.Passed++
				} else {
					report.Failed++
				}
			}
			if report.Failed > 0 {
				return report, quiet(exitFindings)
			}
			return report, nil
		})
	}
	return cmd
}

func (r *ctsReport) print(e *env) {
	rows := [][]string{{"CASE", "EXPECTED", "SEEN", "RESULT"}}
	for _, c := range r.Cases {
		seen, result := "as expected", "pass"
		if !c.Passed {
			seen, result = "missed: "+strings.Join(c.Missed, ", "), "FAIL"
		}
		rows = append(rows, []string{c.Case, strings.Join(c.Expected, ", "), seen, result})
	}
	text.Table(e.out, "", rows)
	e.printf("\n%d passed, %d failed\n", r.Passed, r.Failed)
	for _, c := range r.Cases {
		if c.Passed {
			continue
		}
		e.printf("\n%s (%s) had this in the log:\n", c.Case, c.Reason)
		for _, line := range c.Log {
			e.printf("    %s\n", oneLine(line))
		}
	}
	e.printf("\nThe tests themselves, in a checkout of Android, add those of Vulkan layers: %s\n", r.Atest)
}
