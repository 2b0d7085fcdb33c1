package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
)

func deviceRestoreCmd(e *env, f *deviceFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "restore",
		Short: "Put a device back to how it was before this tool changed it",
		Long: `Put a device back to how it was: settings, properties, files that were pushed, packages that were
installed, SELinux. What was changed is in a journal on this machine, so that this works after a pulled
cable, a crash or a restart of either side. What somebody else has changed since is theirs: it is left, and
named with the package that wrote it. Doing it again does nothing.`,
		Example: `  gleslayergen device restore
  gleslayergen device restore --all`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			user, err := f.userID()
			if err != nil {
				return err
			}
			return e.onDevices(cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
				return restored(deploy.Restore(ctx, d, user))
			})
		},
	}
}

// restoreReport is what was put back.
type restoreReport deploy.Restored

func restored(r *deploy.Restored, err error) (deviceReport, error) {
	if r == nil {
		return nil, err
	}
	return (*restoreReport)(r), err
}

func (r *restoreReport) print(e *env) {
	for _, b := range r.Restored {
		if b.From == "there" && b.To == "not there" {
			e.printf("%s %s: removed\n", b.Kind, b.Name)
			continue
		}
		e.printf("%s %s: %s, now %s\n", b.Kind, b.Name, b.From, b.To)
	}
	for _, b := range r.Left {
		by := ""
		if b.By != "" {
			by = ", by " + b.By
		}
		e.printf("%s %s: left as it is, %s%s (before: %s): %s\n", b.Kind, b.Name, b.From, by, b.To, b.Why)
	}
	if len(r.Restored)+len(r.Left)+len(r.Failed) == 0 {
		e.printf("nothing to put back\n")
	}
}
