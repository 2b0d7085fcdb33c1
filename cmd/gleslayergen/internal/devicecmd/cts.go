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
		Long: `Runs the GLES cases of Android's compatibility tests (CtsGpuToolsHostTestCases, rule 8.2) for the release of
the device, with the settings, app starts and log checks of CTS. They show whether the device loads layers as
Android requires, independently of your layer.

gleslayergen compiles its own test apps and layers with the NDK, installs them for the run, and removes them.
Without the NDK or the tools of the SDK, it uses the apps of Android's CTS (android.rootlessgpudebug.*), if
they are installed.

If gleslayergen has changed the device before, run device restore first. At the end the device is restored.
After an interrupt, run device restore.

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
const androidsOwn = "or install Android's own test apps: download the CTS of the device's Android release from source.android.com, and run adb install with the APKs of CtsGpuToolsHostTestCases (hostsidetests/gputools)"

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
