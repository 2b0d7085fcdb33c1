package devicecmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/driver"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func driverSetCmd(e *ui.Env, f *Flags) *cobra.Command {
	app := ""
	cmd := &cobra.Command{
		Use:   "set --app PACKAGE DRIVER",
		Short: "Make an app use the native driver, ANGLE or the updatable driver",
		Long: `Makes an app use DRIVER from its next start on, and stops the app. DRIVER is one of
  - native: the driver of the device maker, which must not be ANGLE,
  - angle: ANGLE, which implements OpenGL ES with Vulkan,
  - updatable: the updatable driver of the device, if it has one,
  - default: what Android selects if the app has no entry in the lists that this command changes.

The command changes only the entries of this app in Android's lists: the list of choices, and the lists of apps
that use the updatable driver, the prerelease driver, or neither. Entries of other apps stay, including those
that another program has added in the meantime. Before it changes anything, gleslayergen
evaluates the rules for the new settings. If the app would get another driver, or none, the command prints the
reason, changes nothing, and exits with code 6.

Before the change, gleslayergen records it in a journal on this machine. To undo it, run
"gleslayergen device restore".`,
		Example: `  gleslayergen device driver set --app com.example.game angle
  gleslayergen device driver set --app com.example.game default`,
		Args:      ui.Args(1, 1, "DRIVER"),
		ValidArgs: driver.Drivers,
	}
	cmd.Flags().StringVar(&app, "app", "", "select the driver of the app `PACKAGE`")
	_ = cmd.RegisterFlagCompletionFunc("app", CompletePackages(e, f))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if app == "" {
			return ui.Usage("device driver set", "--app is missing", "give the package name of the app: --app PACKAGE; to list the apps: gleslayergen device apps")
		}
		if err := CheckPackages(app); err != nil {
			return err
		}
		if err := CheckDriver(args[0]); err != nil {
			return err
		}
		user, err := f.UserID()
		if err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			r, err := driver.Set(ctx, d, user, app, args[0])
			if err != nil {
				return nil, err
			}
			for i, note := range r.Notes {
				r.Notes[i] = f.Again(d, note)
			}
			return driverSetReport{r}, nil
		})
	}
	return cmd
}

// CheckDriver returns an error for a name of a driver that does not exist.
func CheckDriver(name string) error {
	if !slices.Contains(driver.Drivers, name) {
		return ui.Usage("driver "+ui.Quote(name), "not the name of a driver", "give one of "+strings.Join(driver.Drivers, ", "))
	}
	return nil
}

// driverSetReport is the report of device driver set.
type driverSetReport struct{ *driver.Selected }

func (r driverSetReport) print(e *ui.Env) {
	e.Printf("%s gets the driver %s from its next start on; entries before: %s\n", r.App, r.Driver, ui.OneLine(r.Before))
	for _, c := range r.Choices {
		printChoice(e, c, r.App, false)
	}
	for _, note := range r.Notes {
		e.Warnf("%s", note)
	}
}
