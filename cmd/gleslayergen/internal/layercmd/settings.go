package layercmd

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/project"
)

// Settings returns the command settings.
func Settings(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "settings [LAYER]",
		Long: `List the settings of a built layer: name, values, default, and what each does. The project of the layer is not
needed. Without LAYER, the layer of the project in the current directory is used, as it was last built for this
machine.

To change a setting, use "gleslayergen run --set" or "gleslayergen device set", or set the property
debug.NAME.SETTING on a device, or the environment variable NAME_SETTING in capitals, with an underscore for
each period.`,
		Example: `  gleslayergen settings build/host/libmylayer.so
  gleslayergen settings build/arm64-v8a/libmylayer.so --json`,
		Args: ui.Args(0, 1, "LAYER"),
	}
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		path, err := layerOf(args)
		if err != nil {
			return err
		}
		declared, err := deploy.ReadDeclared(path, path)
		if err != nil {
			return err
		}
		if declared == nil {
			return ui.WithHint(fmt.Errorf("%s: the file does not describe settings", path), "pass a layer that this version of gleslayergen has generated; to generate and build a layer again: gleslayergen update, then gleslayergen build")
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

// layerOf returns the layer that the arguments name, or that of the project in the current directory.
func layerOf(args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
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
