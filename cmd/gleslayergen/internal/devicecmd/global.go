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
		Short: "Make every process of a device use layers",
		Long: `Make every process of a device use layers, by the property debug.gles.layers. To use layers in one app, run
device enable instead.`,
	}
	cmd.AddCommand(globalEnableCmd(e, f), globalDisableCmd(e, f))
	return cmd
}

func globalEnableCmd(e *ui.Env, f *Flags) *cobra.Command {
	o := deploy.GlobalOptions{}
	yes := false
	cmd := &cobra.Command{
		Use:   "enable LAYER[:LAYER...] --yes-all-apps",
		Short: "Make every process use layers, for ten minutes",
		Long: fmt.Sprintf(`Make every process that starts from now on search for layers: all apps, release builds included, the launcher
and system apps, and native programs that use EGL. If a layer crashes, all of them crash: the device may
restart its user interface again and again. Therefore this requires --yes-all-apps, and the device itself
clears the property after %d minutes, even if it is disconnected. --keep leaves it until device global disable
or a reboot, which always clears it.

A layer with a Go runtime is refused without --force: a process may already have another Go runtime, or may
call fork.`, deploy.UndoMinutes),
		Example: `  gleslayergen device global enable libmylayer.so --yes-all-apps`,
		Args:    ui.Args(1, -1, "LAYER[:LAYER...]"),
	}
	cmd.Flags().BoolVar(&yes, "yes-all-apps", false, "confirm that every app and program on the device loads the layer")
	cmd.Flags().BoolVar(&o.Keep, "keep", false, "keep the property until the next reboot")
	cmd.Flags().BoolVar(&o.Force, "force", false, "allow a layer with a Go runtime")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Layers, err = deploy.ParseLayers(args...); err != nil {
			return err
		}
		if !yes {
			return ui.Usage("device global enable", "every app and program of the device would use the layer, and crash if the layer crashes",
				"for one app: gleslayergen device enable --app PACKAGE LAYER; for all apps and programs, add --yes-all-apps")

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
		Short:   "Clear the property that makes every process use layers",
		Long:    `Clear debug.gles.layers, or restore the value that it had before device global enable.`,
		Example: `  gleslayergen device global disable`,
		Args:    ui.Args(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
				return restored(deploy.GlobalDisable(ctx, d))
			})
		},
	}
}

// globalReport is the report of device global enable.
type globalReport struct{ *deploy.Global }

func (r globalReport) print(e *ui.Env) {
	until := fmt.Sprintf("for %d minutes", deploy.UndoMinutes)
	if r.Keep {
		until = "until device global disable or a reboot"
	}
	e.Printf("every process that starts now searches for %s, %s\n", r.Value, until)
	e.Warnf("the property also applies to native programs; if the user interface restarts in a loop, reboot the device: a reboot clears the property")
	if r.Before != "" && r.Before != r.Value {
		e.Warnf("the previous value of debug.gles.layers was %s", r.Before)
	}
	for _, note := range r.Notes {
		e.Warnf("%s", note)
	}
}
