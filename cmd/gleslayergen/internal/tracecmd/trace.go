package tracecmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Command(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "trace",
		Long: `Records the EGL and OpenGL ES calls of a program to a file, on this machine or on a device: each call with its
arguments, result, time and the data behind its pointers. Other subcommands show and convert recordings.

record starts a program and records it. start and stop record a running program that has the trace layer. The
layer does not wait until data is sent: if a buffer is full, it drops calls and counts them, except with
--block. Even if the program is killed, the file can be read.

view shows a file, or a recording in progress, in a browser; stats, dump and export print to the terminal.`,
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
