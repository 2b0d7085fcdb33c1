package layercmd

import (
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/settings"
	"github.com/gleslayergen/gleslayergen/loader"
)

// applySettings adds the environment variables of assignments for the layers of a run.
func applySettings(s *loader.Setup, texts []string) error {
	list, err := settings.Parse(texts...)
	if err != nil || len(list) == 0 {
		return err
	}
	files := s.LayerFiles()
	if len(files) == 0 {
		if s.HasLayers() {
			return nil // the check of the layers reports what is missing
		}
		return ui.Usage("run", "settings are given, but the run has no layers", "add --layer LAYER or --modules MODULES, or run the command in the directory of a project")
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
