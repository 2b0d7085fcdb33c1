package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/cts"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
)

// ctsReport is what device cts found out.
type ctsReport struct {
	Serial string        `json:"serial"`
	With   string        `json:"with"` // whose apps and layers: gleslayergen or android
	Lacks  string        `json:"lacks,omitempty"`
	Passed int           `json:"passed"`
	Failed int           `json:"failed"`
	Cases  []cts.Result  `json:"cases"`
	Left   []deploy.Back `json:"left"` // what somebody else changed meanwhile
	Atest  string        `json:"atest"`
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

The apps and layers are this tool's own. They are compiled with the NDK for the device's ABI, packed and signed
as apk build does it, installed for the run, and removed. Without an NDK, or the tools of the SDK, Android's own
(android.rootlessgpudebug.*) do, if they are installed.

A device that this tool has changed has to be restored first. All is put back at the end; after an interruption,
device restore does it.

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
		maker, lacks := e.ctsMaker()
		return e.onDevices(cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			found, err := cts.Run(ctx, d, user, maker, lacks)
			if err != nil {
				return nil, err
			}
			report := newCTSReport(d.Serial, found, lacks)
			if report.Failed > 0 {
				return report, quiet(exitFindings)
			}
			return report, nil
		})
	}
	return cmd
}

// androidsOwn is the other way to the apps and layers.
const androidsOwn = "or install Android's own: adb install the APKs of CtsGpuToolsHostTestCases (hostsidetests/gputools), which come with the CTS of your release at source.android.com"

// ctsMaker is what makes the apps and layers, or nil and all that is missing for it.
func (e *env) ctsMaker() (*cts.Maker, error) {
	ndk, noNDK := android.FindNDK(e.machine.Getenv)
	tools, noTools := apkTools(true)
	var why, advice []string
	for _, err := range []error{noNDK, noTools} {
		if hint, ok := err.(interface{ Hint() string }); ok {
			why, advice = append(why, err.Error()), append(advice, hint.Hint())
		} else if err != nil {
			return nil, err
		}
	}
	if len(why) > 0 {
		return nil, &hinted{errors.New("the apps of the cases cannot be made: " + strings.Join(why, "; ")), strings.Join(append(advice, androidsOwn), "; ")}
	}
	return &cts.Maker{NDK: ndk, Tools: tools, Key: debugKey}, nil
}

func newCTSReport(serial string, found *cts.Report, lacks error) *ctsReport {
	r := &ctsReport{Serial: serial, With: "gleslayergen", Cases: found.Results, Left: append([]deploy.Back{}, found.Left...), Atest: atest}
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

func (r *ctsReport) print(e *env) {
	if r.Lacks != "" {
		e.printf("with Android's own apps, which are installed: %s\n\n", r.Lacks)
	}
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
	for _, l := range r.Left {
		e.printf("left as it is: %s %s: %s\n", l.Kind, l.Name, l.Why)
	}
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
