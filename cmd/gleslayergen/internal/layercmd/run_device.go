package layercmd

import (
	"cmp"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// androidFlags are the flags that describe a device and an app.
type androidFlags struct {
	set                  *pflag.FlagSet // only these flags
	settings, properties []string
	pkg, build           string
	late, native         bool
	debuggable           bool
	inject, profileable  bool
	dataDir, libDirs     string
	layerApps            []string
	systemDir            string
	explain              bool
}

// builds are Android's build types.
var builds = []string{rules.BuildUser, rules.BuildUserdebug, rules.BuildEng}

// addAndroid adds the flags that describe a device and an app.
func addAndroid(cmd *cobra.Command) *androidFlags {
	f := &androidFlags{set: pflag.NewFlagSet("android", pflag.ContinueOnError)}
	f.set.StringArrayVar(&f.settings, "setting", nil, "simulate the global setting `NAME=VALUE` of a device, for example gpu_debug_layers_gles=liba.so (repeatable)")
	f.set.StringArrayVar(&f.properties, "property", nil, "simulate the system property `NAME=VALUE` of a device, for example debug.gles.layers=liba.so (repeatable)")
	f.set.StringVar(&f.pkg, "package", "", "package `NAME` of the simulated app (default: the file name of the program)")
	f.set.BoolVar(&f.debuggable, "debuggable", true, "the app's manifest has the debuggable attribute")
	f.set.BoolVar(&f.inject, "inject-layers", false, "the app's manifest has the injectLayers meta-data")
	f.set.BoolVar(&f.profileable, "profileable", false, "the app's manifest allows the shell to profile the app")
	f.set.BoolVar(&f.native, "native", false, "simulate a native program instead of an app; settings do not apply to it")
	f.set.StringVar(&f.build, "build", rules.BuildUser, "build `TYPE` of the device: "+strings.Join(builds, ", "))
	f.set.BoolVar(&f.late, "late-build", false, "simulate a later build of Android 10 or 13, whose rules are less strict than those of the first build")
	f.set.StringVar(&f.dataDir, "data-dir", "", "data directory `DIR` of the app (default: the current directory)")
	f.set.StringVar(&f.libDirs, "lib-dir", "", "library directories `DIR:...` of the app (default: the program's directory)")
	f.set.StringArrayVar(&f.layerApps, "layer-app", nil, "`PACKAGE=DIR`: simulate an installed package that contains the layers in DIR (repeatable)")
	f.set.StringVar(&f.systemDir, "system-dir", "", "use `DIR` in place of the device's directory /data/local/debug/gles")
	cmd.Flags().AddFlagSet(f.set)
	cmd.Flags().BoolVar(&f.explain, "explain", false, "print each rule that Android applies before its loader searches for layers")
	_ = cmd.RegisterFlagCompletionFunc("build", cobra.FixedCompletions(builds, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("setting", cobra.FixedCompletions(settingStarts(), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	for _, name := range []string{"data-dir", "system-dir"} {
		_ = cmd.MarkFlagDirname(name)
	}
	return f
}

func settingStarts() []string {
	var starts []string
	for _, name := range loader.SettingNames() {
		starts = append(starts, name+"=")
	}
	return starts
}

// decisive returns the first of these flags that decides which layers are used, or "" if there is none. Only
// the property of layers decides.
func (f *androidFlags) decisive() string {
	first := ""
	f.set.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed && flag.Name != "property" {
			first = cmp.Or(first, "--"+flag.Name)
		}
	})
	for _, pair := range f.properties {
		if strings.HasPrefix(pair, rules.PropertyLayers+"=") {
			first = cmp.Or(first, "--property "+pair)
		}
	}
	return first
}

// device returns the device and app that the flags describe. With "" for the program, which is not known with
// --env, the app's libraries are in the current directory.
func (f *androidFlags) device(program string) (*loader.Android, error) {
	if !slices.Contains(builds, f.build) {
		return nil, ui.Usage("--build "+f.build, "unknown build type", "the build types are "+strings.Join(builds, ", "))
	}
	a := &loader.Android{
		Device: rules.Device{Later: f.late, Build: f.build},
		App: rules.App{Package: f.pkg, ABI: ownABI(), Debuggable: f.debuggable,
			InjectLayers: f.inject, Profileable: f.profileable, Native: f.native},
		Properties: map[string]string{},
	}
	for _, read := range []func(*loader.Android) error{f.readSettings, f.readProperties, f.readDirs, f.readPackages} {
		if err := read(a); err != nil {
			return nil, err
		}
	}
	if program != "" {
		a.App.Package = cmp.Or(f.pkg, filepath.Base(program))
	}
	if a.App.LibDirs == "" {
		a.App.LibDirs = dirOf(program)
	}
	return a, nil
}

// ownABI returns Android's name for the ABI of this machine.
func ownABI() string {
	for _, abi := range android.ABIs() {
		if abi.GOARCH == runtime.GOARCH {
			return abi.Name
		}
	}
	return runtime.GOARCH
}

// dirOf returns the directory of a program that is searched in PATH.
func dirOf(program string) string {
	if path, err := exec.LookPath(program); err == nil {
		program = path
	}
	dir, err := filepath.Abs(filepath.Dir(program))
	if err != nil {
		return "/"
	}
	return dir
}
