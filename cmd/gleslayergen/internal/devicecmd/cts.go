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
		Short: "Run the cases of Android's own tests of GLES layers",
		Long: `Runs the cases for GLES of Android's compatibility tests (CtsGpuToolsHostTestCases, rule 8.2) on the device,
those that its release has: the same settings, starts and lines of the log. They tell whether a device loads
layers as Android should, whatever layer you write.

The apps and layers are this tool's own. They are compiled with the NDK for the device's ABI, packed and signed
as apk build does it, installed for the run, and removed. Without an NDK, or the tools of the SDK, Android's
own (android.rootlessgpudebug.*) do, if they are installed.

A device that this tool has changed has to be restored first. All is put back at the end; after an
interruption, device restore does it.

Exit code 4 if a case fails.`,
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

// androidsOwn is the other way to the apps and layers.
const androidsOwn = "or install Android's own: adb install the APKs of CtsGpuToolsHostTestCases (hostsidetests/gputools), which come with the CTS of your release at source.android.com"

// ctsMaker is what makes the apps and layers, or nil and all that is missing for it.
func ctsMaker(e *ui.Env) (*cts.Maker, error) {
	ndk, noNDK := android.FindNDK(e.Machine.Getenv)
	tools, noTools := layercmd.ApkTools(true)
	var why, advice []string
	for _, err := range []error{noNDK, noTools} {
		if hint, ok := err.(interface{ Hint() string }); ok {
			why, advice = append(why, err.Error()), append(advice, hint.Hint())
		} else if err != nil {
			return nil, err
		}
	}
	if len(why) > 0 {
		return nil, ui.WithHint(errors.New("the apps of the cases cannot be made: "+strings.Join(why, "; ")), strings.Join(append(advice, androidsOwn), "; "))
	}
	return &cts.Maker{NDK: ndk, Tools: tools, Key: layercmd.DebugKey}, nil
}
