package devicecmd

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// printReports prints the reports, with the name of the device above each if there are several.
func printReports(e *ui.Env, results []deviceResult) {
	for i, r := range results {
		if r.report == nil {
			continue
		}
		if len(results) > 1 {
			if i > 0 {
				e.Printf("\n")
			}
			e.Printf("%s %s\n", r.device.Serial, r.device.Model)
		}
		r.report.print(e)
	}
}

// devicesReport is the JSON report of all subcommands of device, also for one device.
type devicesReport struct {
	Schema  int               `json:"schema"`
	Devices []json.RawMessage `json:"devices"`
}

// deviceFields are the members that the report of each device has, whatever the command. A device for which the
// command failed early has no others.
type deviceFields struct {
	Serial string `json:"serial,omitempty"`
	Server string `json:"server,omitempty"` // address of the adb server, if it is not the default one
	Error  string `json:"error,omitempty"`
	Hint   string `json:"hint,omitempty"` // what to do about the error
}

// printDevices prints the reports as JSON, except those of commands that print by themselves.
func printDevices(e *ui.Env, results []deviceResult) error {
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
	return e.PrintJSON(out)
}

// json returns the report with its device, and the error if there is one.
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
	common := deviceFields{Serial: r.device.Serial, Server: r.device.Server}
	if r.err != nil && !errors.As(r.err, new(ui.Quiet)) {
		common.Error, common.Hint = r.err.Error(), ui.HintOf(r.err)
	}
	data, _ := json.Marshal(common) // strings always encode
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// text returns the error with its device.
func (r deviceResult) text() string {
	if text := r.err.Error(); r.device.Serial == "" || strings.HasPrefix(text, r.device.Serial) {
		return text
	}
	return r.device.Serial + ": " + r.err.Error()
}

// reportErrors returns the error of a single device. For several devices it prints each error and returns the
// exit code.
func reportErrors(e *ui.Env, results []deviceResult) error {
	if len(results) == 1 {
		return results[0].err
	}
	code := ui.ExitOK
	for _, r := range results {
		if r.err == nil {
			continue
		}
		code = max(code, ui.ExitCode(r.err))
		if errors.As(r.err, new(ui.Quiet)) {
			continue
		}
		e.Notef("gleslayergen: %s", ui.OneLine(r.text()))
		if hint := ui.HintOf(r.err); hint != "" {
			e.Notef("hint: %s", ui.OneLine(hint))
		}
	}
	if code == ui.ExitOK {
		return nil
	}
	return ui.Quiet(code)
}
