package devicecmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/why"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

// whyReport is the report of device why.
type whyReport struct {
	Serial string `json:"serial"`
	why.Diagnosis
	explain bool
}

func whyCmd(e *ui.Env, f *Flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "why PKG",
		Short: "Explain why layers do not load into an app, and how to fix it",
		Long: `Explain why layers do not load into the app PKG. The command checks the conditions in the order in which
Android evaluates them: the app, the settings, the files, and the last start of the app. It prints the first
condition that is not met, the evidence for this, and how to fix the problem. If the log of the last start
contradicts the settings, the log decides.

Some conditions cannot be checked, for example the files in the data directory of an app that is not
debuggable. For such a condition, the report contains the reason and a command that shows more. The device is
not changed.

The exit code is 0 if a running process of the app has loaded the layers, and 6 otherwise. "The layers" are
those of --layer, or by default all layers of the settings. The report also lists a process that loaded the
layers and has ended.`,
		Example: `  gleslayergen device why com.example.game
  gleslayergen device why com.example.game --layer liblayer.so --explain
  gleslayergen explain why-abi`,
		Args:              ui.Args(1, 1, "PKG"),
		ValidArgsFunction: CompletePackages(e, f),
	}
	var layers []string
	var explain bool
	cmd.Flags().StringSliceVar(&layers, "layer", nil, "check only the layer with the file name `NAME` (repeatable; default: all layers of the settings)")
	cmd.Flags().BoolVar(&explain, "explain", false, "also print every condition that was checked, with the result")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := device.CheckPackage(args[0]); err != nil {
			return err
		}
		user, err := f.UserID()
		if err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			evidence, err := why.Gather(ctx, d, why.Query{App: args[0], User: user, Requested: layers})
			if err != nil {
				return nil, err
			}
			evidence.Target = target(e, f, d)
			report := &whyReport{d.Serial, why.Explain(evidence), explain}
			if !report.Loaded {
				return report, ui.Quiet(ui.ExitNotLoaded)
			}
			return report, nil
		})
	}
	return cmd
}

// target returns the flags with which proposed commands reach the same device.
func target(e *ui.Env, f *Flags, d *adb.Device) why.Target {
	var t why.Target
	if f.all || serial(e, f) != "" {
		t.Tool = "-s " + adb.QuoteIfNeeded(d.Serial)
		t.ADB = t.Tool
	}
	if server := d.Client.Server; server != "" {
		t.Tool = strings.TrimSpace("--server " + adb.QuoteIfNeeded(server) + " " + t.Tool)
		t.ADB = strings.TrimSpace(d.Client.CommandLine() + " " + t.ADB)
	}
	return t
}

func (r *whyReport) print(e *ui.Env) {
	switch {
	case r.Loaded:
		e.Printf("%s: the layers are loaded\n", r.App)
	case r.WasLoaded:
		e.Printf("%s: the layers are not loaded now; they were loaded at the last start, in a process that has ended\n", r.App)
	case r.First != nil && r.First.State == why.Open:
		e.Printf("%s: the layers are probably not loaded; one condition could not be checked\n", r.App)
	default:
		e.Printf("%s: the layers are not loaded\n", r.App)
	}
	for _, l := range r.Layers {
		e.Printf("  %s  %s, since %s, in process %d\n", ui.OneLine(l.Name), ui.OneLine(l.Path), l.Since, l.PID)
	}
	if r.First != nil {
		printWhy(e, *r.First)
	}
	for _, note := range r.Notes() {
		if r.Loaded || note.ID != firstID(r.First) {
			e.Printf("\nnote: this can affect the next start of the app, or some calls:")
			printWhy(e, note)
		}
	}
	if r.explain {
		e.Printf("\n")
		printResults(e, r.Results)
	}
}

func firstID(r *why.Result) string {
	if r == nil {
		return ""
	}
	return r.ID
}

// printWhy prints one condition: the question, the finding, its evidence, and the command.
func printWhy(e *ui.Env, r why.Result) {
	e.Printf("\n%s  (rule %s, %s)\n", r.Question, r.Rule, r.ID)
	e.Printf("  %s\n", ui.Wrap(ui.OneLine(r.What), 100, "  "))
	for _, line := range r.Evidence {
		e.Printf("    %s\n", ui.OneLine(line))
	}
	words := "to fix it:"
	switch {
	case r.State == why.Open:
		words = "to learn more:"
	case !why.IsCommand(r.Remedy):
		words = "how to fix it:"
	}
	if r.Remedy != "" {
		e.Printf("%s\n    %s\n", words, ui.OneLine(r.Remedy))
	}
}

func printResults(e *ui.Env, results []why.Result) {
	rows := [][]string{{"ANSWER", "RULE", "QUESTION", "FOUND"}}
	for _, r := range results {
		rows = append(rows, []string{string(r.State), r.Rule, r.Question, ui.OneLine(r.What)})
	}
	ui.Table(e.Out, "", rows)
}

// WhyTopics returns the explanations of the conditions of device why.
func WhyTopics() []ui.Topic {
	var list []ui.Topic
	for _, row := range why.Tree() {
		list = append(list, ui.NewTopic(why.Prefix+row.ID, row.Question,
			"If not: "+why.Placeholders(row.No)+".\n\nWhy: "+row.Reason+".\n\nHow to fix it: "+why.Placeholders(row.Remedy)+
				"\n\nIf the condition cannot be checked, this shows more: "+why.Placeholders(row.Learn), []string{"rule-" + row.Rule}))
	}
	return list
}
