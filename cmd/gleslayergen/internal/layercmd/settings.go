package layercmd

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/loader"
)

// Settings returns the command settings.
func Settings(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "settings LAYER",
		Long: `List the settings of a built layer: name, values, default, and what each does. The project of the layer is not
needed.

To change a setting, use "gleslayergen run --set" or "gleslayergen device set", or set the property
debug.NAME.SETTING on a device, or the environment variable NAME_SETTING in capitals, with an underscore for
each period.`,
		Example: `  gleslayergen settings build/host/libmylayer.so
  gleslayergen settings build/arm64-v8a/libmylayer.so --json`,
		Args: ui.Args(1, 1, "LAYER"),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		declared, err := deploy.ReadDeclared(args[0], args[0])
		if err != nil {
			return err
		}
		if declared == nil {
			return ui.WithHint(fmt.Errorf("%s: the file does not describe settings", args[0]), "pass a layer that this version of gleslayergen has generated; to generate and build a layer again: gleslayergen update, then gleslayergen build")
		}
		if *asJSON {
			return e.PrintJSON(declared)
		}
		rows := [][]string{{"SETTING", "VALUES", "DEFAULT", "TEXT"}}
		for _, s := range declared.Settings {
			rows = append(rows, []string{s.Name, s.Values(), s.Default, ui.OneLine(s.Text)})
		}
		ui.Table(e.Out, "", rows)
		return nil
	}
	return cmd
}

// applySettings adds the environment variables of assignments for the layers of a run.
func applySettings(s *loader.Setup, texts []string) error {
	list, err := settings.Parse(texts...)
	if err != nil || len(list) == 0 {
		return err
	}
	files := s.LayerFiles()
	if len(files) == 0 {
		return ui.Usage("--set", "the run has no layers", "add --layer LAYER, or run the command in the directory of a project")
	}
	var layers []*settings.Declared
	for _, file := range files {
		declared, err := deploy.ReadDeclared(file, filepath.Base(file))
		if err != nil {
			return err
		}
		if declared != nil {
			layers = append(layers, declared)
		}
	}
	for _, a := range list {
		accepted, err := settings.Accept(layers, a)
		if err != nil {
			return err
		}
		for _, l := range accepted {
			s.Variables = append(s.Variables, l.Variable(a.Name)+"="+a.Value)
		}
	}
	return nil
}
