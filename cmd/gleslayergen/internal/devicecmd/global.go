package devicecmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func globalCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "global COMMAND",
		Short: "Have every process of a device use layers",
		Long: `Have every process of a device use layers, by the property debug.gles.layers. That is rarely what is
wanted: device enable has one app use them.`,
	}
	cmd.AddCommand(globalEnableCmd(e, f), globalDisableCmd(e, f))
	return cmd
}

func globalEnableCmd(e *ui.Env, f *Flags) *cobra.Command {
	o := deploy.GlobalOptions{}
	yes := false
	cmd := &cobra.Command{
		Use:   "enable LAYER[:LAYER...] --yes-all-apps",
		Short: "Have every process use layers, for ten minutes",
		Long: fmt.Sprintf(`Have every process that starts from now on look for layers: each app, release builds too, the launcher
and the system's own, and programs without Java that use EGL. A layer that crashes takes all of them with
it: a device may then restart its user interface over and over. So this needs --yes-all-apps, and the device
itself clears the property after %d minutes, whether the cable is there or not; --keep leaves it until
device global disable or a reboot, which clears it always.

A layer with a runtime of Go is refused without --force: a process may have another one, or fork.`, deploy.UndoMinutes),
		Example: `  gleslayergen device global enable libmylayer.so --yes-all-apps`,
		Args:    ui.Args(1, -1, "LAYER[:LAYER...]"),
	}
	cmd.Flags().BoolVar(&yes, "yes-all-apps", false, "yes, every app and program of the device")
	cmd.Flags().BoolVar(&o.Keep, "keep", false, "until the next reboot")
	cmd.Flags().BoolVar(&o.Force, "force", false, "a layer with a runtime of Go, too")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Layers, err = deploy.ParseLayers(args...); err != nil {
			return err
		}
		if !yes {
			return ui.Usage("device global enable", "every app and program of the device would use the layer, and one that crashes takes them all with it",
				"for one app: device enable --app PACKAGE LAYER; if it is to be all of them: --yes-all-apps")

		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			r, err := deploy.GlobalEnable(ctx, d, o)
			if err != nil {
				return nil, err
			}
			return globalReport{r}, nil
		})
	}
	return cmd
}

func globalDisableCmd(e *ui.Env, f *Flags) *cobra.Command {
	return &cobra.Command{
		Use:     "disable",
		Short:   "Clear the property that has every process use layers",
		Long:    `Clear debug.gles.layers, or bring it to what it was before device global enable.`,
		Example: `  gleslayergen device global disable`,
		Args:    ui.Args(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
				return restored(deploy.GlobalDisable(ctx, d))
			})
		},
	}
}

// globalReport is what global enable did.
type globalReport struct{ *deploy.Global }

func (r globalReport) print(e *ui.Env) {
	until := fmt.Sprintf("for %d minutes", deploy.UndoMinutes)
	if r.Keep {
		until = "until device global disable or a reboot"
	}
	e.Printf("every process that starts now looks for %s, %s\n", r.Value, until)
	e.Warnf("programs without Java use it too; if the device restarts over and over, reboot it: that clears the property")
	if r.Before != "" && r.Before != r.Value {
		e.Warnf("it took the place of %s", r.Before)
	}
	for _, note := range r.Notes {
		e.Warnf("%s", note)
	}
}
