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

// withLeftovers returns a command that, if it is interrupted, reports the changes that it left on the device.
func withLeftovers(verb deviceCommand) deviceCommand {
	return func(ctx context.Context, d *adb.Device) (deviceReport, error) {
		before, _ := deploy.ReadJournal(d.Identity()) // the command itself reports a journal that cannot be read
		report, err := verb(ctx, d)
		if ctx.Err() == nil {
			return report, err
		}
		if after, _ := deploy.ReadJournal(d.Identity()); len(after) > 0 && !slices.Equal(before, after) {
			err = ui.NewLeftBehind(&adb.Error{What: d.Serial, Why: fmt.Sprintf("changes of gleslayergen that are still on the device: %d", len(after)),
				Advice: "to restore the device: gleslayergen device restore"})
		}
		return report, err
	}
}

// interrupted adds to err what was left on each device.
func interrupted(err error, results []deviceResult) error {
	for _, r := range results {
		if errors.As(r.err, new(ui.LeftBehind)) {
			err = errors.Join(err, r.err)
		}
	}
	return err
}
