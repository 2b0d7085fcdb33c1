package devicecmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func restoreCmd(e *ui.Env, f *Flags) *cobra.Command {
	return &cobra.Command{
		Use:   "restore",
		Short: "Restore a device to its state before gleslayergen changed it",
		Long: `Restore a device to its state before gleslayergen changed it: settings, drivers of apps, properties, pushed
files, installed packages, and the SELinux mode. A journal on this machine lists the changes, so this also
works after a disconnect, a crash or a restart.

If another process has changed a value after gleslayergen, this value is not restored. For a setting, the
report shows the Android package that wrote the value. If nothing is left to restore, the command changes
nothing.`,
		Example: `  gleslayergen device restore
  gleslayergen device restore --all`,
		Args: ui.Args(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			user, err := f.UserID()
			if err != nil {
				return err
			}
			return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
				return restored(deploy.Restore(ctx, d, user))
			})
		},
	}
}

// restoreReport lists what was restored.
type restoreReport deploy.Restored

func restored(r *deploy.Restored, err error) (deviceReport, error) {
	if r == nil {
		return nil, err
	}
	return (*restoreReport)(r), err
}

// ChangeName returns the name of a restored thing for messages.
func ChangeName(b deploy.RestoreItem) string {
	if b.Kind == deploy.KindSELinux {
		return "SELinux"
	}
	return b.Kind + " " + b.Name
}

func (r *restoreReport) print(e *ui.Env) {
	for _, b := range r.Restored {
		switch {
		case b.From == "there" && b.To == "not there":
			e.Printf("%s: removed\n", ChangeName(b))
		case b.From == "there":
			e.Printf("%s: replaced by %s\n", ChangeName(b), b.To)
		default:
			e.Printf("%s: was %s, now %s\n", ChangeName(b), b.From, b.To)
		}
	}
	for _, b := range r.Left {
		by := ""
		if b.By != "" {
			by = ", written by " + b.By
		}
		before := b.To
		if b.From == "there" && before != "not there" {
			before = "there" // not "the previous file": that does not say what was there
		}
		e.Printf("%s: not restored: %s (now %s%s; before gleslayergen: %s)\n", ChangeName(b), b.Why, b.From, by, before)
	}
	if len(r.Restored)+len(r.Left)+len(r.Failed) == 0 {
		e.Printf("nothing to restore\n")
	}
}
