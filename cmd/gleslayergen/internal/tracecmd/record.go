package tracecmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// recordFlags are the flags of trace record.
type recordFlags struct {
	traceFlags
	run       layercmd.RunFlags
	layer     string // the trace layer's file
	fromStart bool
	keep      bool // leave the app's set-up as it is
	replace   bool
	force     bool
}

func recordCmd(e *ui.Env) *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "record [flags] -- PROGRAM [ARG...] | --app PACKAGE",
		Short: "Start a program or an app with the trace layer, and record its calls",
		Long: `Starts PROGRAM on this machine, or an app of a device, with the trace layer, and records its calls of EGL and
OpenGL ES from the first on, until it ends, ^C, --frames or --seconds. The program goes on when the recording
ends first. Each further process that it starts gets a file of its own, with the process's number in its name.

Other layers beside it are those of --layer, the program's side first, as with run. The trace layer is in front
of them, and so records what the program calls; the name gltrace in the list puts it elsewhere: --layer
liba.so:gltrace records what liba.so makes of that.

On a device the layers are brought to the app, which has to be debuggable (or there is root), the app is
started, and all is put back at the end, unless --keep is given: then device restore does it. The trace layer
is built once for the app's ABI, with the Android NDK that build takes; or --trace-layer names one.

With --frames the file ends with that frame. ^C ends the recording, and goes to the program as always.

What was told as recorded is in the file, whatever ends this process. A full disk ends the recording, not the
program. With a program the exit code is its own, or 6 if nothing could be recorded of one that ended well; a
recording that failed is 1.`,
		Example: `  gleslayergen trace record -- es2gears_x11
  gleslayergen trace record --frames 100 --frame-images --out game.gltrace -- ./game --level 3
  gleslayergen trace record --app com.example.game --seconds 10`,
	}
	cmd.Flags().SetInterspersed(false) // what follows PROGRAM is the program's
	f.add(e, cmd)
	f.addRun(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd, args); err != nil {
			return err
		}
		if f.app != "" {
			return recordApp(cmd.Context(), e, f)
		}
		return recordProgram(e, cmd, f, args)
	}
	return cmd
}

// addRun adds the flags that say how the program is started.
func (f *recordFlags) addRun(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(ui.Colons(&f.run.Layers), "layer", "other `LAYERS` with colons between them, the program's side first (repeatable)")
	flags.Var(ui.Colons(&f.run.Path), "layer-path", "search layers in these `FOLDERS`, with colons between them (repeatable)")
	flags.StringVar(&f.run.Driver, "driver", "", "put the layers over the libEGL and libGLESv2 in this `DIR`")
	flags.BoolVar(&f.run.KeepGoing, "keep-going", false, "start the program whatever is wrong with a layer")
	f.addSetup(flags)
	flags.BoolVar(&f.fromStart, "from-start", true, "record from the first call on; with =false from the next frame on, with the state as it is then")
	_ = cmd.MarkFlagDirname("driver")
}

// addSetup adds the flags that say how an app is set up, and with which layer.
func (f *recordFlags) addSetup(flags *pflag.FlagSet) {
	flags.StringVar(&f.layer, "trace-layer", "", "the trace layer to use, as a `FILE` (default the tool's own; for a device, the NDK builds it)")
	flags.BoolVar(&f.keep, "keep", false, "leave the app set up as it is at the end; device restore puts it back")
	flags.BoolVar(&f.replace, "replace", false, "take the place of another tool's set-up of layers on the device")
	flags.BoolVar(&f.force, "force", false, "bring layers to the device that would not be loaded, too")
}

// check looks at what the flags say together.
func (f *recordFlags) check(cmd *cobra.Command, args []string) error {
	if err := f.read(cmd); err != nil {
		return err
	}
	usage := "usage: " + cmd.UseLine()
	switch {
	case f.app != "" && len(args) > 0:
		return ui.Usage("trace record", "both a program and an app", "one of them at a time: leave out --app, or "+args[0])
	case f.app == "" && (len(args) == 0 || args[0] == ""):
		return ui.Usage("trace record", "it is not said what to record", usage)
	case f.app == "" && (f.keep || f.replace || f.force):
		return ui.Usage("trace record", "--keep, --replace and --force are about a device", "leave them out, or say which app: --app PACKAGE")
	case f.app != "" && (f.run.Path != "" || f.run.Driver != "" || f.run.KeepGoing):
		return ui.Usage("trace record", "--layer-path, --driver and --keep-going are about programs of this machine", "leave them out, or --app; --layer takes paths")
	case cmd.Flags().Changed("layer") && f.run.Layers == "":
		return ui.Usage("trace record", "--layer names no layer", "for example: --layer ./liblayer.so")
	}
	return nil
}

// settings are those that the recorder gets before there is anybody to ask.
func (f *recordFlags) settings() []string {
	settings := record.Settings(f.options())
	if f.fromStart {
		settings = append(settings, "start")
	}
	return settings
}
