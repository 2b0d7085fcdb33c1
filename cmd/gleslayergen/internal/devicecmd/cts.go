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
		Long: `Tests whether the device loads GLES layers as Android requires. Your own layer is not tested. The test cases
are those of CtsGpuToolsHostTestCases, a module of Android's Compatibility Test Suite (CTS), for the Android
release of the device ("gleslayergen explain rule-8.2"). As in CTS, each test case changes Android's settings
for layers, starts an app, and checks the log for certain lines.

gleslayergen compiles test apps and layers with the NDK, installs them for the tests, and removes them at the
end. If the NDK or a tool of the SDK is missing, gleslayergen uses the test apps of CTS
(android.rootlessgpudebug.*), if they are installed on the device.

If gleslayergen has already changed the device, run "gleslayergen device restore" first. At the end of the
tests, the device is restored. If the connection to the device breaks before that, run "gleslayergen device
restore".

The exit code is 4 if a test case fails.`,
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
const androidsOwn = "or install the test apps of Android: download the Compatibility Test Suite (CTS) for the Android release of the device from source.android.com, and install the APKs of its module CtsGpuToolsHostTestCases with adb install"

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
