package devicecmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// deviceReport is the result of a command on one device. It is also its JSON.
type deviceReport interface{ print(e *ui.Env) }

// deviceCommand runs on one device. It returns no report if it printed everything itself.
type deviceCommand func(ctx context.Context, d *adb.Device) (deviceReport, error)

// deviceResult is the report or the error of one device.
type deviceResult struct {
	device deviceEntry
	report deviceReport
	err    error
}

// onDevices runs a command on the chosen device, or with --all on all devices at once, and prints the reports
// at the end. An error on one device does not stop the others; the exit code is the highest of all.
func onDevices(e *ui.Env, cmd *cobra.Command, f *Flags, verb func(ctx context.Context, d *adb.Device) (deviceReport, error)) error {
	results, err := results(cmd.Context(), e, f, withLeftovers(verb))
	if err != nil {
		return err
	}
	if err := cmd.Context().Err(); err != nil {
		printReports(e, results)
		return interrupted(err, results)
	}
	if f.json {
		err = printDevices(e, results)
	} else {
		printReports(e, results)
	}
	return errors.Join(err, reportErrors(e, results))
}

// results runs the command and returns the result of each device.
func results(ctx context.Context, e *ui.Env, f *Flags, verb deviceCommand) ([]deviceResult, error) {
	if !f.all {
		d, err := ChooseDevice(ctx, e, f)
		if err != nil {
			return nil, f.Absent(err)
		}
		report, err := verb(ctx, d.Device())
		return []deviceResult{{d, report, f.Advised(d.Device(), err)}}, nil
	}
	if f.serial != "" {
		return nil, ui.Usage("--all", "cannot be combined with -s, which selects one device", "leave out --all or -s")
	}
	clients, err := clients(e, f)
	if err != nil {
		return nil, err
	}
	all, errs := queryDevices(ctx, clients)
	if len(all)+len(errs) == 0 {
		_, err := adb.Choose(nil, "")
		return nil, err
	}
	results := make([]deviceResult, len(all), len(all)+len(errs))
	parallel(len(all), func(i int) {
		r := deviceResult{device: all[i]}
		if fault := all[i].Fault(); fault != nil {
			r.err = fault
		} else {
			r.report, r.err = verb(ctx, all[i].Device())
		}
		r.err = f.Advised(all[i].Device(), r.err)
		results[i] = r
	})
	for _, err := range errs {
		results = append(results, deviceResult{err: err})
	}
	return results, nil
}

// parallel calls do for 0 to n-1 at the same time.
func parallel(n int, do func(i int)) {
	var wg recovery.Group
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}
