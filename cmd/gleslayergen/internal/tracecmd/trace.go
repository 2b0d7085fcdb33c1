package tracecmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Command(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "trace",
		Long: `Records every call of EGL and OpenGL ES that a program makes, with its arguments, its result, its time and the
data behind its pointers, into a file, on this machine or on a device, and shows what such files hold.

A program is recorded from its start with record, or while it runs with start and stop, when it runs with the
trace layer. The layer never waits for this machine: if a buffer is full, it drops and counts calls, unless
--block is given. A recording can be read up to its end even if the program was killed.

view shows a file, or what is being recorded, in a browser; stats, dump and export are for the command line.`,
		Example: `  gleslayergen trace record -- es2gears_x11
  gleslayergen trace record --app com.example.game --out game.gltrace
  gleslayergen trace stats es2gears_x11.gltrace`,
	}
	cmd.AddCommand(recordCmd(e), startCmd(e), stopCmd(e), statusCmd(e)) // recording

	cmd.AddCommand(viewCmd(e), statsCmd(e), dumpCmd(e), exportCmd(e)) // reading

	pack := compressCmd(e) // the name of compress in earlier versions
	pack.Use, pack.Hidden = "pack FILE", true
	cmd.AddCommand(compressCmd(e), pack) // files
	return cmd
}
