package registrycmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Command(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "registry",
		Long: `The Khronos registry: every type, enum group, command and extension of EGL 1.0 to 1.5 and OpenGL ES 1.0 to
3.2. A snapshot is built in; registry fetch downloads newer files.`,
	}
	cmd.AddCommand(listCmd(e), showCmd(e), diffCmd(e), lintCmd(e), importCmd(e), fetchCmd(e))
	return cmd
}
