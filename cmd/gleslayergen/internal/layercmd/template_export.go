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
		Short: "Write a built-in template pack to a directory, as a start for your own",
		Long: `Writes the pack.yaml and the templates of a built-in pack to a new directory. Existing files are never
overwritten. Files that have "emit:" in pack.yaml are not written, because they have no template.`,
		Example:           `  gleslayergen template export go --out mypack`,
		Args:              ui.Args(1, 1, "NAME"),
		ValidArgsFunction: completePacks,
	}
	out := cmd.Flags().String("out", "", "write to `DIR`, which must be empty or not exist")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *out == "" {
			return ui.Usage(ui.CommandName(cmd), "--out is missing", "for example: --out mypack")
		}
		if !slices.Contains(templates.Builtin(), args[0]) {
			return ui.Usage(fmt.Sprintf("template pack %q", args[0]), "no built-in pack has this name",
				"the built-in packs are "+strings.Join(templates.Builtin(), ", "))

		}
		files, err := templates.Sources(args[0])
		if err != nil {
			return err
		}
		if err := project.WriteDir(cmd.Context(), *out, files); err != nil {
			return err
		}
		e.Printf("%s: template pack %q, %s\n", *out, args[0], ui.Count(len(files), "file"))
		e.Printf("next: change the name in pack.yaml, then run: gleslayergen template test %s\n", ui.ShellPath(*out))
		return nil
	}
	return cmd
}
