package devicecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
)

func setCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "set PACKAGE [MODULE.KEY=VALUE...]",
		Short: "Change settings of the layers of an app, or list them",
		Long: `Change settings of the layers that are enabled for an app. gleslayergen reads which settings a layer has from
the file of the layer on the device, and refuses unknown settings and invalid values. An app that runs reads
the new values within 60 frames.

Without MODULE.KEY=VALUE, the command lists the settings and their values. With an empty VALUE, a setting gets
its default again. If several layers have the setting, it is changed for each of them.

The settings are system properties. A reboot clears them, and "gleslayergen device restore" restores their
previous values.`,
		Example: `  gleslayergen device set com.example.game
  gleslayergen device set com.example.game breadcrumbs.on=1 log.on=0`,
		Args:              ui.Args(1, -1, "PACKAGE"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		o := deploy.SetOptions{App: args[0]}
		if err := CheckPackages(o.App); err != nil {
			return err
		}
		if o.User, err = f.UserID(); err != nil {
			return err
		}
		if o.Set, err = settings.Parse(args[1:]...); err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			r, err := deploy.SetLayers(ctx, d, o)
			if err != nil {
				return nil, err
			}
			return setReport{r}, nil
		})
	}
	return cmd
}

// setReport is the report of device set.
type setReport struct{ *deploy.LayerSettings }

func (r setReport) print(e *ui.Env) {
	rows := [][]string{{"LAYER", "SETTING", "VALUE", "TEXT"}}
	for _, v := range r.Values {
		value := v.Value
		if value == "" {
			value = v.Setting.Default + " (default)"
		}
		rows = append(rows, []string{v.Layer, v.Setting.Name, ui.OneLine(value), ui.OneLine(v.Setting.Text)})
	}
	ui.Table(e.Out, "", rows)
}
