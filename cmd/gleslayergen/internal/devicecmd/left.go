package devicecmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// withLeftovers is a command that says so when it is interrupted with changes on the device that it made.
func withLeftovers(verb deviceCommand) deviceCommand {
	return func(ctx context.Context, d *adb.Device) (deviceReport, error) {
		before, _ := deploy.ReadJournal(d.Identity()) // one that cannot be read the verb itself complains of
		report, err := verb(ctx, d)
		if ctx.Err() == nil {
			return report, err
		}
		if after, _ := deploy.ReadJournal(d.Identity()); len(after) > 0 && !slices.Equal(before, after) {
			err = ui.NewLeftBehind(&adb.Error{What: d.Serial, Why: fmt.Sprintf("changes were left on it: %d", len(after)),
				Advice: "put it back to how it was: gleslayergen device restore"})
		}
		return report, err
	}
}

// interrupted is the error of an interrupted run, and of what it left on each device.
func interrupted(err error, results []deviceResult) error {
	for _, r := range results {
		if errors.As(r.err, new(ui.LeftBehind)) {
			err = errors.Join(err, r.err)
		}
	}
	return err
}
