package devicecmd

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// logsFlags are the flags of device logs.
type logsFlags struct {
	*Flags
	since  string
	follow bool
	tags   []string
}

func logsCmd(e *ui.Env, f *Flags) *cobra.Command {
	l := &logsFlags{Flags: f}
	cmd := &cobra.Command{
		Use:   "logs [PACKAGE]",
		Short: "Show and explain the lines of a device's log that are about layers",
		Long: `Show the lines of the device's log that are about layers: the lines of libEGL, of GraphicsEnvironment, of the
layers in use, and of crashes. Below each line that gleslayergen knows, it prints what the line means, and an
ID. For details, run "gleslayergen explain ID".

With PACKAGE, only the lines of that app and of its crashes are shown. With --json, each line is printed as a
JSON object.`,
		Example: `  gleslayergen device logs com.example.game --since 10m
  gleslayergen device logs --follow --json`,
		Args:              ui.Args(0, 1, "PACKAGE"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	cmd.Flags().StringVar(&l.since, "since", "", "show only lines since `TIME`: a duration before now, such as 10m, or a time in the format of the device's log, such as '11-21 17:30:00.000'")
	cmd.Flags().BoolVar(&l.follow, "follow", false, "continue to print new lines until you interrupt the command")
	cmd.Flags().StringSliceVar(&l.tags, "tag", nil, "also show lines with these log `TAGS` (separated by commas)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return logs(e, cmd, l, args) }
	return cmd
}

func logs(e *ui.Env, cmd *cobra.Command, l *logsFlags, args []string) error {
	if err := l.check(); err != nil {
		return err
	}
	if err := CheckPackages(args...); err != nil {
		return err
	}
	user, err := l.UserID()
	if err != nil {
		return err
	}
	query, logs := device.Query{User: user, Packages: args, LogNames: true}, device.LogQuery{Follow: l.follow}
	if len(args) > 0 {
		logs.Package = args[0]
	}
	err = onDevices(e, cmd, l.Flags, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
		return nil, logsOf(ctx, e, d, l, query, logs)
	})
	if l.follow && cmd.Context().Err() != nil {
		return nil // the normal end of --follow
	}
	return err
}

// logsOf prints the lines of one device as they arrive.
func logsOf(ctx context.Context, e *ui.Env, d *adb.Device, l *logsFlags, query device.Query, logs device.LogQuery) error {
	s, err := device.Read(ctx, d, query)
	if err != nil {
		return err
	}
	if logs.Package != "" && !s.Packages[logs.Package].Installed {
		return notInstalled(d.Serial, logs.Package, s.User)
	}
	logs.Tags = append(s.LayerTags(), l.tags...)
	if logs.Since = l.since; l.ago() > 0 {
		logs.Since = s.Before(l.ago())
	}
	lines := 0
	err = device.Logs(ctx, d, logs, s, func(line device.Line) bool {
		lines++
		printLine(e, d.Serial, line, l)
		return ctx.Err() == nil && !e.Out.Broken()
	})
	if err == nil && lines == 0 && ctx.Err() == nil {
		printSilence(e, d.Serial, logs.Package)
	}
	return err
}

// printSilence says that the log has no lines to show: without a message this would look like an error.
func printSilence(e *ui.Env, serial, name string) {
	if name == "" {
		e.Notef("note: %s: the log has no lines about layers", serial)
		return
	}
	e.Notef("note: %s: the log has no lines about layers in %s; to check whether the app can load layers: gleslayergen device why %s", serial, name, name)
}

func notInstalled(serial, name string, user int) error {
	return &adb.Error{What: serial + ": " + name, Why: fmt.Sprintf("the app is not installed for user %d", user),
		Advice: "to list the apps: gleslayergen device apps; to select another user, add --user USER"}
}

var logMoment = lazyregexp.New(`^(\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,9})?$`)

// check checks --since and --tag.
func (l *logsFlags) check() error {
	if l.since != "" && l.ago() <= 0 && !logMoment.MatchString(l.since) {
		return ui.Usage("--since "+l.since, "not a time and not a duration", `for example: --since 90s, --since 10m, --since "11-21 17:30:00.000"`)
	}
	if i := slices.IndexFunc(l.tags, func(tag string) bool { return !logTag.MatchString(tag) }); i >= 0 {
		return ui.Usage("--tag "+l.tags[i], "not a valid log tag", "a log tag is one word, for example libEGL")
	}
	return nil
}

var logTag = lazyregexp.New(`^[\w./-]+$`)

// ago returns --since as a duration, or 0 if it is a time.
func (l *logsFlags) ago() time.Duration {
	span, err := time.ParseDuration(l.since)
	if err != nil {
		return 0
	}
	return span
}

// lineReport is the JSON of a line.
type lineReport struct {
	Schema int    `json:"schema"`
	Serial string `json:"serial"`
	device.Line
	Event *device.Event `json:"event,omitempty"`
}

func printLine(e *ui.Env, serial string, line device.Line, l *logsFlags) {
	event, known := device.Meaning(line)
	if l.json {
		report := lineReport{Schema: 1, Serial: serial, Line: line}
		if known {
			report.Event = &event
		}
		data, _ := json.Marshal(report) // strings and numbers always encode
		e.Printf("%s\n", data)
		return
	}
	text := line.Time + " " + line.Priority + "/" + line.Tag + ": " + line.Text + "\n"
	if l.all {
		text = serial + "  " + text
	}
	if known {
		text += "    " + event.Meaning + " (" + event.ID + ")\n"
	}
	e.Printf("%s", text)
}
