package registrycmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Command(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "registry",
		Long: `Show, compare, check and download the Khronos registry. It contains all types, enum groups, commands and
extensions of EGL 1.0 to 1.5 and OpenGL ES 1.0 to 3.2. A copy is built into gleslayergen; "registry fetch"
downloads newer files.`,
	}
	cmd.AddCommand(listCmd(e), showCmd(e), diffCmd(e), lintCmd(e), importCmd(e), fetchCmd(e))
	return cmd
}
