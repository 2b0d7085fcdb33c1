package main

import (
	"context"
	"errors"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// deviceReport is what a command found out or did on one device; its JSON is the struct itself.
type deviceReport interface{ print(e *env) }

// deviceCommand is what is done on one device. A command that has printed all already returns no report.
type deviceCommand func(ctx context.Context, d *adb.Device) (deviceReport, error)

// deviceResult is how a command went on one device.
type deviceResult struct {
	device found
	report deviceReport
	err    error
}

// onDevices does a command on the chosen device, or with --all on every one at once, and prints each report when all
// are done. A device that fails stops no other; the exit code is then the worst of all.
func (e *env) onDevices(cmd *cobra.Command, f *deviceFlags, verb func(ctx context.Context, d *adb.Device) (deviceReport, error)) error {
	results, err := e.results(cmd.Context(), f, leaving(verb))
	if err != nil {
		return err
	}
	if err := cmd.Context().Err(); err != nil {
		e.printReports(results)
		return interrupted(err, results)
	}
	if f.json {
		err = e.printDevices(results)
	} else {
		e.printReports(results)
	}
	return errors.Join(err, e.worst(results))
}

// results does the command.
func (e *env) results(ctx context.Context, f *deviceFlags, verb deviceCommand) ([]deviceResult, error) {
	if !f.all {
		d, err := e.chosen(ctx, f)
		if err != nil {
			return nil, f.absent(err)
		}
		report, err := verb(ctx, d.device())
		return []deviceResult{{d, report, f.advised(d.device(), err)}}, nil
	}
	if f.serial != "" {
		return nil, &usageError{"--all", "beside -s, which names one device", "leave out one of the two"}
	}
	clients, err := e.clients(f)
	if err != nil {
		return nil, err
	}
	all, errs := listed(ctx, clients)
	if len(all)+len(errs) == 0 {
		_, err := adb.Choose(nil, "")
		return nil, err
	}
	results := make([]deviceResult, len(all), len(all)+len(errs))
	together(len(all), func(i int) {
		r := deviceResult{device: all[i]}
		if fault := all[i].Fault(); fault != nil {
			r.err = fault
		} else {
			r.report, r.err = verb(ctx, all[i].device())
		}
		r.err = f.advised(all[i].device(), r.err)
		results[i] = r
	})
	for _, err := range errs {
		results = append(results, deviceResult{err: err})
	}
	return results, nil
}

// together does n things at once.
func together(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}
