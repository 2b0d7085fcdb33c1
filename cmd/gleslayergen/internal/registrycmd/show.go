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
		Long: `Show what is known about a name or a value.

For a command of EGL or OpenGL ES, this prints the C prototype, the Go hook, the parameters, and the versions
and extensions that contain the command. It also prints how Android's loader handles the command, and known
pitfalls.

For a value, this prints the enums that have the value, and their enum groups. If a bitmask group has names for
all bits of the value, this also prints the names of these bits.`,
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
