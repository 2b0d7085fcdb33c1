package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// deviceReport is what a verb found out or did on one device; its JSON is the struct itself.
type deviceReport interface{ print(e *env) }

// deviceVerb is what is done on one device. A verb that has printed all already returns no report.
type deviceVerb func(ctx context.Context, d *adb.Device) (deviceReport, error)

// deviceResult is how a verb went on one device.
type deviceResult struct {
	device found
	report deviceReport
	err    error
}

// onDevices does a verb on the chosen device, or with --all on every one at once, and prints each report when all
// are done. A device that fails stops no other; the exit code is then the worst of all.
func (e *env) onDevices(cmd *cobra.Command, f *deviceFlags, verb func(ctx context.Context, d *adb.Device) (deviceReport, error)) error {
	results, err := e.results(cmd.Context(), f, verb)
	if err != nil {
		return err
	}
	if cmd.Context().Err() != nil {
		return cmd.Context().Err()
	}
	if f.json {
		err = e.printDevices(results)
	} else {
		e.printReports(results)
	}
	return errors.Join(err, e.worst(results))
}

// results does the verb.
func (e *env) results(ctx context.Context, f *deviceFlags, verb deviceVerb) ([]deviceResult, error) {
	if !f.all {
		d, err := e.chosen(ctx, f)
		if err != nil {
			return nil, err
		}
		report, err := verb(ctx, d.device())
		return []deviceResult{{d, report, err}}, nil
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

// printReports prints the reports one after the other, each under the name of its device if there are several.
func (e *env) printReports(results []deviceResult) {
	for i, r := range results {
		if r.report == nil {
			continue
		}
		if len(results) > 1 {
			if i > 0 {
				e.printf("\n")
			}
			e.printf("%s %s\n", r.device.Serial, r.device.Model)
		}
		r.report.print(e)
	}
}

// devicesReport is the JSON of all verbs of device, for one device, too.
type devicesReport struct {
	Schema  int               `json:"schema"`
	Devices []json.RawMessage `json:"devices"`
}

// printDevices prints what was found out as JSON. Verbs that print by themselves have no part in it.
func (e *env) printDevices(results []deviceResult) error {
	out := devicesReport{Schema: 1, Devices: []json.RawMessage{}}
	for _, r := range results {
		if r.report == nil && r.err == nil {
			continue
		}
		data, err := r.json()
		if err != nil {
			return err
		}
		out.Devices = append(out.Devices, data)
	}
	if len(out.Devices) == 0 {
		return nil
	}
	return e.printJSON(out)
}

// json is the report with the device it is about; of a failed one it says why.
func (r deviceResult) json() ([]byte, error) {
	fields := map[string]json.RawMessage{}
	if r.report != nil {
		data, err := json.Marshal(r.report)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &fields); err != nil {
			return nil, err
		}
	}
	more := map[string]string{"serial": r.device.Serial, "server": r.device.Server}
	if r.err != nil && !errors.As(r.err, new(quiet)) {
		more["error"], more["hint"] = r.err.Error(), hintOf(r.err)
	}
	for name, value := range more {
		if value != "" {
			fields[name], _ = json.Marshal(value) // no string fails
		}
	}
	return json.Marshal(fields)
}

// text is the error, with the device it is about.
func (r deviceResult) text() string {
	if text := r.err.Error(); r.device.Serial == "" || strings.HasPrefix(text, r.device.Serial) {
		return text
	}
	return r.device.Serial + ": " + r.err.Error()
}

func hintOf(err error) string {
	var h hinter
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// worst is the error of the only device, or, when there are more, tells of each and gives the exit code.
func (e *env) worst(results []deviceResult) error {
	if len(results) == 1 {
		return results[0].err
	}
	code := exitOK
	for _, r := range results {
		if r.err == nil {
			continue
		}
		code = max(code, exitCode(r.err))
		if errors.As(r.err, new(quiet)) {
			continue
		}
		e.notef("gleslayergen: %s", oneLine(r.text()))
		if hint := hintOf(r.err); hint != "" {
			e.notef("hint: %s", oneLine(hint))
		}
	}
	if code == exitOK {
		return nil
	}
	return quiet(code)
}
