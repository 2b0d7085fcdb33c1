package devicecmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

func statusCmd(e *ui.Env, f *Flags) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show the layer settings of a device, and what layer tools have left on it",
		Long: `Show the layer configuration of a device. The report contains
  - the settings for layers, and the packages that wrote them,
  - the property debug.gles.layers, if it is set,
  - layers that the device maker loads into apps by a setting of its own,
  - the changes of gleslayergen that are not undone,
  - other files, packages and properties that a layer tool may have left, with the commands that remove them.

The device is not changed.`,
		Example: `  gleslayergen device status
  gleslayergen device status --all --json`,
		Args: ui.Args(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			user, err := f.UserID()
			if err != nil {
				return err
			}
			return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
				r, err := deploy.ReadStatus(ctx, d, user)
				if r == nil {
					return nil, err
				}
				return statusReport{r}, err
			})
		},
	}
}

// statusReport is the report of device status.
type statusReport struct{ *deploy.Status }

func (r statusReport) print(e *ui.Env) {
	cannot := func(s deploy.SettingStatus) bool { return !s.Told }
	switch {
	case slices.ContainsFunc(r.Settings, cannot):
		e.Printf("cannot determine whether the settings enable layers\n")
	case r.Target != "":
		e.Printf("the settings enable layers for %s\n", r.Target)
	default:
		e.Printf("the settings do not enable layers\n")
	}
	rows := [][]string{{"SETTING", "VALUE", "WRITTEN BY"}}
	for _, s := range r.Settings {
		value, by := "not set", s.By
		switch {
		case !s.Told:
			value = "cannot be read"
		case s.Set:
			value = ui.Quote(s.Value)
		}
		if s.Ours {
			by += " (this tool)"
		}
		rows = append(rows, []string{s.Name, value, by})
	}
	ui.Table(e.Out, "    ", rows)
	if r.Property != "" {
		until := "until the next reboot"
		if r.Until != "" {
			until = "until " + r.Until + " (device time)"
		}
		e.Printf("%s is %s for every process %s; to clear it now: gleslayergen device global disable\n", rules.PropertyLayers, ui.Quote(r.Property), until)
	}
	for _, l := range r.Makers {
		e.Printf("the setting %s lists %s: %s\n", l.Setting, ui.OneLine(strings.Join(l.Apps, ", ")), l.What)
	}
	r.printJournal(e)
	for _, l := range r.Leftovers {
		value := ""
		if l.Value != "" {
			value = " = " + ui.Quote(l.Value)
		}
		e.Printf("%s %s%s, from %s: %s\n    to remove it: %s\n", l.Kind, l.Name, value, l.Tool, l.What, l.Remove)
	}
}

// printJournal lists the changes that are not restored.
func (r statusReport) printJournal(e *ui.Env) {
	if len(r.Journal) == 0 {
		return
	}
	e.Printf("changes that gleslayergen made from this machine and has not undone (to undo them: gleslayergen device restore):\n")
	var rows [][]string
	for _, c := range r.Journal {
		row := []string{c.Kind, c.Name}
		if c.Kind == deploy.KindSELinux {
			row = []string{"SELinux", "mode before the change: " + c.Before}
		}
		same := func(r []string) bool { return slices.Equal(r, row) }
		if (c.Before != c.After || c.BeforeSet != c.AfterSet || c.Kind == deploy.KindFile) && !slices.ContainsFunc(rows, same) {
			rows = append(rows, row)
		}
	}
	ui.Table(e.Out, "    ", rows)
}
