package layercmd

import (
	"errors"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
)

func Run(e *ui.Env) *cobra.Command {
	f := &RunFlags{}
	cmd := &cobra.Command{
		Use: "run [flags] -- PROGRAM [ARG...]",
		Long: `Starts PROGRAM, which uses EGL and OpenGL ES, with layers between the program and the driver of this machine.
The layers are loaded in the same way as by Android's loader. The first layer of --layer is closest to the
program, and the last is closest to the driver.

If you give neither --layer nor flags that describe a device, and the current directory belongs to a project,
the layer of the project is built and used. With --watch, the layer is built again and the program is restarted
when a source file changes.

A layer name with a slash is a path. Files of other names are searched for in the directories of --layer-path,
or in the current directory if --layer-path is not given. If these directories contain no file "gltrace", this
name selects the trace layer of gleslayergen. "gleslayergen trace start" can record programs that run with the
trace layer.

--modules needs no project: it loads the layer of gleslayergen that has all modules, closest to the program,
and switches on the modules of its list. To place this layer elsewhere, add the name "glmodules" to --layer.
The layer of a project in the current directory is then not loaded. "gleslayergen new --help" lists the
modules.

--set gives a setting of a layer a value. "gleslayergen settings LAYER" lists the settings.

--profile FILE lets the program see the device that FILE describes. It sets profile.on and profile.file of a
layer with the module profile ("gleslayergen new --with profile"); without a layer, it adds "profile" to
--modules. FILE is a profile, or the JSON that run --probe or device driver prints.

--probe starts no program. It queries the driver as a program would, through the layers, and prints a profile:
the limits, extensions, formats, precisions and EGL configs. With --json, the profile is printed as JSON.

First, the command checks each layer. If a layer cannot be loaded, the command prints what Android would log,
does not start the program, and exits with 6. With --keep-going, it starts the program anyway, as a device
would. If a layer fails later, or if the program never calls EGL, the command prints a warning; with --strict,
the exit code is then 6, unless a signal ended the program. If the program cannot be started, the exit code is
1. In all other cases, the exit code is that of the program, or 128 plus the number of the signal that ended
the program.

The program uses the standard streams and the terminal of gleslayergen, and receives the signals that are sent
to gleslayergen. When the program ends, a report is printed to stderr: which functions were hooked and called,
and which GL errors a layer caused. With --json, the report is printed as JSON to stdout, and the program's
stdout goes to stderr.

--env starts no program. It prints environment variables; a program that you start with these variables, for
example in a debugger, loads the layers. The variables refer to a directory that gleslayergen does not remove.
The command that removes the directory is printed to stderr.

The command works only on Linux. It builds replacements for libEGL and libGLESv2 once, with $CC or cc, and
stores them in your cache directory.`,
		Example: `  gleslayergen run -- es2gears_x11
  gleslayergen run --watch -- es2gears_x11
  gleslayergen run --layer ./liblayer.so -- es2gears_x11
  gleslayergen run --layer liba.so:libb.so --layer-path build/host --android 12 -- glmark2-es2
  gleslayergen run --set breadcrumbs.on=1 -- es2gears_x11
  gleslayergen run --profile phone.profile -- es2gears_x11
  gleslayergen run --probe --write-profile this.profile
  gleslayergen run --layer gltrace -- ./game
  gleslayergen run --modules hud,errors --set hud.corner=top-right -- ./game
  gleslayergen run --setting enable_gpu_debug_layers=1 --setting gpu_debug_app=es2gears_x11 \
      --setting gpu_debug_layers_gles=liblayer.so --explain -- es2gears_x11
  eval "$(gleslayergen run --layer ./liblayer.so --env)"; gdb es2gears_x11`,
	}
	f.add(cmd)
	device := addAndroid(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if runtime.GOOS != "linux" {
			return ui.WithHint(errors.New("run: works only on Linux, and this system is "+runtime.GOOS), "use a Linux virtual machine or container")
		}
		own, err := ownProject(cmd, f, device)
		if err != nil {
			return err
		}
		if f.profile != "" && own == "" && f.Layers == "" && device.decisive() == "" && !slices.Contains(f.modules, "profile") {
			f.modules = append(f.modules, "profile")
		}
		if err := CheckModules(cmd, f.modules); err != nil {
			return err
		}
		if err := f.check(cmd, args); err != nil {
			return err
		}
		if len(f.modules) > 0 && device.decisive() != "" {
			return ui.Usage("run", "--modules and "+device.decisive()+" are given, but only one of them can select the layers", "leave out --modules, or "+device.decisive())
		}
		listed, err := ownModulesIn(cmd.Context(), e, f.Layers, f.Path, f.modules)
		if err != nil {
			return err
		}
		if f.Layers, err = ownTraceIn(cmd.Context(), e, listed, f.Path); err != nil {
			return err
		}
		records := f.Layers != listed
		if own != "" && (f.env || f.probe || len(args) > 0) {
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
		if err := f.applyProfile(setup); err != nil {
			return err
		}
		if err := applySettings(setup, slices.Concat(moduleSettings(f.modules), f.set)); err != nil {
			return err
		}
		setup.Errors = !setup.Strict && setup.Chaos == nil && !records
		host, err := f.Host(cmd.Context())
		if err != nil {
			return err
		}
		if f.probe {
			return runProbe(cmd.Context(), e, host, setup, f)
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
