package devicecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func disableCmd(e *ui.Env, f *Flags) *cobra.Command {
	app := ""
	cmd := &cobra.Command{
		Use:   "disable",
		Short: "Turn layers off for all apps",
		Long: `Turn layers off for all apps. This command restores the settings that "gleslayergen device enable" changed, and
deletes all other settings of GLES layers, including those of other tools. Settings that Vulkan layers need are
kept. If "gleslayergen device global enable" set the property debug.gles.layers, the previous value of the
property is restored. A running app keeps its layers until the app is restarted.`,
		Example: `  gleslayergen device disable
  gleslayergen device disable --app com.example.game`,
		Args: ui.Args(0, 0, ""),
	}
	cmd.Flags().StringVar(&app, "app", "", "turn layers off only if they are enabled for the app `PACKAGE`")
	_ = cmd.RegisterFlagCompletionFunc("app", CompletePackages(e, f))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := CheckPackages(app); err != nil {
			return err
		}
		user, err := f.UserID()
		if err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			return restored(deploy.Disable(ctx, d, app, user))
		})
	}
	return cmd
}
