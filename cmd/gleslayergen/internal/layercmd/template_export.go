package layercmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/templates"
)

func templateExportCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export NAME --out DIR",
		Short: "Write a template pack of the tool's own to a folder, to begin one's own with",
		Long: `Writes the pack.yaml and the templates of a pack that the tool carries to a new folder. Nothing that is there
is written over. What comes from emitters (emit: in pack.yaml) stays with the tool.`,
		Example:           `  gleslayergen template export go --out mypack`,
		Args:              ui.Args(1, 1, "NAME"),
		ValidArgsFunction: completePacks,
	}
	out := cmd.Flags().String("out", "", "write to `DIR`; it must not exist or be empty")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *out == "" {
			return ui.Usage(ui.CommandName(cmd), "--out is missing", "for example: --out mypack")
		}
		if !slices.Contains(templates.Builtin(), args[0]) {
			return ui.Usage(fmt.Sprintf("template pack %q", args[0]), "the tool carries none of that name",
				"there are: "+strings.Join(templates.Builtin(), ", "))

		}
		files, err := templates.Sources(args[0])
		if err != nil {
			return err
		}
		if err := project.WriteFolder(cmd.Context(), *out, files); err != nil {
			return err
		}
		e.Printf("%s: the template pack %s, %s\n", *out, args[0], ui.Count(len(files), "file"))
		e.Printf("next: give it a name of its own in pack.yaml; gleslayergen template test %s\n", ui.ShellPath(*out))
		return nil
	}
	return cmd
}
