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
	layer     string // path of the trace layer
	fromStart bool
	keep      bool // do not restore the app at the end
	replace   bool
	force     bool
}

func recordCmd(e *ui.Env) *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "record [flags] -- PROGRAM [ARG...] | --app PACKAGE",
		Short: "Start a program or an app with the trace layer, and record its calls",
		Long: `Starts PROGRAM on this machine, or an app of a device, with the trace layer, and records its EGL and OpenGL ES
calls from the first one on. The recording ends when the program ends, or with ^C, --frames or --seconds. If
the recording ends first, the program continues. Each further process of the program gets its own file, with
the process number in its name.

--layer adds other layers, the first next to the program, as in run. The trace layer is in front of them and
records the calls of the program. To place it elsewhere, use the name gltrace in the list: --layer
liba.so:gltrace records the calls that liba.so makes.

On a device, the layers are copied to the app, which must be debuggable unless the device has root. Then the
app is started. At the end, everything is restored; with --keep nothing is restored until you run device
restore. The trace layer is built once for the ABI of the app, with the Android NDK; --trace-layer names a
trace layer that is already built.

With --frames N, the file ends with frame N. ^C ends the recording; the program receives the signal too.

Calls that were reported as recorded are in the file even if this process is killed. If the disk is full, the
recording ends, not the program. The exit code is that of the program; it is 6 if the program succeeded but
nothing could be recorded, and 1 if the recording failed.`,
		Example: `  gleslayergen trace record -- es2gears_x11
  gleslayergen trace record --frames 100 --frame-images --out game.gltrace -- ./game --level 3
  gleslayergen trace record --app com.example.game --seconds 10`,
	}
	cmd.Flags().SetInterspersed(false) // flags after PROGRAM belong to the program
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

// addRun adds the flags about starting the program.
func (f *recordFlags) addRun(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(ui.Colons(&f.run.Layers), "layer", "other colon-separated `LAYERS`; the first is next to the program (repeatable)")
	flags.Var(ui.Colons(&f.run.Path), "layer-path", "search layers in these colon-separated `DIRS` (repeatable)")
	flags.StringVar(&f.run.Driver, "driver", "", "use libEGL and libGLESv2 in `DIR` as the driver")
	flags.BoolVar(&f.run.KeepGoing, "keep-going", false, "start the program even if a layer cannot be loaded")
	f.addSetup(flags)
	flags.BoolVar(&f.fromStart, "from-start", true, "record from the first call on; with =false, record the current state and continue from the next frame on")
	_ = cmd.MarkFlagDirname("driver")
}

// addSetup adds the flags about setting up an app and its trace layer.
func (f *recordFlags) addSetup(flags *pflag.FlagSet) {
	flags.StringVar(&f.layer, "trace-layer", "", "trace layer to use, a `FILE` (default: the one of this tool; for a device it is built with the NDK)")
	flags.BoolVar(&f.keep, "keep", false, "do not restore the app at the end; to restore it later: device restore")
	flags.BoolVar(&f.replace, "replace", false, "replace settings for layers that another tool made on the device")
	flags.BoolVar(&f.force, "force", false, "also copy layers that the loader would refuse")
}

// check checks the combination of flags.
func (f *recordFlags) check(cmd *cobra.Command, args []string) error {
	if err := f.read(cmd); err != nil {
		return err
	}
	usage := "usage: " + cmd.UseLine()
	switch {
	case f.app != "" && len(args) > 0:
		return ui.Usage("trace record", "both a program and --app are given", "leave out --app, or "+args[0])
	case f.app == "" && (len(args) == 0 || args[0] == ""):
		return ui.Usage("trace record", "neither PROGRAM nor --app is given", usage)
	case f.app == "" && (f.keep || f.replace || f.force):
		return ui.Usage("trace record", "--keep, --replace and --force require --app", "leave out these flags, or name the app: --app PACKAGE")
	case f.app != "" && (f.run.Path != "" || f.run.Driver != "" || f.run.KeepGoing):
		return ui.Usage("trace record", "--layer-path, --driver and --keep-going cannot be combined with --app", "leave out these flags; to add layers, give their paths: --layer PATH")
	case cmd.Flags().Changed("layer") && f.run.Layers == "":
		return ui.Usage("trace record", "--layer is empty", "for example: --layer ./liblayer.so")
	}
	return nil
}

// settings returns the settings that the recorder reads at its start.
func (f *recordFlags) settings() []string {
	settings := record.Settings(f.options())
	if f.fromStart {
		settings = append(settings, "start")
	}
	return settings
}
