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
		Short: "Have an app use layers from its next start on",
		Long: `Have an app use layers from its next start on: Android's settings are written, read back, and the app is
ended. The first layer is the one nearest to the app. A layer is the name of a file on the device, or the
path of one on this machine that device push has brought there.

First each rule that decides whether the app would load them is checked. If one fails, nothing is changed, the
rule is printed with the command that fixes it, and the exit code is 6. A set-up of Vulkan layers
for the same app goes on; that of another app or tool is left alone, unless --replace takes its place.

What is changed is written down on this machine before: device disable or device restore puts it back.`,
		Example: `  gleslayergen device enable --app com.example.game libmylayer.so --launch --wait
  gleslayergen device enable --app com.example.game liba.so:libb.so --layer-app com.example.layers`,
		Args: ui.Args(1, -1, "LAYER[:LAYER...]"),
	}
	flags := cmd.Flags()
	flags.StringVar(&o.App, "app", "", "the `PACKAGE` of the app")
	flags.StringSliceVar(&o.LayerApps, "layer-app", nil, "a `PACKAGE` that holds layers (repeatable)")
	flags.BoolVar(&o.Launch, "launch", false, "start the app")
	flags.BoolVar(&wait, "wait", false, "wait until the app has loaded the layers, or say which rule keeps it from that (exit code 6)")
	flags.DurationVar(&timeout, "timeout", timeout, "how long --wait waits")
	flags.BoolVar(&o.Replace, "replace", false, "take the place of another app's or tool's set-up")
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
				e.Notef("note: the settings stay as they were written; %s takes them back", f.Again(d, "gleslayergen device disable"))
			}
			for i, note := range r.Notes {
				r.Notes[i] = f.Again(d, note)
			}
			return enableReport{r}, err
		})
	}
	return cmd
}

// readEnable takes what the flags alone do not say.
func readEnable(o *deploy.EnableOptions, f *Flags, args []string, idle, named bool) (err error) {
	switch {
	case o.App == "":
		return ui.Usage("device enable", "it is not said for which app", "--app PACKAGE; gleslayergen device apps lists them")
	case named && len(o.LayerApps) == 0, slices.Contains(o.LayerApps, ""):
		return ui.Usage("--layer-app", "it names no package", "--layer-app PACKAGE, or leave it out where no package holds the layers")
	case idle, o.Wait < 0:
		return ui.Usage("--timeout", "it is how long --wait waits", "give --wait, and a time such as 30s")
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

// enableReport is what enable did.
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
		e.Printf("the settings were so already\n")
	}
	if r.Vulkan {
		e.Printf("its Vulkan layers go on: %s\n", r.Settings["gpu_debug_layers"])
	}
	for _, note := range r.Notes {
		e.Warnf("%s", note)
	}
}

// VendorTopics tell what makers' devices keep from adb.
func VendorTopics() []ui.Topic {
	var all []ui.Topic
	for _, v := range rules.Vendors() {
		t := v.Topic()
		all = append(all, ui.NewTopic(t.ID, t.Title, t.Text, []string{}))
	}
	return all
}
