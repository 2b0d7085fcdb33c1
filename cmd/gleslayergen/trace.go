package main

import "github.com/spf13/cobra"

func traceCmd(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "trace",
		GroupID: groupLayer,
		Short:   "Record the EGL and OpenGL ES calls of programs, and look at them",
		Long: `Records every call of EGL and OpenGL ES that a program makes, with its arguments, its result, its time and the
data behind its pointers, into a file, on this machine or on a device, and shows what such files hold.

A program is recorded from its start with record, or while it runs with start and stop, when it runs with the
trace layer. The layer never waits for this machine: what it cannot get rid of it drops and counts, unless it
is told to wait. A file is whole up to where it ends, whatever ended it.

view shows a file, or what is being recorded, in a browser; stats, dump and export are for the command line.`,
		Example: `  gleslayergen trace record -- es2gears_x11
  gleslayergen trace record --app com.example.game --out game.gltrace
  gleslayergen trace stats es2gears_x11.gltrace`,
	}
	cmd.AddCommand(traceRecordCmd(e), traceStartCmd(e), traceStopCmd(e), traceStatusCmd(e)) // recording

	cmd.AddCommand(traceViewCmd(e), traceStatsCmd(e), traceDumpCmd(e), traceExportCmd(e)) // reading

	pack := traceCompressCmd(e) // the name of compress in earlier versions
	pack.Use, pack.Hidden = "pack FILE", true
	cmd.AddCommand(traceCompressCmd(e), pack) // files
	return cmd
}
