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
	drop      bool // do not make the program wait if a buffer is full
	keep      bool // do not restore the app at the end
	replace   bool
	force     bool
}

func recordCmd(e *ui.Env) *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "record [flags] -- PROGRAM [ARG...] | --app PACKAGE",
		Short: "Start a program or an app with the trace layer, and record its calls",
		Long: `Starts PROGRAM on this machine, or an app on a device, with the trace layer, and records its EGL and OpenGL ES
calls from the first call on. The recording ends when the program ends, when you press Ctrl-C, or at the limit
of --frames or --seconds. PROGRAM continues if the recording ends first. However, Ctrl-C usually ends PROGRAM
too, because the terminal sends it to both processes. The calls of each child process are written to a separate
file, with the process ID in the file name.

--layer adds other layers. By default, the trace layer is closest to the program, and the other layers follow
in the order of the list. To place the trace layer elsewhere, add the name "gltrace" to the list. For example,
--layer liba.so:gltrace records the calls that liba.so makes.

With --app, the layers are copied to the device, and the app is started. The app must be debuggable, or the
device must have root. At the end, the layers are removed, and the settings of the device are restored. With
--keep, this happens only when you run "gleslayergen device restore". The trace layer for devices is part of a
release. If it is missing, it is built once for each ABI, with the Android NDK or else with clang and lld.
Without these, use --trace-layer to pass a trace layer that is already built.

While it records, the command prints the number of calls and frames that are already in the file. These are not
lost if gleslayergen is killed. If the disk is full, the recording ends, and the program continues.

PROGRAM waits while a buffer of the trace layer is full, so that no call is lost. It does not wait any more if
gleslayergen ends or reads nothing for five seconds. With --drop, it never waits, and the calls for which there
is no space are dropped and counted. An app never waits, unless you add --block.

With --replayable, the recording has all that a replay needs: no option leaves out data, times or calls, an app
waits too, and the program passes the sources of its shaders because it sees no program binary formats. At the
end, the command reports whether the recording can be replayed with the same images, and if not, why and what
to do. The only reasons left are in the program, such as images that it shares with other processes.

The exit code is that of PROGRAM. If PROGRAM succeeds, the exit code is 6 if no recording began, 1 if a
recording began but failed, for example because the disk was full, and 7 if calls are missing in a recording,
or if a recording with --replayable cannot be replayed.`,
		Example: `  gleslayergen trace record -- es2gears_x11
  gleslayergen trace record --frames 100 --frame-images --out game.gltrace -- ./game --level 3
  gleslayergen trace record --replayable --out game.gltrace -- ./game
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
	flags.Var(ui.Colons(&f.run.Layers), "layer", "add these colon-separated `LAYERS` between the trace layer and the driver, in this order (repeatable)")
	flags.Var(ui.Colons(&f.run.Path), "layer-path", "search for layers in these colon-separated `DIRS` (repeatable)")
	flags.StringVar(&f.run.Driver, "driver", "", "use libEGL and libGLESv2 in `DIR` as the driver")
	flags.BoolVar(&f.run.KeepGoing, "keep-going", false, "start the program even if a layer cannot be loaded")
	f.addSetup(flags)
	flags.BoolVar(&f.drop, "drop", false, "if the buffer of a thread is full, drop calls instead of making PROGRAM wait")
	flags.BoolVar(&f.fromStart, "from-start", true, "record from the first call on; --from-start=false records the current state instead, and then the calls from the next frame on")
	_ = cmd.MarkFlagDirname("driver")
}

// addSetup adds the flags about setting up an app and its trace layer.
func (f *recordFlags) addSetup(flags *pflag.FlagSet) {
	flags.StringVar(&f.layer, "trace-layer", "", "use the trace layer in `FILE` (default: the layer of this tool)")
	flags.BoolVar(&f.keep, "keep", false, "do not restore the device at the end; to restore it later: gleslayergen device restore")
	flags.BoolVar(&f.replace, "replace", false, "replace the layer settings of the device even if another tool made them")
	flags.BoolVar(&f.force, "force", false, "copy layers to the device even if Android's loader would not load them")
}

// check checks the combination of flags.
func (f *recordFlags) check(cmd *cobra.Command, args []string) error {
	if err := f.read(cmd); err != nil {
		return err
	}
	f.waits = f.app == "" && !f.drop
	usage := "usage: " + cmd.UseLine()
	switch {
	case f.app != "" && len(args) > 0:
		return ui.Usage("trace record", "both a program and --app are given", "leave out --app, or leave out the program "+args[0])
	case f.app == "" && (len(args) == 0 || args[0] == ""):
		return ui.Usage("trace record", "neither PROGRAM nor --app is given", usage)
	case f.app == "" && (f.keep || f.replace || f.force):
		return ui.Usage("trace record", "--keep, --replace and --force require --app", "leave out these flags, or add --app PACKAGE")
	case f.app != "" && (f.run.Path != "" || f.run.Driver != "" || f.run.KeepGoing):
		return ui.Usage("trace record", "--layer-path, --driver and --keep-going cannot be combined with --app", "leave out these flags; to add layers, give their paths: --layer PATH")
	case f.app != "" && f.drop:
		return ui.Usage("trace record", "--drop cannot be combined with --app", "leave out --drop: an app never waits, unless you add --block")
	case f.replayable && f.drop:
		return cannotCombine("record", "--drop")
	case f.replayable && !f.fromStart:
		return cannotCombine("record", "--from-start=false")
	case f.drop && f.changed["block"]:
		return ui.Usage("trace record", "both --drop and --block are given", "leave out --block: PROGRAM waits by default")
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
