// Package settingscmd implements the command settings: it lists the settings of layers, and shows them in a page in which they can
// be changed.
package settingscmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/devicecmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/project"
)

// flags are the flags of settings.
type flags struct {
	page, json, ipv6 bool
	app              string
	device           devicecmd.Flags
}

// Command returns the command settings.
func Command(e *ui.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use: "settings [LAYER...]",
		Long: `List the settings of a built layer: name, values, default, and what each does. The project of the layer is not
needed. Without LAYER, the layer of the project in the current directory is used, as it was last built for this
machine.

With --page, the command shows the settings in a page with a switch for each module. Open the printed URL in a
browser on this machine; the URL works only once, in one browser. A change is written at once to the file of
settings of the layer, NAME.conf in $XDG_CONFIG_HOME or ~/.config. A program that runs with the layer reads the
file within 60 frames. To end the page, press Ctrl-C.

With --app, the page shows the settings of the layers that are enabled for an app on a device, and changes them
as "gleslayergen device set" does. The button Undo restores the values from before the page.

To change a setting without the page, use "gleslayergen run --set" or "gleslayergen device set", or set the
property debug.NAME.SETTING on a device, or the environment variable NAME_SETTING in capitals, with an
underscore for each period.`,
		Example: `  gleslayergen settings build/host/libmylayer.so
  gleslayergen settings build/arm64-v8a/libmylayer.so --json
  gleslayergen settings --page
  gleslayergen settings --app com.example.game`,
		Args: ui.Args(0, -1, "LAYER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(cmd, args); err != nil {
				return err
			}
			switch {
			case f.app != "":
				return f.showApp(cmd.Context(), e)
			case f.page:
				return f.showFiles(cmd.Context(), e, args)
			}
			return f.list(e, args)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "print the settings as JSON")
	flags.BoolVar(&f.page, "page", false, "show a page in which you can change the settings")
	flags.StringVar(&f.app, "app", "", "show this page for the layers of the app `PACKAGE` on a device")
	flags.BoolVar(&f.ipv6, "ipv6", false, "for the page, listen on ::1 instead of 127.0.0.1")
	f.device.AddChoice(flags)
	_ = cmd.RegisterFlagCompletionFunc("app", devicecmd.CompletePackages(e, &f.device))
	_ = cmd.RegisterFlagCompletionFunc("serial", devicecmd.CompleteSerials(e, &f.device))
	return cmd
}

// validate fails if flags contradict each other.
func (f *flags) validate(cmd *cobra.Command, args []string) error {
	page := f.page || f.app != ""
	switch {
	case f.json && page:
		return ui.Usage("settings", "--json prints the settings, and --page and --app show a page", "for the values on a device as JSON: gleslayergen device set PACKAGE --json")
	case f.app != "" && len(args) > 0:
		return ui.Usage("settings --app", "the page shows the layers that are enabled for the app, but a layer is given", "leave out "+args[0]+"; to enable it: gleslayergen device enable --app "+f.app+" LAYER")
	case !page && len(args) > 1:
		return ui.Usage("settings", fmt.Sprintf("%d layers are given", len(args)), "give one layer, or add --page")
	case !page && f.ipv6:
		return ui.Usage("settings --ipv6", "requires --page or --app", "for example: gleslayergen settings --page --ipv6")
	}
	for _, name := range []string{"serial", "server", "user"} {
		if f.app == "" && cmd.Flags().Changed(name) {
			return ui.Usage("settings --"+name, "requires --app", "for example: gleslayergen settings --app com.example.game")
		}
	}
	return devicecmd.CheckPackages(f.app)
}

// list prints the settings of one layer.
func (f *flags) list(e *ui.Env, args []string) error {
	layers, err := declaredBy(args)
	if err != nil {
		return err
	}
	if f.json {
		return e.PrintJSON(layers[0])
	}
	rows := [][]string{{"SETTING", "VALUES", "DEFAULT", "TEXT"}}
	for _, s := range layers[0].Settings {
		rows = append(rows, []string{s.Name, s.Values(), s.Default, ui.OneLine(s.Text)})
	}
	ui.Table(e.Out, "", rows)
	return nil
}

// declaredBy returns what layers declare: those that the arguments name, or that of the project in the current directory.
func declaredBy(paths []string) ([]*settings.Declared, error) {
	if len(paths) == 0 {
		path, err := ownLayer()
		if err != nil {
			return nil, err
		}
		paths = []string{path}
	}
	var all []*settings.Declared
	for _, path := range paths {
		declared, err := deploy.ReadDeclared(path, path)
		if err != nil {
			return nil, err
		}
		if declared == nil {
			return nil, ui.WithHint(fmt.Errorf("%s: the file does not describe settings", path), "pass a layer that this version of gleslayergen has generated; to generate and build a layer again: gleslayergen update, then gleslayergen build")
		}
		all = append(all, declared)
	}
	return all, nil
}

// ownLayer returns the layer of the project in the current directory.
func ownLayer() (string, error) {
	root, err := project.Find(".")
	if err != nil {
		return "", err
	}
	config, err := project.Load(root)
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "build", "host", "lib"+config.Name+".so")
	if _, err := os.Stat(path); err != nil {
		return "", ui.WithHint(fmt.Errorf("%s: %w", path, ui.WithoutPath(err)), "build the layer first: gleslayergen build")
	}
	return path, nil
}

// showFiles shows the page for layers on this machine.
func (f *flags) showFiles(ctx context.Context, e *ui.Env, args []string) error {
	layers, err := declaredBy(args)
	if err != nil {
		return err
	}
	target, err := newFileTarget(layers, e.Machine.Getenv)
	if err != nil {
		return err
	}
	return f.serve(ctx, e, target)
}

// showApp shows the page for the layers of an app on a device.
func (f *flags) showApp(ctx context.Context, e *ui.Env) error {
	user, err := f.device.UserID()
	if err != nil {
		return err
	}
	chosen, err := devicecmd.ChooseDevice(ctx, e, &f.device)
	if err != nil {
		return f.device.Absent(err)
	}
	d := chosen.Device()
	session, err := deploy.OpenLayerSession(ctx, d, f.app, user)
	if err != nil {
		return f.device.Advised(d, err)
	}
	if len(session.Layers()) == 0 {
		return ui.WithHint(fmt.Errorf("app %s: none of its layers describes settings", f.app), "enable a layer that this version of gleslayergen has generated: gleslayergen device enable --app "+f.app+" LAYER")
	}
	if err := f.serve(ctx, e, &deviceTarget{session, f.app, d.Serial}); err != nil {
		return err
	}
	if session.Changed() {
		e.Notef("the changed settings stay on the device until a reboot; to restore the values from before: %s", f.again(d, "gleslayergen device restore"))
	}
	return nil
}

func (f *flags) again(d *adb.Device, text string) string { return f.device.Again(d, text) }

func (f *flags) serve(ctx context.Context, e *ui.Env, t target) error {
	return newPage(t, e.Notef).serve(ctx, f.ipv6, func(url string) {
		e.Printf("%s\n", url)
		e.Notef("open this URL in a browser on this machine; the URL works only once; to end the page, press Ctrl-C")
	})
}
