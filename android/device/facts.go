package device

import (
	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Facts are the properties of a device.
type Facts struct {
	Serial         string             `json:"serial"`
	AndroidVersion string             `json:"androidVersion"`
	API            int                `json:"api"`
	Release        *rules.Release     `json:"-"` // nil: older than the first release with layers
	LateBuild      bool               `json:"-"` // a later build of the release, with different decisions (rule 1.6)
	Build          string             `json:"build"`
	Manufacturer   string             `json:"manufacturer"`
	Model          string             `json:"model"`
	ABIs           []string           `json:"abis"`
	BootID         string             `json:"-"`
	User           int                `json:"user"`
	RootShell      bool               `json:"rootShell"` // adb's shell runs as root
	SU             bool               `json:"su"`        // su exists; whether it works is known only when it is used
	SELinux        string             `json:"selinux"`   // "Enforcing", "Permissive", ...
	Props          map[string]string  `json:"-"`
	Settings       map[string]Setting `json:"-"` // settings that the device reports; SettingsFault reports missing ones
	Time           string             `json:"-"` // the device's time, in the format of logcat
}

// Setting is a global setting.
type Setting struct {
	Value string `json:"value"`
	Set   bool   `json:"set"`
	By    string `json:"by,omitempty"` // package that wrote it last
}

// SettingNames are the settings that select layers.
var SettingNames = []string{"enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers_gles", "gpu_debug_layer_app", "gpu_debug_layers"}

// Package is an app.
type Package struct {
	Name             string   `json:"package"`
	Installed        bool     `json:"installed"`
	ThirdParty       bool     `json:"thirdParty"` // not a system app; set only by ReadApps
	UID              int      `json:"uid"`
	TargetSDK        int      `json:"targetSdk"`
	MinSDK           int      `json:"minSdk"`
	PrimaryABI       string   `json:"primaryAbi,omitempty"` // "": it has no native libraries
	SecondaryABI     string   `json:"secondaryAbi,omitempty"`
	NativeLibraryDir string   `json:"nativeLibraryDir"`
	SourceDir        string   `json:"sourceDir"` // path of its APK
	DataDir          string   `json:"dataDir"`
	Debuggable       bool     `json:"debuggable"`
	Profileable      bool     `json:"profileable"`      // profileable from the shell
	InjectLayers     bool     `json:"injectLayers"`     // its manifest allows layers in a release build
	DeveloperDriver  bool     `json:"-"`                // its manifest allows prerelease drivers
	PrefersAngle     bool     `json:"-"`                // its manifest asks for ANGLE
	Game             bool     `json:"-"`                // its category
	OfSystem         bool     `json:"-"`                // privileged, or a system app without an update
	ForceQueryable   bool     `json:"forceQueryable"`   // every app can see it
	NoCode           bool     `json:"noCode"`           // it has no code, like a package of layers
	QueriesAll       bool     `json:"-"`                // it requests the permission to see all apps
	ExtractsLibs     bool     `json:"extractsLibs"`     // its manifest requests extraction of its libraries
	Libs             []string `json:"libs,omitempty"`   // names of its native libraries
	PIDs             []int    `json:"pids,omitempty"`   // processes of the user
	Launch           string   `json:"launch,omitempty"` // component name of its launcher activity
	Files            []File   `json:"files,omitempty"`  // *.so and Query.Files in DataDir, if run-as can list them
}

// File is a file of the device.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Mode string `json:"mode"` // octal digits
}

// State is the device state that one Read returns.
type State struct {
	Facts
	Packages  map[string]*Package // the queried packages, installed or not
	SystemDir []File              // files of /data/local/debug/gles, if queried and readable
	Answers   map[string]string   // answers to the questions of the query, by name

	queries map[string][]string // the packages that each app sees; "" has those that all apps see
	logged  []string            // layers that the log names
}

// SystemDir is the directory that the loader searches first, where the build allows it (rule 1.6).
const SystemDir = "/data/local/debug/gles"

// SettingsFault returns an error if the device does not report all settings. An unreported setting is neither
// set nor unset.
func (f *Facts) SettingsFault() error {
	for _, name := range SettingNames {
		if _, told := f.Settings[name]; !told {
			return &adb.Error{What: f.Serial + ": " + name, Why: "cannot read this setting", Advice: "to see the output of the device: adb -s " + f.Serial + " shell settings get global " + name}
		}
	}
	return nil
}

// Root reports whether root access is available.
func (f *Facts) Root() bool { return f.RootShell || f.SU }

// ABI returns the ABI of an app's process: its own, or the device's first ABI for an app without libraries.
func (f *Facts) ABI(p *Package) string {
	if p.PrimaryABI == "" && len(f.ABIs) > 0 {
		return f.ABIs[0]
	}
	return p.PrimaryABI
}

// Rules returns the input of rules.Decide for an app.
func (s *State) Rules(app string) (rules.Device, rules.App, rules.Settings, map[string]rules.Package) {
	p := s.Packages[app]
	if p == nil {
		p = &Package{Name: app}
	}
	value := func(name string) string { return s.Settings[name].Value }
	installed := map[string]rules.Package{}
	for name, p := range s.Packages {
		if p.Installed {
			installed[name] = rules.Package{NativeLibraryDir: p.NativeLibraryDir, SourceDir: p.SourceDir, PrimaryABI: p.PrimaryABI, SecondaryABI: p.SecondaryABI}
		}
	}
	return rules.Device{Release: s.Release, Later: s.LateBuild, Build: s.Build, Property: s.Props[rules.PropertyLayers]},
		rules.App{Package: app, ABI: s.ABI(p), Debuggable: p.Debuggable, InjectLayers: p.InjectLayers, Profileable: p.Profileable,
			DataDir: p.DataDir, LibDirs: p.libDirs(s.ABI(p))},
		rules.Settings{Enable: value("enable_gpu_debug_layers"), App: value("gpu_debug_app"), Layers: value("gpu_debug_layers_gles"),
			LayerApp: value("gpu_debug_layer_app")},
		installed
}

// libDirs returns the search path for an app's own libraries.
func (p *Package) libDirs(abi string) string {
	if p.ExtractsLibs {
		return p.NativeLibraryDir
	}
	return p.NativeLibraryDir + ":" + p.SourceDir + "!/lib/" + abi
}
