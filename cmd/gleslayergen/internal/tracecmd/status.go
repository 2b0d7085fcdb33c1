package tracecmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// recorderStatus is a process with the trace layer, and its recording by a run of this tool.
type recorderStatus struct {
	PID       int            `json:"pid"`
	Process   string         `json:"process"`
	App       string         `json:"app,omitempty"`
	Serial    string         `json:"serial,omitempty"`
	State     *link.State    `json:"state,omitempty"` // from the recorder itself
	Recording *record.Status `json:"recording,omitempty"`
}

// tracesReport is the JSON report of trace status.
type tracesReport struct {
	Schema    int              `json:"schema"`
	Recorders []recorderStatus `json:"recorders"`
}

func statusCmd(e *ui.Env) *cobra.Command {
	f := &traceFlags{}
	cmd := &cobra.Command{
		Use:   "status",
		Short: "List the processes that can be recorded, and their recordings",
		Long: `Lists the processes on this machine that run with the trace layer. For each active recording, prints when
it began, how many calls and frames it has, its size, how many calls were dropped, and the file. Also prints
the process ID of the gleslayergen that writes the file. The recordings of apps on devices are listed too.

If the trace layer itself writes the file, or keeps the calls in memory, only the counts of calls and of
dropped calls are known. The counts are up to one second old.

With --app, lists the processes of an app on a device.`,
		Example: `  gleslayergen trace status
  gleslayergen trace status --app com.example.game --json`,
		Args: ui.Args(0, 0, ""),
	}
	f.addApp(e, cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := f.read(cmd); err != nil {
			return err
		}
		list, err := traces(cmd.Context(), e, f)
		if err != nil {
			return err
		}
		if f.asJSON {
			return e.PrintJSON(tracesReport{1, list})
		}
		printTraces(e, list, f.app)
		return nil
	}
	return cmd
}

// traces returns the recorders, and the recordings of all devices.
func traces(ctx context.Context, e *ui.Env, f *traceFlags) ([]recorderStatus, error) {
	running := activeRecordings(ctx)
	list := []recorderStatus{}
	add := func(app, serial string, found []link.Registration) {
		for _, r := range found {
			list = append(list, recorderStatus{r.PID, r.Process, app, serial, &r.State, hostOf(running, app, r.PID)})
		}
	}
	if f.app != "" {
		err := onApp(ctx, e, f, func(_ *adb.Device, a *record.App) error {
			found, err := a.Find(ctx)
			add(a.Name, a.Serial(), found)
			return err
		})
		return list, err
	}
	dir, err := recorderDir()
	if err != nil {
		return nil, err
	}
	found, err := (&record.Local{Dir: dir, OnRefused: func(r link.Refused) { warnRefused(e, r) }}).Find(ctx)
	if err != nil {
		return nil, err
	}
	add("", "", found)
	for _, s := range running {
		if s.App != "" {
			list = append(list, recorderStatus{s.PID, s.Process, s.App, s.Serial, nil, &s})
		}
	}
	return list, nil
}

// printTraces prints a table of the recorders. app is the app that was selected, if any.
func printTraces(e *ui.Env, list []recorderStatus, app string) {
	switch {
	case len(list) > 0:
	case app != "":
		e.Printf("app %[1]s does not run with the trace layer; to start the app with the layer: gleslayergen trace record --app %[1]s\n", app)
		return
	default:
		e.Printf("no process runs with the trace layer; to start a program with the layer: gleslayergen trace record -- PROGRAM\n")
		return
	}
	rows := [][]string{{"PID", "PROCESS", "SINCE", "CALLS", "FRAMES", "SIZE", "DROPPED", "RECORDED BY", "FILE"}}
	for _, r := range list {
		name := shortName(r.Process)
		if r.App != "" {
			name = r.App + " on " + r.Serial
		}
		rows = append(rows, append([]string{fmt.Sprint(r.PID), ui.OneLine(name)}, statusCells(r)...))
	}
	ui.Table(e.Out, "", rows)
}

// shortName returns the name of a process without directories, truncated: a process can show its whole command line
// as its name.
func shortName(process string) string {
	const most = 40
	program, args, _ := strings.Cut(process, " ")
	runes := []rune(strings.TrimSpace(program[strings.LastIndexByte(program, '/')+1:] + " " + args))
	if len(runes) > most {
		return string(runes[:most-3]) + "..."
	}
	return string(runes)
}

// statusCells returns the columns about the recording of a process, as its receiver or its recorder reports
// it.
func statusCells(r recorderStatus) []string {
	if s := r.Recording; s != nil {
		return []string{s.Since.Format(time.TimeOnly), fmt.Sprint(s.Calls), fmt.Sprint(s.Frames), bytesText(s.Bytes),
			fmt.Sprint(s.Dropped), fmt.Sprint(s.Receiver), s.File}
	}
	by, file := "-", "-"
	switch s := r.State; s.Recording {
	case "file":
		by, file = "trace layer", ui.OneLine(s.File)
	case "buffers":
		by, file = "trace layer", "(kept in memory)"
	case "host":
		by = "another process"
	default:
		return []string{"-", "-", "-", "-", "-", by, file}
	}
	return []string{"-", fmt.Sprint(r.State.Calls), "-", "-", fmt.Sprint(r.State.Dropped), by, file}
}
