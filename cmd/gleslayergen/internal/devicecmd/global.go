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
		Long: `Make every process of a device use layers: set or clear the system property debug.gles.layers. To use layers in
only one app, run "gleslayergen device enable" instead.`,
	}
	cmd.AddCommand(globalEnableCmd(e, f), globalDisableCmd(e, f))
	return cmd
}

func globalEnableCmd(e *ui.Env, f *Flags) *cobra.Command {
	o := deploy.GlobalOptions{}
	yes := false
	cmd := &cobra.Command{
		Use:   "enable LAYER[:LAYER...] --yes-all-apps",
		Short: "Make every process use layers, for ten minutes by default",
		Long: fmt.Sprintf(`Make every process that starts from now on search for the layers. This applies to all apps, including release
builds, system apps and the launcher, and to native programs that use EGL. The command sets the system property
debug.gles.layers.

If a layer crashes, every process that loads it crashes: the device may restart its user interface again and
again. Therefore --yes-all-apps is required. After %d minutes, the device restores the previous value of the
property, even if the device is disconnected. With --keep, the property stays set until you reboot the
device or run "gleslayergen device global disable". A reboot always clears the property.

A layer with a Go runtime can crash a process that calls fork, or that already contains another Go runtime.
Therefore such a layer is refused without --force.`, deploy.UndoMinutes),
		Example: `  gleslayergen device global enable libmylayer.so --yes-all-apps`,
		Args:    ui.Args(1, -1, "LAYER[:LAYER...]"),
	}
	cmd.Flags().BoolVar(&yes, "yes-all-apps", false, "confirm that every app and program on the device may load the layers")
	cmd.Flags().BoolVar(&o.Keep, "keep", false, "do not restore the property after ten minutes; a reboot clears it")
	cmd.Flags().BoolVar(&o.Force, "force", false, "allow a layer that contains, or may contain, a Go runtime")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Layers, err = deploy.ParseLayers(args...); err != nil {
			return err
		}
		if !yes {
			return ui.Usage("device global enable", "--yes-all-apps is missing: every app and program on the device would use the layer, and crash if the layer crashes",
				"to use the layer in one app: gleslayergen device enable --app PACKAGE LAYER; to use it in all apps and programs, add --yes-all-apps")
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
		Use:   "disable",
		Short: "Clear the property that makes every process use layers",
		Long: `Clear the system property debug.gles.layers. If "gleslayergen device global enable" set the property, restore
the value that it had before.`,
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
	when := fmt.Sprintf("in the next %d minutes", deploy.UndoMinutes)
	if r.Keep {
		when = `before "gleslayergen device global disable" or a reboot`
	}
	e.Printf("every process that starts %s searches for %s\n", when, r.Value)
	e.Warnf("the property debug.gles.layers also applies to native programs; if the user interface restarts in a loop, reboot the device: a reboot clears the property")
	if r.Before != "" && r.Before != r.Value {
		e.Warnf("the previous value of debug.gles.layers was %s", r.Before)
	}
	for _, note := range r.Notes {
		e.Warnf("%s", note)
	}
}
