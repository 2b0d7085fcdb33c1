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

// androidFlags are the flags that stand for a device and an app.
type androidFlags struct {
	set                  *pflag.FlagSet // these alone
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

// builds are the kinds of build that Android has.
var builds = []string{rules.BuildUser, rules.BuildUserdebug, rules.BuildEng}

// addAndroid adds the flags by which a command runs a program as an app on a device.
func addAndroid(cmd *cobra.Command) *androidFlags {
	f := &androidFlags{set: pflag.NewFlagSet("android", pflag.ContinueOnError)}
	f.set.StringArrayVar(&f.settings, "setting", nil, "as settings put global: `NAME=VALUE`, such as gpu_debug_layers_gles=liba.so (repeatable)")
	f.set.StringArrayVar(&f.properties, "property", nil, "as setprop: `NAME=VALUE`, such as debug.gles.layers=liba.so (repeatable)")
	f.set.StringVar(&f.pkg, "package", "", "the app's package `NAME` (default: that of the program)")
	f.set.BoolVar(&f.debuggable, "debuggable", true, "the app's manifest says debuggable")
	f.set.BoolVar(&f.inject, "inject-layers", false, "the app's manifest has the injectLayers entry")
	f.set.BoolVar(&f.profileable, "profileable", false, "the app is profileable from shell")
	f.set.BoolVar(&f.native, "native", false, "the program is no app: it has no Java, so no setting counts")
	f.set.StringVar(&f.build, "build", rules.BuildUser, "the device's `KIND` of build: "+strings.Join(builds, ", "))
	f.set.BoolVar(&f.late, "late-build", false, "a late build of Android 10, or 13 QPR2: each allows more than the first")
	f.set.StringVar(&f.dataDir, "data-dir", "", "the app's data folder `DIR` (default: the current one)")
	f.set.StringVar(&f.libDirs, "lib-dir", "", "the app's library folders `DIR:...` (default: the program's)")
	f.set.StringArrayVar(&f.layerApps, "layer-app", nil, "a package of layers is installed: `PACKAGE=DIR` (repeatable)")
	f.set.StringVar(&f.systemDir, "system-dir", "", "`DIR` stands for /data/local/debug/gles")
	cmd.Flags().AddFlagSet(f.set)
	cmd.Flags().BoolVar(&f.explain, "explain", false, "tell rule by rule what Android decides before its loader looks for layers")
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

// decisive is the first of these flags that has a say in which layers are used; "" if none was given. Properties of
// other names have none.
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

// device is what the flags stand for, for a program; "" is one not known yet, in the current folder.
func (f *androidFlags) device(program string) (*loader.Android, error) {
	if !slices.Contains(builds, f.build) {
		return nil, ui.Usage("--build "+f.build, "no kind of build", "the kinds are "+strings.Join(builds, ", "))
	}
	a := &loader.Android{
		Device: rules.Device{Later: f.late, Build: f.build},
		App: rules.App{Package: f.pkg, ABI: ownABI(), Debuggable: f.debuggable,
			InjectLayers: f.inject, Profileable: f.profileable, Native: f.native},
		Properties: map[string]string{},
	}
	for _, read := range []func(*loader.Android) error{f.readSettings, f.readProperties, f.readFolders, f.readPackages} {
		if err := read(a); err != nil {
			return nil, err
		}
	}
	if program != "" {
		a.App.Package = cmp.Or(f.pkg, filepath.Base(program))
	}
	if a.App.LibDirs == "" {
		a.App.LibDirs = folderOf(program)
	}
	return a, nil
}

// ownABI is what Android calls this machine.
func ownABI() string {
	for _, abi := range android.ABIs() {
		if abi.GOARCH == runtime.GOARCH {
			return abi.Name
		}
	}
	return runtime.GOARCH
}

// folderOf is the folder of a program that is found as a shell does.
func folderOf(program string) string {
	if path, err := exec.LookPath(program); err == nil {
		program = path
	}
	dir, err := filepath.Abs(filepath.Dir(program))
	if err != nil {
		return "/"
	}
	return dir
}
