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
		Long: `Starts PROGRAM, a program that uses EGL and OpenGL ES, with layers between it and this machine's driver,
chained as by Android's loader. The first layer of the list is next to the program.

A layer with a slash is a path. A layer without one is searched in the directories of --layer-path, or in the
current directory if --layer-path is not given. If no such file exists, gltrace is the trace layer of this
tool: trace start can record programs that run with it.

Each layer is checked first. If one cannot be loaded, run prints what Android would log, does not start the
program, and exits with 6. With --keep-going it starts the program as a device would. A layer that fails later
and a program that never calls EGL cause a warning, and exit code 6 with --strict. If the program cannot be
started, the exit code is 1. Otherwise it is that of the program, or 128 plus the number of the signal that
ended it.

The program gets the standard streams, the terminal and the signals sent to this process. At the end stderr
lists what was hooked and called. With --json stdout has this list as JSON, and the program's stdout goes to
stderr.

--env starts no program: it prints the environment variables for a shell or a debugger. They name a directory
that you remove afterward; stderr has the command.

This works on Linux only. Replacements for libEGL and libGLESv2 are built once, with $CC or cc, into your cache
directory.`,
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
			return ui.WithHint(errors.New("run: the layer loader works on Linux only, and this is "+runtime.GOOS), "use a virtual machine or a container")
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
