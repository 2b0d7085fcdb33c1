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
		Long: `Starts PROGRAM, a program that uses EGL and OpenGL ES, with layers between the program and the driver of this
machine. The layers are chained as by Android's loader. The first layer of the list is next to the program.

In the directory of a project, without --layer and without flags that describe a device, run first builds the
project and uses its layer. With --watch it builds the layer again when a source file changes, and restarts the
program.

A layer with a slash is a path. For a layer without one, run searches the directories of --layer-path, or the
current directory if --layer-path is not given. If no such file exists, the name gltrace means the trace layer
of gleslayergen; trace start can record programs that run with it.

Each layer is checked first. If one cannot be loaded, run prints what Android would log, does not start the
program, and exits with 6. With --keep-going it starts the program as a device would. If a layer fails later,
or the program never calls EGL, run prints a warning; with --strict, the exit code is 6. If the program cannot
be started, the exit code is 1. Otherwise it is that of the program, or 128 plus the number of the signal that
ended it.

The program gets the standard streams, the terminal and the signals sent to this process. At the end, run
prints to stderr which functions were hooked and called, and the GL errors that a layer caused. With --json, it
prints this as JSON to stdout, and the program's stdout goes to stderr.

--env starts no program: it prints the environment variables for a shell or a debugger. The variables name a
temporary directory; remove it afterward with the command that is printed to stderr.

This works on Linux only. Replacements for libEGL and libGLESv2 are built once, with $CC or cc, and stored in
your cache directory.`,
		Example: `  gleslayergen run -- es2gears_x11
  gleslayergen run --watch -- es2gears_x11
  gleslayergen run --layer ./liblayer.so -- es2gears_x11
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
			return ui.WithHint(errors.New("run: the layer loader works on Linux only, and this is "+runtime.GOOS), "run it in a Linux virtual machine or container")
		}
		own, err := ownProject(cmd, f, device)
		if err != nil {
			return err
		}
		listed := f.Layers
		if f.Layers, err = ownTraceIn(cmd.Context(), e, listed, f.Path); err != nil {
			return err
		}
		records := f.Layers != listed
		if own != "" && (f.env || len(args) > 0) {
			if f.Layers, err = buildOwn(cmd.Context(), e, own); err != nil {
				return err
			}
		}
		setup, err := f.Setup(cmd, args)
		if err == nil {
			err = device.apply(e, setup, args)
		}
		if err != nil {
			return err
		}
		setup.Errors = !setup.Strict && setup.Chaos == nil && !records
		host, err := f.Host(cmd.Context())
		if err != nil {
			return err
		}
		if f.env {
			return printRunEnv(cmd.Context(), e, host, setup, f)
		}
		if f.watch {
			return watchProgram(cmd.Context(), e, own, func(stop <-chan struct{}) error {
				return runProgram(cmd.Context(), e, host, setup, f, args, stop)
			})
		}
		return runProgram(cmd.Context(), e, host, setup, f, args, nil)
	}
	return cmd
}
