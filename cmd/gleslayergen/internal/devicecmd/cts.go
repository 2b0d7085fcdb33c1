package devicecmd

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/cts"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func ctsCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cts",
		Short: "Run Android's compatibility tests of GLES layers",
		Long: `Runs the GLES cases of Android's compatibility tests (CtsGpuToolsHostTestCases, rule 8.2) that the device's
release has, with the same settings, starts and log lines. They show whether the device loads layers as
Android requires, independent of your layer.

The test apps and layers are this tool's own. They are compiled with the NDK for the device's ABI, packed and
signed as by apk build, installed for the run, and removed. If the NDK or the tools of the SDK are missing,
Android's own apps (android.rootlessgpudebug.*) are used if they are installed.

If this tool has changed the device, restore it first. The device is restored at the end; after an interrupt,
device restore restores it.

The exit code is 4 if a case fails.`,
		Example: `  gleslayergen device cts
  gleslayergen device cts --json`,
		Args: ui.Args(0, 0, ""),
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		user, err := f.UserID()
		if err != nil {
			return err
		}
		maker, lacks := ctsMaker(e)
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			found, err := cts.Run(ctx, d, user, maker, lacks)
			if err != nil {
				return nil, err
			}
			report := newCTSReport(d.Serial, found, lacks)
			if report.Failed > 0 {
				return report, ui.Quiet(ui.ExitFindings)
			}
			return report, nil
		})
	}
	return cmd
}

// androidsOwn says how to get Android's own apps and layers.
const androidsOwn = "or install Android's own apps: adb install the APKs of CtsGpuToolsHostTestCases (hostsidetests/gputools) from the CTS of your release at source.android.com"

// ctsMaker returns what builds the apps and layers, or nil and an error that lists all that is missing.
func ctsMaker(e *ui.Env) (*cts.Maker, error) {
	ndk, noNDK := android.FindNDK(e.Machine.Getenv)
	tools, noTools := layercmd.APKTools(true)
	var why, advice []string
	for _, err := range []error{noNDK, noTools} {
		if hint, ok := err.(interface{ Hint() string }); ok {
			why, advice = append(why, err.Error()), append(advice, hint.Hint())
		} else if err != nil {
			return nil, err
		}
	}
	if len(why) > 0 {
		return nil, ui.WithHint(errors.New("cannot build the test apps: "+strings.Join(why, "; ")), strings.Join(append(advice, androidsOwn), "; "))
	}
	return &cts.Maker{NDK: ndk, Tools: tools, Key: layercmd.DebugKey}, nil
}
