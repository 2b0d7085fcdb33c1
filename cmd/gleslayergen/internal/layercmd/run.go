package layercmd

import (
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Run(e *ui.Env) *cobra.Command {
	f := &RunFlags{}
	cmd := &cobra.Command{
		Use: "run [flags] -- PROGRAM [ARG...]",
		Long: `Starts PROGRAM, any program of EGL and OpenGL ES, with layers between it and this machine's driver, chained
as Android's loader chains them. The first layer of the list is directly below the program.

A layer with a slash in it is that file. One without is searched in the folders of --layer-path; without
--layer-path it is a file of this folder. Where there is none, gltrace is the tool's own trace layer: what
runs with it can be recorded by trace start.

Each layer is checked first. If one cannot be loaded, run prints what Android would log, does not start the
program, and exits with 6. --keep-going starts it as a device would. A layer that
fails later, or a program that never calls EGL, is a warning, and exit code 6 with --strict. A program that
cannot be started gives 1. Otherwise the exit code is the program's own, or 128 and the number of the signal
that ended it.

The streams, the terminal and its keys are the program's, and so are signals that this process is sent. What
was hooked and called is told on stderr at the end. With --json that comes as JSON on stdout, and what the
program writes to its stdout goes to stderr.

--env starts nothing: it prints the variables for a shell or a debugger, and the folder that they lead to
stays until you remove it; stderr says how.

For Linux. The loader's libraries are built once, with $CC or cc, into your cache directory.`,
		Example: `  gleslayergen run --layer ./liblayer.so -- es2gears_x11
  gleslayergen run --layer liba.so:libb.so --layer-path build/host --android 12 -- glmark2-es2
  gleslayergen run --layer gltrace -- ./game
  gleslayergen run --setting enable_gpu_debug_layers=1 --setting gpu_debug_app=es2gears_x11 \
      --setting gpu_debug_layers_gles=liblayer.so --explain -- es2gears_x11
  eval "$(gleslayergen run --layer ./liblayer.so --env)"; gdb es2gears_x11`,
	}
	f.add(cmd)
	device := addAndroid(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if runtime.GOOS != "linux" {
			return ui.WithHint(errors.New("run: the layer loader is for Linux, and this is "+runtime.GOOS), "use a virtual machine or a container")
		}
		var err error
		if f.Layers, err = ownTraceIn(cmd.Context(), e, f.Layers, f.Path); err != nil {
			return err
		}
		setup, err := f.Setup(cmd, args)
		if err == nil {
			err = device.apply(e, setup, args)
		}
		if err != nil {
			return err
		}
		host, err := f.Host(cmd.Context())
		if err != nil {
			return err
		}
		if f.env {
			return printRunEnv(cmd.Context(), e, host, setup, f)
		}
		return runProgram(cmd.Context(), e, host, setup, f, args)
	}
	return cmd
}
