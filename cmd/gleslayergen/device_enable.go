package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/rules"
)

func deviceEnableCmd(e *env, f *deviceFlags) *cobra.Command {
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
		Args: wantArgs(1, -1, "LAYER[:LAYER...]"),
	}
	flags := cmd.Flags()
	flags.StringVar(&o.App, "app", "", "the `PACKAGE` of the app")
	flags.StringSliceVar(&o.LayerApps, "layer-app", nil, "a `PACKAGE` that holds layers (repeatable)")
	flags.BoolVar(&o.Launch, "launch", false, "start the app")
	flags.BoolVar(&wait, "wait", false, "wait until the app has loaded the layers, or say which rule keeps it from that (exit code 6)")
	flags.DurationVar(&timeout, "timeout", timeout, "how long --wait waits")
	flags.BoolVar(&o.Replace, "replace", false, "take the place of another app's or tool's set-up")
	for _, name := range []string{"app", "layer-app"} {
		_ = cmd.RegisterFlagCompletionFunc(name, e.completePackages(f))
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if wait {
			o.Wait = timeout
		}
		if err := readEnable(&o, f, args, cmd.Flags().Changed("timeout") && !wait, cmd.Flags().Changed("layer-app")); err != nil {
			return err
		}
		return e.onDevices(cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			r, err := deploy.Enable(ctx, d, o)
			if r == nil {
				return nil, err
			}
			if ctx.Err() != nil {
				e.notef("note: the settings stay as they were written; %s takes them back", f.again(d, "gleslayergen device disable"))
			}
			for i, note := range r.Notes {
				r.Notes[i] = f.again(d, note)
			}
			return enableReport{r}, err
		})
	}
	return cmd
}

// readEnable takes what the flags alone do not say.
func readEnable(o *deploy.EnableOptions, f *deviceFlags, args []string, idle, named bool) (err error) {
	switch {
	case o.App == "":
		return &usageError{"device enable", "it is not said for which app", "--app PACKAGE; gleslayergen device apps lists them"}
	case named && len(o.LayerApps) == 0, slices.Contains(o.LayerApps, ""):
		return &usageError{"--layer-app", "it names no package", "--layer-app PACKAGE, or leave it out where no package holds the layers"}
	case idle, o.Wait < 0:
		return &usageError{"--timeout", "it is how long --wait waits", "give --wait, and a time such as 30s"}
	}
	if err := checkPackages(append(o.LayerApps, o.App)...); err != nil {
		return err
	}
	if o.Layers, err = deploy.ParseLayers(args...); err != nil {
		return err
	}
	o.User, err = f.userID()
	return err
}

// enableReport is what enable did.
type enableReport struct{ *deploy.Enabled }

func (r enableReport) print(e *env) {
	when := "uses from its next start on"
	switch {
	case r.Loaded:
		when = "has loaded"
	case r.Launched:
		when = "was started with"
	}
	e.printf("%s %s:\n", r.App, when)
	var rows [][]string
	for _, l := range r.Layers {
		rows = append(rows, []string{l.Name, l.Path, l.ABI})
	}
	text.Table(e.out, "    ", rows)
	if len(r.Changed) == 0 {
		e.printf("the settings were so already\n")
	}
	if r.Vulkan {
		e.printf("its Vulkan layers go on: %s\n", r.Settings["gpu_debug_layers"])
	}
	for _, note := range r.Notes {
		e.warnf("%s", note)
	}
}

// vendorTopics tell what makers' devices keep from adb.
func vendorTopics() []topic {
	var all []topic
	for _, v := range rules.Vendors() {
		t := v.Topic()
		all = append(all, topic{t.ID, t.Title, t.Text, []string{}})
	}
	return all
}
