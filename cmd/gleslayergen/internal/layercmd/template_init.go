package layercmd

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/templates"
)

func templateInitCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Write a minimal template pack to a directory, as a start for your own",
		Long: `Writes a pack with one hook template and a Makefile to a new directory. The layers that the pack generates log
the name of each call. The name of the directory becomes the name of the pack. Existing files are never
overwritten. To start with a complete pack instead, use "gleslayergen template export".`,
		Example: `  gleslayergen template init mypack
  gleslayergen template test mypack`,
		Args: ui.Args(1, 1, "DIR"),
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		dir, err := filepath.Abs(args[0])
		if err != nil {
			return err
		}
		name := filepath.Base(dir)
		files, err := templates.Minimal(name)
		if err != nil {
			return err
		}
		if err := project.WriteDir(cmd.Context(), args[0], files); err != nil {
			return err
		}
		e.Printf("%s: template pack %q, %s\n", args[0], name, ui.Count(len(files), "file"))
		e.Printf("next: gleslayergen template test %s\n", ui.ShellPath(args[0]))
		return nil
	}
	return cmd
}
