package registrycmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/show"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func showCmd(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show NAME|VALUE...",
		Short: "Show a command, extension, version, type, enum, enum group or value",
		Long: `Show what the registry and Android's loader say about names. For a command: its C prototype, its Go hook in a
project, its parameters, the versions and extensions that contain it, what Android's loader does with its name,
and its known pitfalls. For a value: the enums that have it, their groups, and the bitfields that have a name
for each of its bits.`,
		Example: `  gleslayergen registry show glTexImage2D
  gleslayergen registry show GL_KHR_debug TextureTarget
  gleslayergen registry show 0x8892 0x4100
  gleslayergen registry show eglChooseConfig --json`,
		Args:              ui.Args(1, -1, "NAME"),
		ValidArgsFunction: ui.CompleteNames,
	}
	from := ui.AddRegistryFlags(cmd)
	asJSON := ui.JSONFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		r, err := from.Load()
		if err != nil {
			return err
		}
		report, err := show.Names(r, args)
		if err != nil {
			return err
		}
		if *asJSON {
			return e.PrintJSON(report)
		}
		report.Print(e.Out)
		return nil
	}
	return cmd
}
