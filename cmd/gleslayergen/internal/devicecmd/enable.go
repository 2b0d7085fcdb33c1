package devicecmd

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/rules"
)

func enableCmd(e *ui.Env, f *Flags) *cobra.Command {
	o := deploy.EnableOptions{}
	wait, timeout := false, 30*time.Second
	var on []string
	cmd := &cobra.Command{
		Use:   "enable --app PACKAGE LAYER[:LAYER...]|--modules MODULES",
		Short: "Make an app use layers from its next start on",
		Long: `Make an app use layers from its next start on. This command writes Android's settings for layers, reads them
back, and stops the app. The first layer of the list is the closest to the app. Give each layer as the name of
a file on the device, or as the path of a file on this machine that "gleslayergen device push" has copied to
the device.

--modules needs no layer of yours: it copies the layer of gleslayergen that has all modules to the device, puts
it in front of the list, and switches on the modules of the list, such as hud,errors, and other modules off.
"gleslayergen new --help" lists the modules. "gleslayergen device set" changes their settings while the app
runs.

Before it writes, gleslayergen checks each rule that decides whether the app loads the layers. If a rule is not
met, gleslayergen changes nothing, prints the rule and how to fix the problem, and exits with code 6. Settings
of Vulkan layers for the same app are kept. Settings for another app, and settings that another tool wrote, are
replaced only with --replace.

Before each change, gleslayergen records the state of the device in a journal on this machine. To undo the
changes, run "gleslayergen device disable" or "gleslayergen device restore".`,
		Example: `  gleslayergen device enable --app com.example.game libmylayer.so --launch --wait
  gleslayergen device enable --app com.example.game liba.so:libb.so --layer-app com.example.layers
  gleslayergen device enable --app com.example.game --modules hud,errors --launch`,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("modules") {
				return ui.Args(0, -1, "LAYER[:LAYER...]")(cmd, args)
			}
			return ui.Args(1, -1, "LAYER[:LAYER...]")(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.App, "app", "", "make the app `PACKAGE` use the layers")
	flags.StringSliceVar(&o.LayerApps, "layer-app", nil, "make the app search the installed package `PACKAGE` for layers (repeatable)")
	layercmd.ModulesFlag(cmd, &on, "copy the layer with all modules to the device, and switch on these `MODULES`, such as hud,errors")
	flags.BoolVar(&o.Launch, "launch", false, "start the app after the settings are written")
	flags.BoolVar(&wait, "wait", false, "wait until the app has loaded the layers; if the app does not load them, print the rule that prevents this (exit code 6)")
	flags.DurationVar(&timeout, "timeout", timeout, "maximum time that --wait waits")
	flags.BoolVar(&o.Replace, "replace", false, "replace layer settings that are for another app, or that another tool wrote")
	for _, name := range []string{"app", "layer-app"} {
		_ = cmd.RegisterFlagCompletionFunc(name, CompletePackages(e, f))
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := layercmd.CheckModules(cmd, on); err != nil {
			return err
		}
		if wait {
			o.Wait = timeout
		}
		if err := readEnable(&o, f, args, cmd.Flags().Changed("timeout") && !wait, cmd.Flags().Changed("layer-app")); err != nil {
			return err
		}
		return onDevices(e, cmd, f, func(ctx context.Context, d *adb.Device) (deviceReport, error) {
			enable := deploy.Enable
			if len(on) > 0 {
				enable = func(ctx context.Context, d *adb.Device, o deploy.EnableOptions) (*deploy.Enabled, error) {
					return enableModules(ctx, e, d, o, on)
				}
			}
			r, err := enable(ctx, d, o)
			if r == nil {
				return nil, err
			}
			if ctx.Err() != nil {
				e.Notef("note: the new settings stay on the device; to restore the previous settings: %s", f.Again(d, "gleslayergen device disable"))
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
		return ui.Usage("device enable", "--app is missing", "give the package name of the app: --app PACKAGE; to list the apps: gleslayergen device apps")
	case named && len(o.LayerApps) == 0, slices.Contains(o.LayerApps, ""):
		return ui.Usage("--layer-app", "the package name is empty", "give --layer-app PACKAGE, or leave out --layer-app if no package contains the layers")
	case idle:
		return ui.Usage("--timeout", "requires --wait", "add --wait, or leave out --timeout")
	case o.Wait < 0:
		return ui.Usage("--timeout "+o.Wait.String(), "must not be negative", "for example: --timeout 30s")
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
	when := "will load these layers at its next start"
	switch {
	case r.Loaded:
		when = "has loaded these layers"
	case r.Launched:
		when = "was started with these layers"
	}
	e.Printf("%s %s:\n", r.App, when)
	var rows [][]string
	for _, l := range r.Layers {
		rows = append(rows, []string{l.Name, l.Path, l.ABI})
	}
	ui.Table(e.Out, "    ", rows)
	if len(r.Changed) == 0 {
		e.Printf("no setting had to be changed\n")
	}
	if r.Vulkan {
		e.Printf("the Vulkan layers of the app stay enabled: %s\n", r.Settings["gpu_debug_layers"])
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
