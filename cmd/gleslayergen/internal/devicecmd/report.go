package devicecmd

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// printReports prints the reports one after the other, each under the name of its device if there are several.
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

// devicesReport is the JSON of all commands of device, for one device, too.
type devicesReport struct {
	Schema  int               `json:"schema"`
	Devices []json.RawMessage `json:"devices"`
}

// printDevices prints what was found out as JSON. Commands that print by themselves have no part in it.
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
	if r.err != nil && !errors.As(r.err, new(ui.Quiet)) {
		more["error"], more["hint"] = r.err.Error(), ui.HintOf(r.err)
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

// reportErrors is the error of the only device, or, when there are more, tells of each and gives the exit code.
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
