package tracecmd

import (
	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Command(e *ui.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "trace",
		Long: `Records the EGL and OpenGL ES calls of a program to a file, on this machine or on a device. A recording
contains the arguments, the result and the time of each call, and the data that pointer arguments point to.

"trace record" starts a program and records it. "trace start" records a program that is already running with
the trace layer, and "trace stop" ends a recording.

If PROGRAM of "trace record" makes calls faster than they can be written, it waits, up to five seconds if
nothing is read. Apps and running programs do not wait, unless you add --block: calls for which there is no
space are dropped and counted. The file can be read even if the program is killed.

"trace view" shows a recording in a browser, also while it is made. "trace stats" and "trace dump" print a
recording. "trace export" converts it to other formats, and "trace extract" writes its shaders, textures,
buffers and images to files. "trace report" writes an HTML file to send. "trace diff" compares two recordings,
and "trace replay" makes the calls of a recording again. "trace images" and "trace time" replay a recording for
images and times. "trace trim" writes some frames as a recording, and "trace minimize" the calls for which a
command fails. "trace import" converts a trace of apitrace.`,
		Example: `  gleslayergen trace record -- es2gears_x11
  gleslayergen trace record --app com.example.game --out game.gltrace
  gleslayergen trace stats es2gears_x11.gltrace`,
	}
	cmd.AddCommand(recordCmd(e), startCmd(e), stopCmd(e), statusCmd(e)) // recording

	cmd.AddCommand(viewCmd(e), statsCmd(e), dumpCmd(e), exportCmd(e), extractCmd(e), reportCmd(e), diffCmd(e), crumbsCmd(e)) // reading
	cmd.AddCommand(replayCmd(e), imagesCmd(e), timeCmd(e))                                                                   // playing

	pack := compressCmd(e) // the name of compress in earlier versions
	pack.Use, pack.Hidden = "pack FILE", true
	cmd.AddCommand(compressCmd(e), trimCmd(e), minimizeCmd(e), importCmd(e), pack) // files
	return cmd
}
