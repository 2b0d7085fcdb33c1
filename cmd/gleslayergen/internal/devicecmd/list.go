package devicecmd

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// listReport is the JSON report of device list.
type listReport struct {
	Schema  int         `json:"schema"`
	Devices []listEntry `json:"devices"`
}

// listEntry is a device in the list.
type listEntry struct {
	adb.Entry
	AndroidVersion string   `json:"androidVersion,omitempty"`
	API            int      `json:"api,omitempty"`
	Build          string   `json:"build,omitempty"`
	ABIs           []string `json:"abis,omitempty"`
	Driver         string   `json:"driver,omitempty"`
	Why            string   `json:"why,omitempty"` // why the device cannot be used
	Hint           string   `json:"hint,omitempty"`
}

func listCmd(e *ui.Env, f *Flags) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the devices of the adb servers",
		Long: `List the devices of the adb servers: serial number, state, model, Android release, build type, ABIs, and the
name of the GLES driver. For a device that cannot be used, the list shows the reason and what to do. With -s,
the list contains only devices whose serial number begins with SERIAL.`,
		Example: `  gleslayergen device list
  gleslayergen device list --server localhost:5037,farm:5037 --json`,
		Args: ui.Args(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return listDevices(cmd.Context(), e, f) },
	}
}

func listDevices(ctx context.Context, e *ui.Env, f *Flags) error {
	clients, err := clients(e, f)
	if err != nil {
		return err
	}
	all, errs := queryDevices(ctx, clients)
	if all, err = only(all, f.serial); err != nil {
		return err
	}
	report := listReport{1, make([]listEntry, len(all))}
	parallel(len(all), func(i int) { report.Devices[i] = describe(ctx, all[i]) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if f.json {
		err = e.PrintJSON(report)
	} else {
		printList(e, report.Devices)
	}
	switch {
	case err != nil:
		return err
	case len(errs) > 0:
		return reportErrors(e, failures(errs))
	case len(all) == 0:
		_, err = adb.Choose(nil, "")
	}
	return err
}

// only returns the devices that -s selects. $ANDROID_SERIAL does not shorten the list.
func only(all []deviceEntry, serial string) ([]deviceEntry, error) {
	meant := slices.DeleteFunc(slices.Clone(all), func(d deviceEntry) bool { return !strings.HasPrefix(d.Serial, serial) })
	if len(meant) > 0 || serial == "" {
		return meant, nil
	}
	_, err := choose(all, serial)
	return nil, err
}

// failures returns the servers that did not answer.
func failures(errs []error) []deviceResult {
	var out []deviceResult
	for _, err := range errs {
		out = append(out, deviceResult{err: err})
	}
	return out
}

// describe reads the details of a device for the list.
func describe(ctx context.Context, d deviceEntry) listEntry {
	entry := listEntry{Entry: d.Entry}
	err := error(nil)
	if fault := d.Fault(); fault != nil {
		err = fault
	} else {
		var s *device.State
		if s, err = device.Read(ctx, d.Device(), device.Query{}); err == nil {
			entry.AndroidVersion, entry.API, entry.Build, entry.ABIs, entry.Driver = s.AndroidVersion, s.API, s.Build, s.ABIs, driverName(s)
			entry.Model = cmp.Or(s.Model, entry.Model)
		}
	}
	if err != nil {
		entry.Why, entry.Hint = strings.TrimPrefix(err.Error(), d.Serial+": "), ui.HintOf(err)
	}
	return entry
}

// driverName returns the name of the GLES driver from the properties: the first that is set names its file
// (rule 5.1).
func driverName(s *device.State) string {
	return cmp.Or(s.Props["persist.graphics.egl"], s.Props["ro.hardware.egl"], s.Props["ro.board.platform"])
}

func printList(e *ui.Env, list []listEntry) {
	rows := [][]string{{"SERIAL", "STATE", "MODEL", "ANDROID", "BUILD", "ABIS", "DRIVER", "SERVER"}}
	for _, d := range list {
		version := d.AndroidVersion
		if d.API != 0 {
			version += " (API " + strconv.Itoa(d.API) + ")"
		}
		rows = append(rows, []string{d.Serial, d.State, d.Model, version, d.Build, strings.Join(d.ABIs, ","), d.Driver, d.Server})
	}
	if len(list) > 0 {
		ui.Table(e.Out, "", rows)
	}
	for _, d := range list {
		if d.Why != "" {
			e.Printf("\n%s: %s\n    %s\n", d.Serial, ui.OneLine(d.Why), ui.OneLine(d.Hint))
		}
	}
}
