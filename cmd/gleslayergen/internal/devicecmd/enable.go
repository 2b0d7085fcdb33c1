package devicecmd

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

func enableCmd(e *ui.Env, f *Flags) *cobra.Command {
	o := deploy.EnableOptions{}
	wait, timeout := false, 30*time.Second
	cmd := &cobra.Command{
		Use:   "enable --app PACKAGE LAYER[:LAYER...]",
		Short: "Make an app use layers from its next start on",
		Long: `Make an app use layers from its next start on: write Android's settings, read them back, and stop the app. The
first layer is the one nearest to the app. A layer is the name of a file on the device, or the path of a file
on this machine that device push has copied there.

First, gleslayergen checks each rule that decides whether the app loads the layers. If a rule is not met, it
changes nothing, prints the rule and the command that fixes it, and exits with 6. It keeps the settings of
Vulkan layers for the same app. It replaces settings for another app, or of another tool, only with --replace.

Before each change, a journal on this machine records the state of the device. device disable or device restore
undoes the changes.`,
		Example: `  gleslayergen device enable --app com.example.game libmylayer.so --launch --wait
  gleslayergen device enable --app com.example.game liba.so:libb.so --layer-app com.example.layers`,
		Args: ui.Args(1, -1, "LAYER[:LAYER...]"),
	}
	flags := cmd.Flags()
	flags.StringVar(&o.App, "app", "", "`PACKAGE` of the app")
	flags.StringSliceVar(&o.LayerApps, "layer-app", nil, "`PACKAGE` that contains layers (repeatable)")
	flags.BoolVar(&o.Launch, "launch", false, "start the app")
	flags.BoolVar(&wait, "wait", false, "wait until the app has loaded the layers, or print the rule that prevents it (exit code 6)")
	flags.DurationVar(&timeout, "timeout", timeout, "time limit of --wait")
	flags.BoolVar(&o.Replace, "replace", false, "replace the settings of another app or tool")
	for _, name := range []string{"app", "layer-app"} {
		_ = cmd.RegisterFlagCompletionFunc(name, CompletePackages(e, f))
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if wait {
			o.Wait = timeout
		}
		if err := readEnable(&o, f, args, cmd.Flags().Changed("timeout") && !wait, cmd.Flags().Changed("layer-app")); err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			r, err := deploy.Enable(ctx, d, o)
			if r == nil {
				return nil, err
			}
			if ctx.Err() != nil {
				e.Notef("note: the new settings stay; to restore the previous settings: %s", f.Again(d, "gleslayergen device disable"))
			}
			for i, note := range r.Notes {
				r.Notes[i] = f.Again(d, note)
			}
			return enableReport{r}, err
		})
	}
	return cmd
}

// readEnable checks the flags and fills in the request.
func readEnable(o *deploy.EnableOptions, f *Flags, args []string, idle, named bool) (err error) {
	switch {
	case o.App == "":
		return ui.Usage("device enable", "--app is missing", "name the app: --app PACKAGE; to list the apps: gleslayergen device apps")
	case named && len(o.LayerApps) == 0, slices.Contains(o.LayerApps, ""):
		return ui.Usage("--layer-app", "the package name is empty", "give --layer-app PACKAGE, or leave it out if no package contains the layers")
	case idle, o.Wait < 0:
		return ui.Usage("--timeout", "requires --wait", "give --wait, and a duration such as 30s")
	}
	if err := CheckPackages(append(o.LayerApps, o.App)...); err != nil {
		return err
	}
	if o.Layers, err = deploy.ParseLayers(args...); err != nil {
		return err
	}
	o.User, err = f.UserID()
	return err
}

// enableReport is the report of device enable.
type enableReport struct{ *deploy.Enabled }

func (r enableReport) print(e *ui.Env) {
	when := "uses from its next start on"
	switch {
	case r.Loaded:
		when = "has loaded"
	case r.Launched:
		when = "was started with"
	}
	e.Printf("%s %s:\n", r.App, when)
	var rows [][]string
	for _, l := range r.Layers {
		rows = append(rows, []string{l.Name, l.Path, l.ABI})
	}
	ui.Table(e.Out, "    ", rows)
	if len(r.Changed) == 0 {
		e.Printf("the settings were already set\n")
	}
	if r.Vulkan {
		e.Printf("the app's Vulkan layers stay: %s\n", r.Settings["gpu_debug_layers"])
	}
	for _, note := range r.Notes {
		e.Warnf("%s", note)
	}
}

// VendorTopics returns the explanations of limits that vendors put on adb.
func VendorTopics() []ui.Topic {
	var all []ui.Topic
	for _, v := range rules.Vendors() {
		t := v.Topic()
		all = append(all, ui.NewTopic(t.ID, t.Title, t.Text, []string{}))
	}
	return all
}
