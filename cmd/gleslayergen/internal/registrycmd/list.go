package registrycmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/show"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/registry"
)

func listCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [PATTERN...]",
		Short: "List commands that a layer can intercept",
		Long: `List the EGL and OpenGL ES commands that the patterns match, one per line, with the versions and extensions
that contain each command. Without a pattern, all commands that a layer can intercept are listed. For patterns,
see: gleslayergen help patterns`,
		Example: `  gleslayergen registry list 'glDraw*'
  gleslayergen registry list @GL_KHR_debug --names
  gleslayergen registry list @all '!@gles3.2' --extensions none --json`,
		ValidArgsFunction: ui.CompletePatterns,
	}
	within := ui.AddScopeFlags(cmd)
	from := ui.AddRegistryFlags(cmd)
	asJSON := ui.JSONFlag(cmd)
	names := cmd.Flags().Bool("names", false, "print names only")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			args = []string{"@all"}
		}
		r, err := from.Load()
		if err != nil {
			return err
		}
		scope, err := within.Parse(r)
		if err != nil {
			return err
		}
		commands, err := r.Select(scope, args)
		if err != nil {
			return err
		}
		if len(commands) == 0 {
			return ui.Usage(ui.CommandName(cmd), "the pattern is empty", "to list all commands: gleslayergen registry list")
		}
		if *asJSON {
			return e.PrintJSON(show.List(r, commands))
		}
		ui.Table(e.Out, "", listRows(r, commands, *names))
		return nil
	}
	return cmd
}

func listRows(r *registry.Registry, commands []*registry.Command, names bool) [][]string {
	rows := make([][]string, len(commands))
	for i, c := range commands {
		rows[i] = []string{c.Name}
		if !names {
			rows[i] = append(rows[i], show.Origin(r, c))
		}
	}
	return rows
}
